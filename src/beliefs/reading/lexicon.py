"""The words that the rules know by name. Data only; what is done with them is said elsewhere."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of a text, as a set.

    >>> sorted(words_of("is are"))
    ['are', 'is']
    """
    return frozenset(text.split())


DETERMINERS = words_of(
    """a an the this that these those my our your his her its their some any each every all both
    no another such many most several few more"""
)
PRONOUNS = words_of(
    """i we you he she it they this that these those someone somebody everyone everybody anyone
    anybody something everything anything nobody nothing none one"""
)
PLURAL_PRONOUNS = words_of("we you they these those both")
PREPOSITIONS = words_of(
    """about above across after against along among around as at before behind below beneath beside
    between beyond by despite down during except for from in inside into like near of off on onto
    out outside over past per since than through throughout to toward towards under until up upon
    via with within without"""
)
RELATIVES = words_of("that which who whom whose where what how why whether")
SUBORDINATORS = words_of(
    """if when whenever unless once after before until as while whereas although though because
    since given without with in on at during for under despite"""
)
BE = words_of("is are was were am")
HAVE = words_of("has have had")
DO = words_of("do does did")
MODALS = words_of("can could will would shall should may might must")
AUXILIARIES = BE | HAVE | DO | MODALS

ADVERBS = words_of(
    """also always already just only still now currently often sometimes usually never ever even
    really actually yet then soon not very too quite rather almost again generally mostly typically
    fully simply directly automatically properly correctly easily reliably necessarily entirely
    completely recently finally longer clearly quickly slowly rarely seldom hardly barely"""
)

SINGULAR_IN_S = words_of(
    """status bus dns aws tls ssl https css js news analysis basis process access class address
    kubernetes postgres redis jenkins windows macos ios sales' always less this is has was kudos
    bias lens atlas canvas focus bonus virus corpus campus chaos series species physics statistics
    mathematics economics analytics axis thesis hypothesis crisis diagnosis mars paris texas
    pass loss mass boss guess stress success business nginx os gps sms cms rss ens"""
)
PLURAL_WITHOUT_S = words_of(
    """people children men women data police mice teeth feet criteria phenomena indices vertices
    matrices media staff"""
)
MASS_NOUNS = words_of(
    """access data evidence documentation fever time information support coverage traffic feedback
    memory space code money software hardware progress pain hope doubt
    authentication encryption validation logging monitoring caching state storage power water air
    work training experience knowledge pressure damage rain
    consensus agreement downtime overhead sense trouble luck protection
    internet electricity wifi parking breakfast concurrency isolation persistence telemetry"""
)

_IRREGULAR = """
become became become
begin began begun
bind bound bound
break broke broken
bring brought brought
build built built
buy bought bought
catch caught caught
choose chose chosen
come came come
cost cost cost
cut cut cut
deal dealt dealt
do did done
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feel felt felt
fight fought fought
find found found
fit fit fit
fly flew flown
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
have had had
hear heard heard
hide hid hidden
hit hit hit
hold held held
hurt hurt hurt
keep kept kept
know knew known
lead led led
leave left left
lend lent lent
let let let
lie lay lain
lose lost lost
make made made
mean meant meant
meet met met
outgrow outgrew outgrown
overwrite overwrote overwritten
pay paid paid
put put put
quit quit quit
read read read
rebuild rebuilt rebuilt
reset reset reset
ride rode ridden
ring rang rung
rise rose risen
run ran run
rerun reran rerun
override overrode overridden
say said said
see saw seen
seek sought sought
sell sold sold
send sent sent
set set set
shake shook shaken
show showed shown
shrink shrank shrunk
shut shut shut
sit sat sat
sleep slept slept
speak spoke spoken
spend spent spent
split split split
spread spread spread
stand stood stood
steal stole stolen
stick stuck stuck
strike struck struck
swim swam swum
take took taken
teach taught taught
tell told told
think thought thought
throw threw thrown
undergo underwent undergone
understand understood understood
upset upset upset
wake woke woken
wear wore worn
win won won
write wrote written
"""
IRREGULAR_VERBS: dict[str, tuple[str, str]] = {
    base: (past, participle)
    for base, past, participle in (line.split() for line in _IRREGULAR.strip().splitlines())
}
"""Base form to past and participle."""

_VERBS = """
abort accept access* accommodate accomplish account* ache achieve acknowledge acquire act* activate
adapt add address* adjust adopt advance* advise affect afford age* agree aid* aim* alert* align
allocate allow alter amount* analyse analyze anger announce answer* anticipate appear append apply
appreciate approach* approve approximate argue arise arrange arrive ask assemble assert assess
assign assist assume attach attack* attempt* attend attract attribute* audit* authenticate
authorise authorize automate avoid await back* balance* ban* base* batch* beat become begin behave
believe belong benchmark* benefit* bid* bill* bind bite* bleed block* bloom* blow* board* boil
book* boost* boot* borrow bounce* break* breathe breed* bring broadcast* browse buffer* bug* build*
bump* burn* burst* buy bypass* cache* calculate calibrate call* camp* cancel cap* capture* care*
carry cascade* cast* catch cause* cease challenge* change* charge* chart* chase check* choose
churn* claim* clarify classify clean clear climb* cling clone* close cluster* code* collapse*
collect collide combine come comment* commit* communicate commute* compare compensate compete
compile complain complete comply compose compress compromise* compute concern* conclude confirm
conflict* confuse connect consider consist consolidate constrain construct consult consume contact*
contain continue contract* contradict contribute control* converge convert convince cook* cool cope
copy* correct correlate corrupt cost* cough* count* couple* cover* crash* crawl* create credit*
creep cross* cruise* cure* cut* cycle* damage* deal* debate* debug decay* decide declare decline*
decrease* dedicate deduplicate default* defer define delay* delegate delete deliver demand*
demonstrate deny depart depend deploy deprecate dequeue dereference derive describe deserialise
deserialize deserve design* desire* destroy detect deteriorate determine develop deviate diagnose
die differ diffuse dig digest* diminish direct disable disagree disappear discard discharge*
disconnect discover discuss display* dispute* distribute diverge divide do document* dominate
donate dose* double doubt* downgrade* download* draft* drain* draw drift* drink* drive* drop* dry
duplicate* earn ease eat edit* educate elect eliminate email* embed embrace emerge emit emphasise
employ emulate enable encode encounter encourage encrypt end* endorse enforce engage enhance enjoy
enlarge enqueue enrol enroll ensure enter equal erase erode escalate escape establish estimate*
evaluate evict evolve examine exceed excel exchange* exclude execute exercise* exhaust exist exit*
expand expect expedite experience* experiment* expire explain explode exploit* explore export*
expose express extend extract face* facilitate factor* fade fail fall* favor* favour* fear*
feature* feed* feel fetch fight* figure* file* fill filter* finance* find finish fire* fit* fix*
flag* flatten fling flow* fluctuate flush fly focus* fold* follow forbid force* forecast* forget
forgive fork* form* format* forward foster freeze* fulfil function* fund* fuse gain* gather
generalise generalize generate get give go govern grab grade* grant* graph* grind group* grow
guarantee* guard* guess* guide* halt* halve hamper handle* hang* happen harm* hash* have heal hear
heat* help* hide highlight* hike* hinder hire* hit* hoist hold honour* hope* host* hurt hydrate
identify ignore illustrate imagine impact* implement imply import* impose impress improve include
incorporate increase* incur index* indicate induce infect infer inflame inflate influence* inform
inherit inhibit initialise initialize inject injure insert inspect inspire install instantiate
instruct integrate intend interact intercept interfere interpolate interpret interrupt* introduce
invalidate invent invest investigate invite invoke involve isolate issue* iterate join* judge*
jump* justify keep kick* kill kneel knock* know label* lack* lag* land* last launch* lead* leak*
lean* leap* learn lease* leave lend let level* leverage* lie lift* light* like limit* link* lint*
list* listen live load* locate lock* log* look* loop* lose love* lower lowercase maintain make
manage map* mark* market* mask* master* match* matter* mature mean measure* meet melt* mention*
merge migrate mind* minimise minimize mirror* miss mitigate mix* mock* model* modify monitor*
mount* move* mow multiply name* need* negotiate normalise normalize note* notice* notify obey
observe obtain occupy occur offer* offset* omit open operate oppose optimise optimize orbit order*
organise organize originate outgrow outnumber outperform outweigh overcome overflow* overlap*
overload* override* overwrite own pack* page* paginate paint* panic* parse participate partition*
pass* patch* pause* pay peak* penetrate perform permit* persist pick* pin* ping* place* plan* play*
please plot* point* poll* populate possess post* postpone pour* praise* precede predict prefer
prepare prescribe present preserve press* prevent price* print* prioritise prioritize probe*
proceed process* produce profile* profit* program* progress* prohibit promise* promote prompt*
propagate propose protect prove provide provision* prune publish pull* purchase* purge push* put
puzzle* qualify quantise quantize query* question* queue* quit quote* rain* raise* range* rank*
rate* reach* react read* realise realize reappear reassign reboot* rebuild recall* receive
recognise recognize recommend reconcile reconnect record* recover recruit recur recycle reduce
refactor* refer reference* refill refine reflect refresh* refuse refute regain regenerate register*
regress regret* reindex reject relapse* relate relax release* rely remain remark* remember remind
remove rename render renew rent* reopen reorder repair* repeat replace replay* replicate reply*
report* represent reproduce request* require rerun* rescue* resemble reserve* reset* reside resign
resist resolve respond rest* restart* restore restrict result* resume* retain retire retrain
retrieve retrofit retry* return* reuse* reveal reverse* revert review* revise revoke reward*
rewrite* ride* ring rise* risk* rollback* rotate* round* route* ruin rule* run* rush sag sample*
sanitise sanitize satisfy saturate save* say scale* scan* schedule* score* seal* search* secure
sedate see seed* seek seem segment* select sell send separate serialise serialize serve set* settle
sew shake* shape* shard* share* shift* shine* ship* shoot* shop* shorten show* shrink shuffle* shut
sign* signal* simplify simulate sing sink* sit size* ski* skip slash* sleep* slide* sling* slip*
slow smell* smile* smooth snapshot* snow* soar solve sort* sound* source* span* spawn speak
specialise specialize specify speed* spend* spike* spill* spin* spit split* spread* stabilise
stabilize staff* stall* stand* start* state* stay* steal stem step* stick* stir* stop* store*
stream* strengthen stress* stretch* stride strike* strip* strive struggle* stub* study* submit
subscribe substitute* subtract succeed suffer suggest suit* summarise summarize supply* support*
suppose surge* surpass surprise* surround survey* survive suspect* suspend sustain swap* swear
sweep* swell* swing* switch* sync* synchronise synchronize synthesise take talk* target* taste*
tax* teach tear* tell tend terminate test* thank think threaten throttle* throw tie* tighten time*
timeout* toggle* tokenise tokenize tolerate top* touch* tour* trace* track* trade* trail* train*
transfer* transform translate transmit transport* travel* tread treat trend* trigger* trim* trip*
triple trouble* truncate trust* try* tune* turn* type* unblock underestimate undergo undermine
understand undo unify uninstall unlock update* upgrade* uphold upload* urge* use* utilise utilize
vacate vaccinate validate value* vanish vary vectorise vectorize verify vest view* violate visit*
visualise vomit vote* wait* wake walk* wander want warm* warn waste* watch* weaken wear* weave
weigh welcome* widen win* wind* wipe wire* wish* withdraw withstand witness* wonder* work* worry*
worsen wrap* write yield* zoom*
"""
VERBS: dict[str, bool] = {word.rstrip("*"): word.endswith("*") for word in _VERBS.split()}
"""Base form to whether it is also common as a noun: the test, two reports. Starred above."""

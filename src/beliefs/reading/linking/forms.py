"""The forms a word takes: which verbs there are, and what their irregular forms belong to."""

from __future__ import annotations

from typing import Final

from beliefs.reading.linking.lists import lines, listed

VERBS: Final = listed(
    """
    absorb accept access achieve acquire act activate adapt add address adjust admit adopt advise
    affect afford agree aim alert align allocate allow alter amend analyze announce answer appear
    apply appoint approve archive argue arise arrange arrive ask assert assess assign assist assume
    attach attack attempt attend attract audit authenticate authorize automate avoid award back bake
    ban batch beat become begin believe belong benefit bind bite blame bleed block boil book boost
    boot borrow break bring broadcast build bundle burn buy cache calculate call cancel capture
    care carry catch cause cease celebrate change charge chase check choose circulate claim clean
    clear click climb clone close collapse collect combine come commit communicate compare compete
    compile complain complete compress comprise compute conclude conduct confirm conflict connect
    consider consist consume contain continue contract contribute control convert cook cool copy
    correct cost cover crash crawl create cross cure cut damage deactivate deal decide decline
    decode decrease decrypt define degrade delay delegate delete deliver demand demonstrate deny
    depend deploy describe deserve design destroy detect determine develop diagnose die differ
    disable disagree disappear disapprove discard discharge disconnect discontinue discover discuss
    dislike dispatch display distribute distrust divide do dominate donate double download draw
    drink drive drop dump duplicate earn ease eat edit elect eliminate embed emerge emit employ
    enable encode encounter encourage encrypt end enforce engage enjoy enlarge ensure enter
    equal erase escape establish estimate evaluate examine exceed exchange exclude execute exist
    exit expand expect experience expire explain explode export expose express extend extract face
    fail fall favor fear feature feed feel fetch fight file fill filter find finish fire fit fix
    float flow fly focus follow forbid force forget form format forward found free freeze fulfil
    function fund gain gather generate get give go govern grant grow guarantee guard guess guide
    halt handle hang happen harm hate have head heal hear heat help hide hint hire hit hold host
    hunt hurt identify ignore illustrate imagine implement imply import improve include increase
    indicate infect influence inform inherit inhibit initialize inject injure innovate insert
    inspect
    inspire install integrate intend interact interfere interpret interrupt introduce invalidate
    invent invest investigate invite invoke involve issue iterate join jump justify keep kill know
    lack lag land last launch lay lead leak lean learn lease leave lend let leverage license lie
    lift like limit link list listen live load loan locate lock log look lose love lower maintain
    make manage manufacture map mark market match matter mean measure meet melt mention mentor merge
    migrate miss mix model modify monitor mount move multiply name need negotiate normalize notice
    notify observe obtain occur offer omit open operate optimize orbit order organize originate
    outperform overflow overheat overload override overwrite owe own pack park parse participate
    pass patch pause pay perform permit persist pick place plan plant play plot point poll pollute
    populate possess post postpone pour power practice praise predict prefer prepare prescribe
    present preserve press prevent print process produce profile prohibit promise promote prompt
    propose protect prove provide provision publish pull pump punish purchase push put qualify
    query queue quit quote raise rank reach react read realize receive recognize recommend record
    recover recycle redirect reduce refactor refer reflect refresh refund refuse register regret
    regulate reject relapse relate release rely remain remember remind remove rename render renew
    rent reopen repair repeat replace replicate reply report represent reproduce request require
    reschedule rescue research reserve reset resign resist resize resolve respect respond restart
    restore restrict result resume retain retire retreat retry return reuse reveal reverse revert
    review revise reward ride ring rise roll rotate round route ruin run sack sail sample satisfy
    save say scale scan schedule scrape search secure see seek seem select sell send separate
    serialize
    serve set settle shape share shift shine ship shoot shop shorten show shrink shut sign signal
    simplify simulate sing sink sit skip sleep slip slow smell smoke snow solve sort sound spawn
    speak specify speed spend spill split sponsor spread stabilize stage stand start starve state
    stay steal step stick stop store stream strengthen stretch strike struggle study submit
    subscribe succeed sue suffer suggest suit supply support suppose surpass surprise surround
    survive suspect suspend swallow swap sweep swell swim switch sync synchronize take talk target
    taste teach tear tell tend terminate test thank think threaten throttle throw tie tolerate touch
    trace track trade train transfer transform translate transmit transport travel treat trigger
    truncate trust try turn underestimate understand undo uninstall unite unlock update upgrade
    upload urge use utilize vacate validate value vanish vary verify view violate visit vote wait
    waive wake walk want warm warn wash waste watch weaken wear weigh win wipe wish withdraw work
    worry worsen wrap write yield
    """
)

# What in the plural looks like a verb, but is a thing first: "tests pass", "the user logs in".
THINGS_FIRST: Final = listed(
    """
    test request log file user report order result record rate price point cost sample process
    place plan form name market study contract email process model trade service feature function
    book issue list load link map mark match measure view vote work state stage step store stream
    supply support target track train value visit sale salary share shop sign signal sound plant
    practice present profile project promise query queue question rank release rent review reward
    route rule cache call change charge check claim control copy crash cut deal delay demand design
    display download drink drop dump effect end estimate exchange experience export face fall fear
    field filter fire fit flow force fund gain guard guide harm head heat help hint host import
    increase influence interest land lease limit loan lock loss need notice offer pack page patch
    pause pay poll post power print pump push quote reply research reserve return ride ring rise
    roll round run scale scan schedule search set shape shift ship shot show skip slip smell spread
    stand start stop switch talk taste touch trace travel treat trigger trust turn use wait walk
    warning wash waste watch wish wrap yield backup upload update upgrade worker write read insert
    """
)

# base: past, participle (one word where they are the same)
_IRREGULAR_VERBS = """
arise arose arisen;be was been;beat beat beaten;become became become;begin began begun;bind bound
bite bit bitten;bleed bled;break broke broken;bring brought;broadcast broadcast;build built
burn burnt
buy bought;catch caught;choose chose chosen;come came come;cost cost;cut cut;deal dealt;die died
do did done;draw drew drawn;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen
feed fed;feel felt;fight fought;find found;fly flew flown;forbid forbade forbidden
forget forgot forgotten;freeze froze frozen;get got gotten;give gave given;go went gone
grow grew grown;hang hung;have had;hear heard;hide hid hidden;hit hit;hold held;hurt hurt;keep kept
know knew known;lay laid;lead led;learn learnt;leave left;lend lent;let let;lie lay lain;lose lost
make made;mean meant;meet met;override overrode overridden;pay paid;prove proved proven;put put
quit quit;read read;ride rode ridden;ring rang rung;rise rose risen;run ran run;say said
see saw seen
seek sought;sell sold;send sent;set set;shine shone;shoot shot;show showed shown
shrink shrank shrunk
shut shut;sing sang sung;sink sank sunk;sit sat;sleep slept;speak spoke spoken;speed sped
spend spent
split split;spread spread;stand stood;steal stole stolen;stick stuck;strike struck
sweep swept;swell swelled swollen;swim swam swum;take took taken;teach taught;tear tore torn
tell told
think thought;throw threw thrown;understand understood;undo undid undone;wake woke woken
wear wore worn;win won;withdraw withdrew withdrawn;write wrote written
overwrite overwrote overwritten
bite bit bitten;reset reset;sync synced;cancel cancelled;travel travelled;model modelled
"""

_IRREGULAR_NOUNS = """
children child;people person;persons person;men man;women woman;mice mouse;feet foot;teeth tooth
geese goose;indices index;indexes index;matrices matrix;vertices vertex;criteria criterion
analyses analysis;crises crisis;hypotheses hypothesis;diagnoses diagnosis;theses thesis;bases base
nuclei nucleus;fungi fungus;bacteria bacterium;viruses virus;buses bus;knives knife
wives wife;halves half;shelves shelf;wolves wolf;caches cache;databases database
releases release;leases lease;axes axis;statuses status;cookies cookie;movies movie;queries query
"""

# What ends in s and is no plural.
NO_PLURAL: Final = listed(
    """
    always series species news headquarters means physics mathematics politics economics measles
    diabetes kubernetes redis postgres dns tls aws sms css https macos ios os gas lens bus plus its
    this was is has does as us thus yes perhaps besides towards unless across process access success
    less status virus focus bonus campus census corpus genius radius sinus apparatus nexus versus
    sometimes nowadays afterwards paris texas athens brussels jenkins windows alias bias canvas
    atlas
    chaos basis analysis axis crisis diagnosis emphasis hypothesis synthesis thesis tennis penis
    arthritis hepatitis hers ours theirs yours mars venus uranus
    """
)


def _verb_forms() -> tuple[dict[str, str], dict[str, str]]:
    past: dict[str, str] = {}
    participle: dict[str, str] = {}
    for base, simple, *rest in lines(_IRREGULAR_VERBS):
        past[simple] = base
        participle[rest[0] if rest else simple] = base
    return past, participle


PAST, PARTICIPLE = _verb_forms()
PLURAL: Final = dict(lines(_IRREGULAR_NOUNS))

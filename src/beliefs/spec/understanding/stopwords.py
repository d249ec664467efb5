"""Words that hold sentences together, and words that name features rather than fields."""

from __future__ import annotations

# Grammar: they ask for nothing by themselves.
GRAMMAR = frozenset(
    """a an the this that these those it its they them their he she his her we our us i me my you
    your one ones who whom whose which what is are was were be been being am do does did has have
    had having can could should shall will would may might must need needs needed to of in on at by
    for with from into onto over under as and or but nor so if then than when while where after
    before once also just only too very really please here there some any all each every both
    either no not such same other others another more most much many few about up out off per via
    let lets let's want wants wanted like would-be i'd i'm we'd we're it's don't won't etc e.g i.e
    simple simply small basic nice little tiny quick quickly easy clean own new make makes made
    making build builds building built create develop write writing written implement implementing
    provide provides providing support supports supporting supported allow allows allowing let
    use uses used using based available possible able get gets getting give gives given full fully
    complete completely proper properly well above below following follows etc things thing stuff
    something everything ability feature features including includes include plus way ways
    how why yes sure okay ok people user users client clients you'll endpoint endpoints route routes
    api apis rest restful http https service services server backend app application web website
    system project program software python json request requests response responses answer answers
    data resource resources work works working run runs running thanks thank hello hi hey see stores
    returning otherwise w kindly call calls whoever whatever someone appreciate apart besides
    moreover however furthermore additionally technology technologies stack operator glad grateful
    kind whereupon namely latter former usual usually engineering settled goal requirement
    requirements wish simply respectively ordinary plain present exposing exposes expose
    sees visitors someone somebody anyone anybody everybody everyone somehow good great
    fine modern production-ready production minimal lightweight robust
    scalable friendly i've we've""".split()  # noqa: SIM905
)

# They begin something else, so that no field is called so in a sentence.
NOT_FIELDS = frozenset(
    """a an the and or with without in on at by for from to of as is are be was that which who whose
    where when while if then else also only not no it its they them their this these those take
    takes taking accept accepts accepting return returns returning answer answers respond responds
    give gives show shows list lists listing display create creates read reads update updates delete
    deletes remove removes add adds edit edits crud search searching filter filtering sort sorting
    pagination paginated paging export import upload uploads download downloads authentication auth
    login register registration fastapi flask sqlite postgres postgresql memory docker tests
    redirect redirects redirecting count counts counting each every both all any one per than
    must should can
    cannot may will need needs support supports using use uses get post put patch stored store
    stores keep keeps random statistics stats rate-limited rate api rest http json csv html
    endpoint endpoints full-text renders render rendered send sends markdown so but
    called named have has had belong belongs contain contains either another it's there here up
    unknown invalid missing duplicate duplicates deleting creating updating reading adding removing
    adds please via into over under been already being
    after before until once never always works except unless""".split()  # noqa: SIM905
)

# They tell a goal, and nothing of the service: its parts, who wants it, how it hangs together.
PROSE = frozenset(
    """ac acceptance criteria criterion story ticket tech tools tool implementation implemented
    database storage framework third fourth fifth lastly finally through along together alongside
    between means mean meaning accordingly thus hence therefore though although yet still whether
    itself themselves anything nothing happens happen comes come called call field fields value
    values example instance side front behind down place places person persons guests participants
    team product customer customers manager beyond within around case cases set sets stands sits
    stay stays sign worth exactly always whenever whichever throughout
    regarding concerning away""".split()  # noqa: SIM905
)

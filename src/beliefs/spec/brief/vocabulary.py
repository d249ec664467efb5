"""Words that hold sentences together and ask for nothing by themselves."""

from __future__ import annotations

JOINING = frozenset(
    """
    a an the this that these those it its it's is are was were be been being as so such same
    like of in on at by to for from with and or but nor then than also too just only when
    whenever while where which who whose what how if i i'd i'm me my we we'd us our you your he
    she they them their there here one ones each every any all both some no not into onto out up
    back off down over about via per once again still already do does did doing done can could
    may might must shall should will would want wants like likes need needs needed please simply
    get gets got give gives gave given given gives take takes taken taking accept accepts make
    makes made let lets use uses used using have has had having return returns returned
    returning answer answers answered answering respond responds response responses reply
    replies say says tell tells show shows shown send sends sent come comes request requests
    call calls called body json http rest restful api service backend server endpoint endpoints
    route routes client clients status code codes message object objects array list lists record
    records entry entries item items row rows field fields value values e.g eg i.e ie etc
    example sketch ok created content simple small little tiny plain new whole full current
    usual usually normal normally way ways otherwise else exactly really very fine good works
    work well now everything anything something thing things stores store stored storing saves
    save saved keep keeps kept build write creating another data text required way yes short
    long single specific particular complete entire corresponding matching respective everywhere
    time format iso 8601 login together that's there's isn't aren't don't doesn't didn't won't
    can't i've its those param params parameter parameters query path input output in: out:
    returning error errors following follows supports support supported allow allows allowed
    lets available provides provide optional optionally success successful successfully ordinary
    information details detail above below
    """.split()  # noqa: SIM905
)

# What deletes, counts or looks is said to do besides, which it does anyhow.
ANYHOW = (
    (
        r"(?:and )?(?:the|that) \w+ (?:stops? working|is gone(?: for good)?|leads? nowhere|no "
        r"longer "
        r"works?|disappears?)(?: afterwards)?|(?:and )?(?:afterwards|after that|then) (?:the|that|"
        r"it) "
        r"?\w* (?:is gone|leads? nowhere|does not work)(?: for good)?"
    ),
    (
        r"(?:this|looking|it|reading|that) (?:(?:doesn't|does not) count as|is not|isn't) (?:an? )"
        r"?(?"
        r":click|hit|visit|view)"
    ),
    r"the (?:numbers|figures|fields|values) (?:below|above)",
    r"(?:the )?(?:filters|parameters|they|these) (?:can|may) be (?:mixed|combined|used together)",
    r"(?:to|and) keep (?:that|it|this|the list) short",
    (
        r"(?:whatever|what|fields|anything)(?: that)? (?:is|isn't|is not|are|aren't|are not) (?"
        r":not )?"
        r"(?:sent|given|named|there|mentioned|included|left out)(?: (?:there|in the body))? (?"
        r":stays?|"
        r"remains?|is kept|are kept|keeps?|left)(?: as (?:it|they) (?:is|was|are|were))?(?: "
        r"unchanged|"
        r" the same| alone)?"
    ),
    (
        r"(?:what(?:ever)?|fields|those)(?: that)? (?:is|are) left out(?: there)? (?:is|are|"
        r"becomes?|"
        r"gets?) null(?: afterwards| then)?|takes the same fields as creating|\bsame fields as (?"
        r":creating|create)"
    ),
    (
        r"(?:an? \w+ without (?:any )?\w+|with(?:out| no) (?:any )?\w+|when there (?:is|are) (?"
        r":none|"
        r"no \w+)|for none)(?: has| gives)?,? (?:the )?\w+ (?:is |are |of )?(?:0|empty|null)(?:(?"
        r":,| "
        r"and) (?:the |an )?(?:empty )?\w+(?: is)?(?: 0| empty)?)*|0 if there (?:were|are) none"
    ),
    (
        r"it would be (?:great|nice|good|lovely|cool) if|thank you|thanks|please|cheers|that'?s (?"
        r":it|"
        r"all)"
    ),
    r"¦defaults?\b",
    r"(?:only )?(?:the )?(?:given|sent|named) fields (?:are |get )?(?:changed|updated|change)",
    (
        r"(?:can be |may be )?combined?\b|(?:each|all|both) (?:of (?:the )?(?:them|three|two|"
        r"these) )?"
        r"(?:may|can) be (?:used|combined)[\w ]*|both together means? [\w ]+"
    ),
)

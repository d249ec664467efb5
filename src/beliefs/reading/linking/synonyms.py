"""Words and phrases that are read as one word: the first of each group.

Only words that mean the same in nearly every claim are here. A group that is right half of the
time would join beliefs that have nothing to do with each other.
"""

from __future__ import annotations

from typing import Final

from beliefs.reading.linking.lists import lines, listed

_GROUPS = """
customer client
employee staff personnel
company firm corporation
supplier vendor
buy purchase acquire
begin start commence
finish complete
pass succeed
accept approve
reject refuse
remove delete
fix repair
increase rise raise grow climb boost go_up
decrease fall reduce lower drop decline shrink cut go_down diminish
worsen deteriorate
accelerate speed_up
slow_down decelerate
revert roll_back
cancel call_off
postpone put_off
freeze hang
need require
use utilize
happen occur
choose select pick
allow permit
forbid prohibit ban
produce generate
build construct
respond reply answer
try attempt
change alter modify
show demonstrate
help assist
get receive obtain
store keep
examine inspect
assume suppose
terminate discontinue
log_in sign_in
log_out sign_out
shut_down power_off
application app
database db
production prod
development dev
repository repo
configuration config
documentation docs doc
environment env
administrator admin
information info
authentication auth
authorization authz
parameter param
directory folder
kubernetes k8s
postgres postgresql
javascript js
typescript ts
message msg
memory ram
bug defect
plugin plug-in addon add-on
email e-mail
usage utilization
maximum max
minimum min
average mean avg
annual yearly
number count
big large
small little
fast quick rapid
quickly rapidly speedily
difficult hard tough
cheap inexpensive
expensive costly
rich wealthy
wrong incorrect
dangerous hazardous
safe harmless
sick ill
asleep sleeping
happy glad
mandatory required compulsory obligatory
outdated out_of_date
current up_to_date
closed shut
almost nearly
often frequently
rarely seldom
usually normally typically generally
sometimes occasionally
correctly properly
child kid
doctor physician
mother mum mom
father dad
car automobile
phone telephone
movie film
apartment flat
holiday vacation
lawyer attorney
agreement contract
headquarters hq head_office
medication medicine drug
hypertension high_blood_pressure
usa united_states
uk united_kingdom
eu european_union
ceo chief_executive_officer
cfo chief_financial_officer
cto chief_technology_officer
percent % pct
euro € eur
dollar $ usd
on_time punctual
sufficient enough
identical same_as
color colour
center centre
license licence
aluminum aluminium
behavior behaviour
favor favour
labor labour
neighbor neighbour
tumor tumour
rumor rumour
humor humour
odor odour
harbor harbour
flavor flavour
meter metre
liter litre
fiber fibre
theater theatre
program programme
catalog catalogue
analyze analyse
defense defence
offense offence
plow plough
skeptical sceptical
tire tyre
"""

# Several words that are one, beside those above that are written with "_".
_PHRASES = """
on startup>at_startup;at startup>at_startup;on launch>at_startup;at start>at_startup
during startup>at_startup;in order to>to;due to>because_of;because of>because_of;as well as>and
at the moment>now
is able to>can;are able to>can;was able to>could;were able to>could;is unable to>can not
are unable to>can not;has to>must;have to>must;need to>must;needs to>must
is going to>will;are going to>will;used to>formerly;no longer>not;any more>;any longer>;anymore>
no one>nobody;a lot of>many;lots of>many;a few>few;a number of>several;plenty of>many
each of the>all;all of the>all;none of the>no;some of the>some;most of the>most
at least>at_least;at most>at_most
close to>near;in fact>;as of now>now;is located>is;are located>are;was located>was;were located>were
is situated>is;are situated>are;has its headquarters in>is headquartered in
have their headquarters in>are headquartered in;is based in>is headquartered in
takes place>happens;took place>happened;take place>happen;such as>like;not only>not_only
not all>not_all;not always>not_always
"""

# Singular persons that stand for a quantity of them.
PERSONS: Final = {
    "everyone": ("all", "person"), "everybody": ("all", "person"),
    "someone": ("some", "person"), "somebody": ("some", "person"),
    "anyone": ("any", "person"), "anybody": ("any", "person"),
    "nobody": ("no", "person"), "everything": ("all", "thing"), "nothing": ("no", "thing"),
    "something": ("some", "thing"), "anything": ("any", "thing"), "none": ("no",),
    "every": ("all",), "each": ("all",),
}  # fmt: skip

# A doer's or deed's name and its verb: "is the owner of", "is a dependency of".
DOERS: Final = {
    "owner": "own", "author": "write", "cause": "cause", "leader": "lead", "maintainer": "maintain",
    "winner": "win", "founder": "found", "creator": "create", "inventor": "invent",
    "supplier": "supply", "sponsor": "sponsor", "manufacturer": "manufacture",
    "organizer": "organize", "host": "host", "publisher": "publish", "designer": "design",
}  # fmt: skip

# To be near each other goes both ways.
SYMMETRIC: Final = listed(
    "near adjacent equal identical similar different compatible married equivalent"
)


def _read_groups() -> dict[str, str]:
    return {word: first for first, *others in lines(_GROUPS) for word in others}


def _read_phrases() -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    found = [
        (tuple(said.split()), tuple(meant.split()))
        for pair in _PHRASES.replace("\n", ";").split(";")
        if pair
        for said, meant in [pair.split(">")]
    ]
    # Verbs with their particle are joined where the verb is found, in whatever form it is.
    found += [
        (tuple(word.split("_")), (word,))
        for group in lines(_GROUPS)
        for word in group
        if "_" in word and word not in PHRASAL
    ]
    by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for said, meant in sorted(found, key=lambda pair: (-len(pair[0]), pair)):
        by_first.setdefault(said[0], []).append((said, meant))
    return by_first


PHRASAL: Final = listed(
    """
    go_up go_down speed_up slow_down roll_back call_off put_off log_in log_out sign_in sign_out
    shut_down power_off take_over set_up turn_on turn_off back_up time_out break_down run_out
    carry_out point_out rule_out phase_out scale_up scale_down
    """
)
SYNONYMS: Final = _read_groups()
PHRASES: Final = _read_phrases()

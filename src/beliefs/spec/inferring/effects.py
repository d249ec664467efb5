"""What each route does, inferred from its method, its path, its shapes and the words about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.places import Step, is_envelope, lists_records
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.access.entering import account_lines
from beliefs.spec.inferring.access.locking import opening_lines, unlocked
from beliefs.spec.inferring.access.members import crowded
from beliefs.spec.inferring.access.members import member_lines as crowd_lines
from beliefs.spec.inferring.access.own import begun_lines, own_lines
from beliefs.spec.inferring.access.resets import reset_lines
from beliefs.spec.inferring.access.sharing import sharing_lines
from beliefs.spec.inferring.answers.by_day import daily_lines
from beliefs.spec.inferring.answers.exporting import export_lines
from beliefs.spec.inferring.answers.figuring import (
    alone_lines,
    figure_lines,
    is_chance,
    random_lines,
)
from beliefs.spec.inferring.answers.finding import find_lines
from beliefs.spec.inferring.answers.in_lines import line_lines
from beliefs.spec.inferring.answers.lists import every, list_lines, read_query
from beliefs.spec.inferring.answers.looking import belonging, below_lines, beside_lines
from beliefs.spec.inferring.answers.nearby import near_lines
from beliefs.spec.inferring.answers.nested_order import nested_in_order
from beliefs.spec.inferring.answers.packing import packed_lines
from beliefs.spec.inferring.answers.pages import is_page, page_lines
from beliefs.spec.inferring.answers.picturing import pictured_lines
from beliefs.spec.inferring.answers.reading_out import text_lines
from beliefs.spec.inferring.answers.searching import search_lines
from beliefs.spec.inferring.computing.remembering import history_of
from beliefs.spec.inferring.computing.routes import compute_lines
from beliefs.spec.inferring.families.addressing import addressed_lines, opened
from beliefs.spec.inferring.families.beats import status_lines
from beliefs.spec.inferring.families.boards import board_lines
from beliefs.spec.inferring.families.contests import contest_lines
from beliefs.spec.inferring.families.counted import counted_lines
from beliefs.spec.inferring.families.daily import streak_lines
from beliefs.spec.inferring.families.handing import handed_lines
from beliefs.spec.inferring.families.lasting import lasting_lines
from beliefs.spec.inferring.families.lineups import move_lines
from beliefs.spec.inferring.families.lining import cancel_lines, lined_answer, roll_lines
from beliefs.spec.inferring.families.living import beat_lines
from beliefs.spec.inferring.families.logs import log_lines
from beliefs.spec.inferring.families.mail import mail_lines
from beliefs.spec.inferring.families.marks import mark_lines
from beliefs.spec.inferring.families.moving import contents_lines
from beliefs.spec.inferring.families.positions import in_sequence, order_lines
from beliefs.spec.inferring.families.rolls import roll_call_lines
from beliefs.spec.inferring.families.scoring import ranking_lines, score_lines
from beliefs.spec.inferring.families.single_values import Single, value_lines
from beliefs.spec.inferring.families.splitting import balance_lines
from beliefs.spec.inferring.families.standings import standings_lines
from beliefs.spec.inferring.families.threads import top_level
from beliefs.spec.inferring.families.turns import current_lines, turn_lines
from beliefs.spec.inferring.families.versions import asked_lines, version_lines
from beliefs.spec.inferring.families.visits import followed_lines, visit_lines
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.stocks import history_lines
from beliefs.spec.inferring.routes.amounts import transfer_lines
from beliefs.spec.inferring.routes.apiece import several_lines
from beliefs.spec.inferring.routes.changing import change_lines, removed_lines
from beliefs.spec.inferring.routes.coded import coded_file
from beliefs.spec.inferring.routes.creating import create_lines
from beliefs.spec.inferring.routes.filing import (
    behind_lines,
    bundled_lines,
    linked_lines,
    sent_lines,
    there_guard,
)
from beliefs.spec.inferring.routes.forms import led
from beliefs.spec.inferring.routes.importing import import_lines
from beliefs.spec.inferring.routes.members import member_lines
from beliefs.spec.inferring.routes.one_or_many import either_lines
from beliefs.spec.inferring.routes.running import running_lines
from beliefs.spec.inferring.routes.sequences import passing_lines
from beliefs.spec.inferring.routes.several import changed_lines
from beliefs.spec.inferring.routes.small import small_lines
from beliefs.spec.inferring.routes.texts import named_guards, raw_lines, text_guards
from beliefs.spec.inferring.routes.tooling import tool_lines
from beliefs.spec.inferring.routes.unpacking import unpack_lines
from beliefs.spec.inferring.rules.above import with_rules_above
from beliefs.spec.inferring.rules.detailing import with_values
from beliefs.spec.inferring.rules.excluding import excluded_guards
from beliefs.spec.inferring.rules.guarding import above_guards, query_guards
from beliefs.spec.inferring.rules.nothing import with_something
from beliefs.spec.inferring.rules.retiring import retire_lines, without_retired
from beliefs.spec.inferring.rules.together import together_guards
from beliefs.spec.inferring.rules.trimming import trimmed
from beliefs.spec.inferring.rules.unseen import unseen_guards, without_unseen
from beliefs.spec.inferring.told.completing import completed
from beliefs.spec.inferring.told.programs import told_deed, unread_sentence
from beliefs.spec.inferring.told.spending import spent
from beliefs.spec.inferring.valuing.answers import told_lines, untold, valued_lines
from beliefs.spec.inferring.valuing.spoken import single_lines, spoken_lines
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Unknown


def effect_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route in the notation; None when nothing explains it."""
    return _whole(writer, route, _explained(writer, route))


def _explained(writer: Writer, route: Route) -> list[str] | None:
    found = running_lines(writer, route) or crowd_lines(writer, route)
    found = found or contents_lines(writer, route)
    found = found or counted_lines(writer, route)
    found = found or single_lines(writer, route)
    found = found or told_lines(writer, route) or _lines(writer, route)
    if found is None or _SAME_RANK.search(found[-1]):
        found = valued_lines(writer, route)
    elif blank := _blank(route, found):
        quiet: list[Unknown] = []
        told = valued_lines(replace(writer, unknown=quiet.append), route)
        if told is not None and not _blank(route, told):
            found = told
            for each in quiet:
                writer.unknown(each)
        else:
            why = "it is always null: nothing says where it comes from"
            about = f"{', '.join(blank)} of {route.method} {route.path}"
            writer.unknown(Unknown("material", about, route.source, why))
    return spoken_lines(writer, route) if found is None else found


def _blank(route: Route, lines: list[str]) -> list[str]:
    """The values of records in a list that nothing was found for."""
    if route.method != "GET" or not re.match(r"answer \d+ each\(", lines[-1]):
        return []
    return re.findall(r"[{ ](\w+): null(?=[,}])", lines[-1])


# A rank that is the same for all is none: whoever wrote it knew no better.
_SAME_RANK = re.compile(r"^answer .*\beach\(.*\brank: (?:null|\d+)[,}]")


def completed_lines(writer: Writer, route: Route) -> list[str] | None:
    """The same, with guards for the failures that nothing else explains."""
    found = _whole(writer, route, _explained(writer, route))
    return completed(writer, route, found) if found is not None else None


def told_effect(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route by its sentences alone; None where one of them is not understood."""
    return _whole(writer, route, told_deed(writer, route))


def single_effect(single: Single) -> Callable[[Writer, Route], list[str] | None]:
    """What reads the routes of a value that there is once."""

    def reading(writer: Writer, route: Route) -> list[str] | None:
        return _whole(writer, route, value_lines(writer, route, single))

    return reading


def _whole(writer: Writer, route: Route, found: list[str] | None) -> list[str] | None:
    """An effect with what holds for routes of all kinds."""
    if found is None:
        return None
    found = led(route, found)
    changes = (without_unseen, without_retired, with_rules_above, in_sequence, with_values, trimmed)
    for change in (*changes, crowded, spent, unlocked, with_something, nested_in_order):
        found = change(writer, route, found)
    brought = [*excluded_guards(writer, route), *together_guards(writer, route)]
    brought += _of_text(writer, route)
    return [*brought, *query_guards(writer, route), *found]


def _of_text(writer: Writer, route: Route) -> list[str]:
    """What holds for a text that is put under a name, whether it is new or not."""
    chain = writer.chain(route)
    holding = writer.kept.at(chain) if chain and route.method == "PUT" else None
    large = text_guards(writer, route, holding) if holding is not None else []
    return [*named_guards(writer, route), *large]


def _lines(writer: Writer, route: Route) -> list[str] | None:
    found = account_lines(writer, route) or reset_lines(writer, route)
    found = found or opening_lines(writer, route)
    found = found or compute_lines(writer, route) or history_of(writer, route)
    found = found or roll_call_lines(writer, route)
    found = found or export_lines(writer, route)
    found = found or version_lines(writer, route) or log_lines(writer, route)
    found = found or unpack_lines(writer, route) or packed_lines(writer, route)
    found = found or pictured_lines(writer, route) or text_lines(writer, route)
    found = found or tool_lines(writer, route) or line_lines(writer, route)
    found = found or search_lines(writer, route)
    found = found or import_lines(writer, route) or history_lines(writer, route)
    if found is not None:
        return found
    found = mail_lines(writer, route)
    if found is not None:
        return found
    found = balance_lines(writer, route) or score_lines(writer, route)
    found = found or ranking_lines(writer, route)
    found = found or mark_lines(writer, route) or sharing_lines(writer, route)
    found = found or streak_lines(writer, route) or status_lines(writer, route)
    found = found or beat_lines(writer, route)
    found = found or addressed_lines(writer, route) or transfer_lines(writer, route)
    if found is not None:
        return found
    if is_page(route):
        return page_lines(writer, route)
    found = handed_lines(writer, route) or turn_lines(writer, route)
    found = found or current_lines(writer, route) or visit_lines(writer, route)
    if found is not None:
        return found
    chain = writer.chain(route)
    for family in (order_lines, move_lines, contest_lines, standings_lines, retire_lines):
        found = family(writer, route, chain)
        if found is not None:
            return found
    found = passing_lines(writer, route) or lasting_lines(writer, route, chain)
    found = found or board_lines(writer, route, chain) or near_lines(writer, route, chain)
    found = found or daily_lines(writer, route, chain)
    if found is not None:
        return found
    holding = writer.kept.at(chain) if chain else None
    if holding is not None and holding.own:
        return own_lines(writer, route, holding)
    if chain and chain[-1].param:
        bundle = bundled_lines(writer, route)
        if bundle is not None:
            return bundle
        if holding is not None:
            found = _item(writer, route, holding, chain)
        elif len(chain) > 1 and (owner := writer.kept.at(chain[:-1])) is not None:
            found = member_lines(writer, route, owner, chain)
        return found or small_lines(writer, route)
    if holding is not None:
        return _booked(writer, route, holding, chain) or _collection(writer, route, holding, chain)
    if len(chain) > 1:
        before = writer.kept.at(chain[:-1])
        if before is not None and chain[-2].param:
            return (
                roll_lines(writer, route, before)
                or below_lines(writer, route, before, chain)
                or _made_by_deed(writer, route, before, chain)
                or small_lines(writer, route)
            )
        if before is not None:
            return (
                beside_lines(writer, route, before, chain)
                or find_lines(writer, route)
                or small_lines(writer, route)
            )
        found = _by_value(writer, route, chain)
        if found is not None:
            return found
    found = find_lines(writer, route) or small_lines(writer, route)
    return found or alone_lines(writer, route, chain)


def _by_value(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """Rows with a value that the path names: GET /students/{student}/bookings."""
    holding = writer.kept.called(chain[-1].name)
    param = chain[-2].param
    if route.method != "GET" or holding is None or not param or len(chain) != 2:
        return None
    field = holding.named(param)
    if not field or field == holding.key.name:
        return None
    return list_lines(writer, route, holding, chain[-1:], [f".{field} = input.{param}"])


def _booked(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """A movement that keeps no row of its own: it answers with the row that it changes."""
    above = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    brought = route.body.names if route.body is not None else ()
    if route.method != "POST" or above is not holding or any(map(holding.named, brought)):
        return None
    return below_lines(writer, route, holding, chain)


def _made_by_deed(
    writer: Writer, route: Route, before: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """A deed that makes a row of something else: reserving a gift makes a reservation."""
    made_ = next(
        (each for each in writer.kept.holdings if route in each.routes and each is not before), None
    )
    if route.method != "POST" or made_ is None or not is_record(route.body):
        return None
    return create_lines(writer, route, made_, chain)


def _collection(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    match route.method:
        case "GET" if is_chance(route, holding):
            return random_lines(writer, route, holding)
        case "GET":
            shown = route.good.shape if route.good else None
            if not is_record(shown) or lists_records(route) or is_envelope(shown):
                where = belonging(writer, holding, chain)
                if where is None:
                    return None
                where = [*where, *top_level(route, holding)]
                return _some(writer, route, list_lines(writer, route, holding, chain, where))
            figures = figure_lines(writer, route, holding, chain)
            return _some(writer, route, figures) if figures is not None else None
        case "POST":
            if is_list(route.body):
                return several_lines(writer, route, holding, chain)
            lines = create_lines(writer, replace(route, many=""), holding, chain)
            if route.many:
                return either_lines(writer, route, holding, lines)
            return lined_answer(writer, route, holding, lines)
        case "PUT" | "PATCH":
            return changed_lines(writer, route, holding, chain)
        case "DELETE":
            return _dropped(writer, route, holding, chain)
    return None


def _dropped(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """All rows of a place, or those that the query names: a parameter left out names none."""
    where = belonging(writer, holding, chain)
    asked = [each for each in route.params if each.place == "query"]
    named = [re.sub(r"^input\.\w+ = null or ", "", each) for each in _asked(writer, route, holding)]
    if where is None or len(named) < len(asked):
        return None
    holds = every([*where, *named, *writer.mine(route, holding)] or ["true"])
    lines = writer.above(route, chain[:-1])
    many = f"let many = count({holding.name}[where {holds}])"
    scene = Scene(
        values={"deleted": "many", "count": "many", "deletedcount": "many"},
        message="All deleted",
    )
    answer = writer.answer(route, scene, 204)
    counts = [many] if "many" in answer else []
    if named and 404 in route.statuses:
        way = writer.refuse(route, "absent", "Nothing found", "none found never", (404,))
        counts = [many, f"guard many > 0 else {way}"]
    return [*lines, *counts, f"delete {holding.name} where {holds}", answer]


def _asked(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """The conditions that the query of a request sets."""
    quiet = replace(writer, said=lambda _: None, unknown=lambda _: None)
    return read_query(quiet, route, holding).holds if route.params else []


def _some(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The same where no row at all is a failure: 404 of a list that nothing else explains."""
    if 404 not in route.statuses or any(each.startswith("guard") for each in lines):
        return lines
    way = writer.refuse(route, "absent", "Nothing found", "none found never", (404,))
    guard = f"guard count(found) > 0 else {way}"
    for at, line in enumerate(lines):
        if line.startswith("let found = "):
            return [*lines[: at + 1], guard, *lines[at + 1 :]]
    picked = re.fullmatch(r"answer (\d+) (\w+\[where [^\[\]]*\])", lines[-1])
    if picked is None:
        return lines
    return [*lines[:-1], f"let found = {picked[2]}", guard, f"answer {picked[1]} found"]


def _item(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    one = holding.variable
    reads = writer.above(route, chain)
    if route.method == "GET" and holding.apiece and _of_everybody(route):
        named = f".{holding.finder} = input.{chain[-1].param}"
        return list_lines(writer, route, holding, chain[:-1], [named])
    if route.method == "GET":
        reads += unseen_guards(writer, route, holding)
    if route.method in {"GET", "DELETE"} and (begun := begun_lines(writer, route, holding, reads)):
        return begun
    match route.method:
        case "GET":
            if route.good and 300 <= route.good.status < 400:
                return followed_lines(writer, route, holding, reads)
            content = next(
                (each.name for each in holding.fields.values() if each.type.kind == "file"), ""
            )
            if route.good and _sends(route):
                if content:
                    there = there_guard(writer, route, holding, content)
                    return [*reads, *there, *sent_lines(writer, route, f"{one}.{content}")]
                if file := coded_file(holding):
                    return [*reads, *sent_lines(writer, route, file)]
                if (linked := linked_lines(writer, route, holding)) is not None:
                    return [*reads, *linked]
            if (text := raw_lines(route, holding, reads)) is not None:
                return text
            if len(chain) == 1 and (behind := behind_lines(writer, route, holding)) is not None:
                return [*reads, *behind]
            return [
                *reads,
                *_viewed(writer, route, holding),
                *opened(writer, route, holding),
                *asked_lines(writer, route, holding),
                writer.answer(route, Scene(holding, one)),
            ]
        case "DELETE":
            if (ended := cancel_lines(writer, route, holding, reads)) is not None:
                return ended
            above = above_guards(writer, route, holding, chain)
            return [*reads, *above, *removed_lines(writer, route, holding, one)]
        case "POST" if route.body is None and len(chain) > 1:
            return None  # it joins two rows, or does something else to one
        case "PUT" | "PATCH" | "POST":
            return change_lines(writer, route, holding, chain, reads)
    return None


def _of_everybody(route: Route) -> bool:
    """Whether a name in a path stands for what everybody has under it, and not for one row."""
    shape = route.good.shape if route.good else None
    return is_list(shape) or (shape is None and bool(re.search(r"(?i)\blists?\b", route.words)))


def _sends(route: Route) -> bool:
    """Whether a route answers with a file itself, by its media type or else by its words."""
    media, shape = (route.good.media, route.good.shape) if route.good else ("", None)
    if media and "json" not in media:
        return True
    asked = r"(?im)\bdownload|\b(?:sends?|streams?|returns?|answers?|gives?|serves?) (?:back )?the "
    asked += r"(?:raw |stored |original |very |same |exact |uploaded )*(?:file|content|bytes)\b|"
    asked += r"^\W*(?:the |its )?"
    asked += r"(?:raw |stored |image )?(?:file|bytes)\b|"
    asked += r"\bthe (?:\w+ )?(?:file|picture|image|photo|document|pdf) itself\b"
    said = f"{route.words}\n{route.good.words if route.good else ''}"
    return not is_record(shape) and bool(re.search(asked, said))


def _viewed(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Reading may count: where the words say so."""
    said = re.search(
        r"(?i)(?:increment|increase|count|add|record)\w* (?:the |its |one |a |as a |1 )?"
        r"(view|read|visit|hit|open)",
        route.words,
    )
    noun = said[1].lower() if said else ""
    forms = {f"{noun}s", f"{noun}count", f"{noun}scount", "views", "viewcount"}
    views = next((each for each in holding.fields if plain(each) in forms), "")
    del writer
    if not said or not views:
        return []
    one = holding.variable
    return [f"patch {holding.name} {one} {{{views}: {one}.{views} + 1}}"]


def hole(writer: Writer, route: Route) -> None:
    """Say that nobody understood a route."""
    unread = unread_sentence(writer, route)
    value = untold(writer, route)
    why = "what it does cannot be told from its path, its shapes and its words"
    words_ = route.summary or route.words or f"{route.method} {route.path}"
    writer.unknown(
        Unknown(
            "blocking",
            f"{route.method} {route.path}: {words_.splitlines()[0][:120]}",
            route.source,
            f"{why}: nothing says where {value} comes from"
            if value
            else f"{why}: {unread[:80]!r} is not understood"
            if unread
            else why,
        )
    )

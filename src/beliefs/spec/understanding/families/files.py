"""Files: uploaded, downloaded, shared for a while."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.failures import Failure
from beliefs.spec.features import files
from beliefs.spec.features.resources import an
from beliefs.spec.operations import Operation
from beliefs.spec.service import Unknown
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.classes import FILES
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.expiry import gone_way
from beliefs.spec.understanding.plans import Plan, World, item_path

_PIXELS = 128
_KINDS = (*FILES, "upload")


def shape(world: World) -> None:
    """Files are there where something is uploaded."""
    _texts(world)
    if world.draft.said("upload", "download", "filing", "base64") is None:
        return
    plan = next((world.plans[each] for each in _KINDS if each in world.plans), None)
    if plan is None:
        return
    world.families.add("files")
    plan.fixed = files.stored(plan.name, plan.entity.plural, more=_beside(world, plan))
    if world.draft.said("base64"):
        names = [each.name for each in plan.fields]
        name = next((each for each in names if each in _NAMES), "name")
        kind = next((each for each in names if each in _TYPES), "content_type")
        plan.fixed = files.stored(plan.name, plan.entity.plural, name, kind)
    plan.fields = []
    plan.handled |= {"create"}
    plan.verbs -= {"replace", "change"}
    world.assumptions = [
        each for each in world.assumptions if each.about != f"the fields of {an(plan.thing.name)}"
    ]


def _beside(world: World, plan: Plan) -> tuple[Field, ...]:
    """What the goal says comes with a file: a caption, a title; a form brings no lists."""
    asked = {each.field.name for each in plan.thing.fields} - _OF_FILES
    more = [each for each in plan.fields if each.name in asked]
    if world.draft.said("base64", "several_files"):
        plain = []
    else:
        plain = [each for each in more if each.type.kind not in {"list", "record", "json", "file"}]
    source = next((each.source for each in plan.thing.cues), "")
    world.draft.lost += [
        Unknown("material", each.name, source, "This does not come with a file.")
        for each in more
        if each not in plain
    ]
    return tuple(_said(each) for each in plain)


def _said(field: Field) -> Field:
    """In a form, a text that is empty was left out."""
    if field.type.kind != "string" or not field.required:
        return field
    return replace(field, type=replace(field.type, min_length=field.type.min_length or 1))


def write(world: World) -> None:
    """Upload, download, share."""
    if "files" not in world.families:
        return
    kept = (each for each in world.plans.values() if each.fixed and each.thing.name in _KINDS)
    plan = next(kept, None)
    if plan is None:
        return  # files are spoken of, and none is kept
    resource = plan.resource()
    large = world.draft.said("too_large")
    most = int(large.bound["bytes"]) if large is not None else None
    if large is not None and large.bound.get("status", 413) != 413:
        world.failures.append(Failure("too_large", large.bound["status"], "Too large"))
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None or found[0] is not plan:
            continue
        if route.method == "POST" and found[1] == "" and world.draft.said("base64"):
            _encoded(world, plan, route)
        elif route.method == "POST" and found[1] == "" and world.draft.said("several_files"):
            part = route.said("takes_part")
            named = part.bound["name"] if part is not None else "files"
            world.add(files.upload_many(resource, route.path, named, most), route, route.source)
        elif route.method == "POST" and found[1] == "":
            part = route.said("takes_part")
            named = part.bound["name"] if part is not None else _part(route)
            world.add(files.upload(resource, route.path, named, most), route, route.source)
        elif route.method == "GET" and route.last in {"download", "content", "raw"}:
            world.add(files.download(resource, route.path), route, route.source)
        elif route.method == "GET" and _is_small(route):
            world.add(_thumbnail(world, plan, route), route, route.source)
            _use(route, "thumbnail", "shows")
            continue
        elif route.method == "GET" and found[1] != "{}" and _is_archive(route):
            world.add(files.archive(resource, route.path), route, route.source)
            _use(route, "zip", "download", "lists", "shows")
            continue
        elif route.method == "POST" and route.last in {"share", "link", "links", "shares"}:
            _share(world, plan, route)
        else:
            continue
        _use(route)
    _unnamed(world, plan, most)
    world.draft.use(
        "files", "upload", "filing", "download", "original_name", "too_large", "gone", "base64"
    )
    world.draft.use("files", "several_files", "multipart", "takes_part")
    if "Share" in {each.name for each in world.entities}:
        world.draft.use("files", "share", "link_token", "until", "links", "expiry", "life")


def _is_small(route: Route) -> bool:
    return route.last.startswith(("thumb", "preview")) or route.said("thumbnail") is not None


def _thumbnail(world: World, plan: Plan, route: Route) -> Operation:
    said = route.said("thumbnail")
    stated = said.bound.get("number") if said is not None else None
    if stated is None:
        world.assume("how large a thumbnail may be", f"{_PIXELS} pixels")
    return files.thumbnail(plan.resource(), route.path, int(stated or _PIXELS))


def _is_archive(route: Route) -> bool:
    return route.last in {"archive", "zip", "archive.zip"} or route.said("zip") is not None


def _part(route: Route) -> str:
    return next((each.field.name for each in route.takes), "file")


def _unnamed(world: World, plan: Plan, most: int | None) -> None:
    """What the goal speaks of without a route."""
    names = {each.name for each in world.operations}
    resource = plan.resource()
    if not any(each.startswith("upload_") for each in names):
        several = world.draft.said("several_files") is not None
        upload = files.upload_many if several else files.upload
        world.add(upload(resource, plan.path, most=most))
    if world.draft.said("share") and not any(each.startswith("share_") for each in names):
        route = Route("POST", f"{resource.item_path}/share")
        _share(world, plan, route)
        world.assume(f"how {an(plan.thing.name)} is shared", f"POST {route.path}")
    told = world.draft.said("filing")
    down = world.draft.said("download") or (told and "download" in told.bound["filing"][0])
    if down and not any(each.startswith("download_") for each in names):
        world.add(files.download(resource, f"{resource.item_path}/download"))


def _encoded(world: World, plan: Plan, route: Route) -> None:
    """A file that comes as base64 in a field of a JSON body."""
    names = [each.field.name for each in route.takes]
    cue = world.draft.said("base64")
    assert cue is not None
    content = str(cue.bound.get("name", "")).lower()
    if content not in names:
        content = next((each for each in names if each in _CONTENTS), "content")
    name = next((each for each in names if each in _NAMES), "name")
    kind = next((each for each in names if each in _TYPES), "")
    made = files.encoded(plan.resource(), route.path, name, content, kind)
    world.add(made, route, route.source)


_OF_FILES = frozenset(
    """id name filename file_name size bytes type content_type mime_type media_type content data
    file original_name""".split()  # noqa: SIM905
)
_CONTENTS = ("content", "data", "file", "image", "base64", "body")
_NAMES = ("name", "filename", "file_name", "title")
_TYPES = ("content_type", "type", "mime_type", "media_type")


def _texts(world: World) -> None:
    """Things that are one text, which comes and goes as a plain body."""
    cue = world.draft.said("raw_body")
    for route in world.draft.routes:
        found = world.at(route.path)
        if cue is None or cue not in route.cues or found is None or found[0].fixed is not None:
            continue
        plan = found[0]
        if route.method == "PUT" and found[1] == "{}" and plan.key.style == "given":
            plan.fields = [Field(_VALUE, Type("string"))]
            plan.handled |= {"replace", "show"}
            world.kept["values"] = (plan, route)
        if route.method != "POST" or found[1]:
            continue
        plan.fields = [Field(_TEXT, Type("string", min_length=1))]
        plan.handled.add("create")
        world.kept["texts"] = (plan, route)
    for kept in ("texts", "values"):
        if kept in world.kept and cue is not None:
            said = f"the fields of {an(world.kept[kept][0].thing.name)}"
            world.assumptions = [each for each in world.assumptions if each.about != said]
            cue.used = "files"


_TEXT = "content"
_VALUE = "value"  # of what is kept under a key
_RAW = frozenset({"raw", "text", "plain", "content"})


def write_texts(world: World) -> None:
    """Texts in and out."""
    if "values" in world.kept:
        _values(world)
    if "texts" not in world.kept:
        return
    plan, first = world.kept["texts"]
    world.add(files.text_in(plan.resource(), first.path, _TEXT), first, first.source)
    for cue in first.cues:
        if cue.says in {"with", "about", "answers", "takes", "shows", "raw_body"}:
            cue.used = cue.used or "files"
    for route in world.draft.open_routes():
        found = world.at(route.path)
        raw = found is not None and found[1].removeprefix("{}/") in _RAW
        if found is not None and found[0] is plan and route.method == "GET" and raw:
            world.add(files.text_out(plan.resource(), route.path, _TEXT), route, route.source)
            _use(route)
    world.draft.use("files", "plain_text")
    shown = {plan.key.name, _TEXT}
    for cue in world.draft.all_said("answers"):
        told = {each.field.name for each in cue.bound.get("fields", ())}
        if told and told <= shown and cue.sentence in {each.sentence for each in first.cues}:
            cue.used = cue.used or "files"


def _values(world: World) -> None:
    """Texts under the keys that requests name: as they came in, so they go out."""
    plan, first = world.kept["values"]
    resource = plan.resource()
    world.add(files.text_kept(resource, first.path, _VALUE), first, first.source)
    shown = world.draft.route("GET", item_path(plan))
    path = shown.path if shown is not None else item_path(plan)
    world.add(files.text_out(resource, path, _VALUE), shown)
    for route in (first, shown):
        for cue in route.cues if route is not None else ():
            if cue.says in {"shows", "raw_body", "verbs", "plain_text", "answers", "thing"}:
                cue.used = cue.used or "files"


def _share(world: World, plan: Plan, route: Route) -> None:
    share = files.shared(plan.entity)
    world.entities.append(share)
    target = next(
        (each.path for each in world.draft.routes if each.path.endswith("{token}")),
        f"{world.base}/shared/{{token}}",
    )
    seconds = next((each.field.name for each in route.takes), "expires_in")
    key = next(
        (each.field.name for each in route.answers if each.field.name.endswith(("url", "link"))),
        "url",
    )
    resource = plan.resource()
    cue = world.draft.said("expiry", "life")
    usual = int(cue.bound.get("span") or 0) if cue is not None else 0
    made = files.share(resource, share, route.path, target, seconds, key, usual=usual)
    world.add(made, route if route in world.draft.routes else None, route.source)
    named = world.draft.route("GET", target)
    way = gone_way(world, world.draft.said("gone"))
    shared = files.shared_download(resource, share, target, way)
    world.add(replace(shared, source=route.source), named)
    if named is not None:
        _use(named)
    else:
        world.assume("where shared files are", target)
    plan.removal.insert(0, f"delete Share where .{share.fields[0].name} = {resource.one}.id")


def _use(route: Route, *says: str) -> None:
    """Mark what was said of a route; all of it where nothing is named."""
    for cue in route.cues:
        if not says or cue.says in says:
            cue.used = cue.used or "files"

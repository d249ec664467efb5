"""Rows that several people share: whoever makes one is its owner and lets others in."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_MEMBERS = re.compile(r"(?i)^(?:members?|participants?|collaborators?|invit\w+|join|users?)$")
_OWNER = (
    r"(?:,? (?:and|;) )?(?:whoever|the (?:user|one|person) (?:who|that)|(?:the|its|a) (?"
    r":creator|caller|user)|(?:who )?(?:creates?|makes?) (?:it|one|\w+))?[\w ]*?\b(?:is|"
    r"becomes?|as)\b (?:(?:the|its|an?) )*owner(?:(?: and|,) (?:(?:the|its|a|also) )*(?"
    r":first )?member)?(?: of (?:it|the \w+))?"
)
_ONLY_OWNER = (
    r"(?:\bonly (?:the |its |an? )?(?:\w+ )?(?:owner|creator)s?(?: of (?:the |a )?\w+)?"
    r"(?: (?:may|can)(?: do (?:that|this|so|it))?)?|\bthe owner (?:can |may )?(?:adds?|"
    r"removes?|invites?)(?: members?)?(?: (?:by|with))?)"
)
_MEMBERS_ONLY = (
    r"(?:\bonly (?:the |its )?(?:members|participants|collaborators)(?: of (?:the|a|"
    r"that|this) \w+)?(?: (?:may|can))?|\b(?:is|are) (?:only )?for (?:the )?(?"
    r":members|participants)(?: of (?:the|a|that) \w+)?(?: only)?|\bmembers[ -]only\b|"
    r"\bmembers (?:of (?:the|a) \w+ )?(?:can|may)\b)"
)
_OTHERS = r"\b(?:others?|else|non-?members?|outsiders?|not (?:a )?members?|anyone|anybody)\b"


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear of rows with members, who lets them in, and what only they may do."""
    users = service.users
    if users is None:
        return
    adding = next(
        (
            x
            for x in scenes
            if x.request.method == "POST" and x.row is not None and _MEMBERS.match(x.request.tail)
        ),
        None,
    )
    if adding is None or adding.row is None:
        return
    _Members(service, scenes, users, adding.row).read(adding)


class _Members:
    """The members of one kind of row."""

    def __init__(self, service: Service, scenes: list[Scene], users: Kind, of: Kind) -> None:
        self.service, self.scenes, self.users, self.of = service, scenes, users, of
        self.kind = Kind(f"{of.name}Member", f"{of.path}/members", parent=of, makes=True)
        self.kind.fields[self.kind.within] = Held(
            self.kind.within,
            Type("integer") if of.key.style == "integer" else STRING,
            server=True,
            of=of.name,
        )
        self.kind.fields["user_id"] = Held("user_id", Type("integer"), server=True)

    def read(self, adding: Scene) -> None:
        """Take what is said, and write what requests do."""
        old = adding.kind
        if old is not None:
            self.service.kinds.remove(old)
        self.service.kinds.append(self.kind)
        self.of.owner = ""
        self.of.fields["owner_id"] = Held(
            "owner_id", Type("integer"), server=True, hidden=True, start="me.id"
        )
        heard.take(self.service, self.scenes, _OWNER)
        for scene in self.scenes:
            if scene.kind is old is not None:
                scene.kind = None if scene is adding else self.kind
            scene.rows = [self.kind if x is old else x for x in scene.rows]
            if scene.kind is self.of and scene.request.method == "POST":
                scene.deed = self._made
            if scene.kind is self.of and scene.request.method == "GET":
                scene.deed = self._listed
        self._guarded()
        adding.kind = None
        adding.deed = self._added

    @property
    def held(self) -> str:
        """The memberships of the caller in the row that the path names."""
        return (
            f"{self.kind.name}[where .{self.kind.within} = {self.of.one}.{self.of.key.name} "
            "and .user_id = me.id]"
        )

    def _guarded(self) -> None:
        """Who may do what, and what others are answered."""
        for scene in self.scenes:
            if self.of not in scene.rows:
                continue
            told = [*scene.told.said, *(x.cause for x in scene.told.faults)]
            owner = [
                x for x in told if x.take(_ONLY_OWNER) or re.search(f"(?i){_ONLY_OWNER}", x.lead)
            ]
            members = [
                x
                for x in told
                if x.take(_MEMBERS_ONLY) or re.search(f"(?i){_MEMBERS_ONLY}", x.lead)
            ]
            way = self._way(scene)
            if owner:
                scene.checks.append(
                    f'guard {self.of.one}.owner_id = me.id else {way} "Only the owner may do this"'
                )
            elif members or way != "":
                scene.checks.append(
                    f'guard count({self.held}) > 0 else {way or "forbidden"} "Only members may do '
                    'this"'
                )
        for each in heard.faults(self.service, self.scenes, _OTHERS):
            if each.fault.status not in {403, 404} or heard.rest(
                each.fault.cause.text,
                _OTHERS,
                r"\b(?:tries|try|is|who|gets?|people|users?|a|member|adds?)\b",
            ):
                heard.put_back(self.service, each)
            elif each.scenes:
                for scene in each.scenes:
                    if not scene.checks:
                        scene.checks.append(
                            f'guard count({self.held}) > 0 else forbidden "Only members may do '
                            'this"'
                        )

    def _way(self, scene: Scene) -> str:
        """How somebody fails who may not: taken out of the failures of a request."""
        for fault in list(scene.told.faults):
            if (
                fault.status in {403, 404}
                and re.search(f"(?i){_OTHERS}", fault.cause.text)
                and not heard.rest(
                    fault.cause.text,
                    _OTHERS,
                    r"\b(?:tries|try|who|gets?|people|users?|adds?|a member|members?)\b",
                )
            ):
                scene.told.faults.remove(fault)
                return "forbidden" if fault.status == 403 else "absent"
        return ""

    def _made(self, scene: Scene, guards: list[str]) -> None:
        """A new row has its maker as its first member."""
        from beliefs.spec.brief import deeds

        deeds.create(scene, guards)
        last = scene.lines.pop()
        scene.lines.append(
            f"insert {self.kind.name} {{{self.kind.within}: {self.of.one}.{self.of.key.name}, "
            "user_id: me.id} as member"
        )
        scene.lines.append(last)

    def _listed(self, scene: Scene, guards: list[str]) -> None:
        """Whoever is a member sees a row in the list."""
        from beliefs.spec.brief import deeds

        del guards
        inside = f"each(one in {self.kind.name}[where .user_id = me.id]: one.{self.kind.within})"
        deeds.listing(scene, self.of, also=(f".{self.of.key.name} in {inside}",))

    def _added(self, scene: Scene, guards: list[str]) -> None:
        """Let somebody in, by a name or a key."""
        from beliefs.spec.brief import deeds

        deeds.read_rows(scene)
        scene.lines += guards
        brought = next((n for n, g in scene.given.items() if g.place == "json"), None)
        if brought is None:
            scene.lines.append("let user = me")
        else:
            by = self.users.key.name if brought in {"user_id", "id"} else brought
            if by not in self.users.fields and by != self.users.key.name:
                scene.open.append(f"whom {brought} names")
                return
            scene.lines.append(
                f"let user = first({self.users.name}[where .{by} = input.{brought}])"
            )
            scene.lines.append('guard user != null else absent "User not found"')
        inside = (
            f"{self.kind.name}[where .{self.kind.within} = {self.of.one}.{self.of.key.name} "
            f"and .user_id = user.{self.users.key.name}]"
        )
        scene.lines.append(f'guard count({inside}) = 0 else conflict "Already a member"')
        scene.lines.append(
            f"insert {self.kind.name} {{{self.kind.within}: {self.of.one}.{self.of.key.name}, "
            f"user_id: user.{self.users.key.name}}} as member"
        )
        deeds.done(scene, "user", 201)

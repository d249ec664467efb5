"""Who may ask, by the security schemes of small OpenAPI documents and the words about them."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.service import Spec, blocked
from beliefs.spec.understanding import understand

_BODY = "{content: {application/json: {schema: {type: object, required: [%s], properties: {%s}}}}}"
_MADE = (
    "{description: made, content: {application/json: {schema: {type: object, properties: {%s}}}}}"
)


def _read(text: str) -> Spec:
    return read_sources((Source("a.yaml", text),), lambda told: understand(told).spec)


def _effect(spec: Spec, method: str, path: str) -> str:
    found = next(each for each in spec.operations if (each.method, each.path) == (method, path))
    return notation.write(found.effect)


def _document(paths: str, schemes: str, about: str = "Small.") -> str:
    return f"""openapi: 3.0.3
info: {{title: Small, description: "{about}"}}
components: {{securitySchemes: {{{schemes}}}}}
paths:
{paths}"""


_ENTERS = f"""  /join:
    post:
      requestBody: {_BODY % ("nick, password", "nick: {type: string}, password: {type: string}")}
      responses: {{"201": {_MADE % "id: {type: integer}, nick: {type: string}"}}}
  /login:
    post:
      requestBody: {_BODY % ("nick, password", "nick: {type: string}, password: {type: string}")}
      responses: {{"200": {_MADE % "token: {type: string}"}, "401": {{description: wrong}}}}
"""


def test_a_scheme_says_what_tokens_are_signed_with_and_how_long_they_are_good():
    scheme = "t: {type: http, scheme: bearer, description: Signed with env JOIN_SECRET. "
    scheme += "Valid two hours.}"
    me = "  /account:\n    get: {summary: Who I am, security: [{t: []}], responses: {'200': %s}}\n"
    spec = _read(_document(_ENTERS + me % (_MADE % "nick: {type: string}"), scheme))
    assert not blocked(spec)
    assert spec.secret == "JOIN_SECRET"  # noqa: S105
    assert "sign({user_id: user.id}, 7200)" in _effect(spec, "POST", "/login")
    assert _effect(spec, "GET", "/account").strip() == "answer 200 {nick: me.nick}"


def test_a_form_lets_people_in_too():
    entered = _ENTERS.replace("  /login:", "  /signin:")
    head, _, rest = entered.rpartition("application/json: {schema: {type: object, required")
    form = f"{head}application/x-www-form-urlencoded: {{schema: {{type: object, required{rest}"
    me = "  /me:\n    get: {security: [{o: []}], responses: {'200': %s}}\n"
    scheme = "o: {type: oauth2, flows: {password: {tokenUrl: /signin, scopes: {}}}}"
    spec = _read(_document(form + me % (_MADE % "nick: {type: string}"), scheme))
    assert not blocked(spec)
    assert "check_password" in _effect(spec, "POST", "/signin")


_KEYS = f"""  /keys:
    post:
      %s
      requestBody: {_BODY % ("team", "team: {type: string}")}
      responses:
        "201": {_MADE % "id: {type: integer}, team: {type: string}, key: {type: string}"}
        "403": {{description: not the boss}}
  /jokes:
    post:
      security: [{{k: []}}]
      requestBody: {_BODY % ("joke", "joke: {type: string}")}
      responses:
        "201": {_MADE % "id: {type: integer}, joke: {type: string}, team: {type: string}"}
"""


def test_two_schemes_of_which_the_environment_holds_one():
    schemes = "k: {type: apiKey, in: header, name: X-Key}, boss: {type: apiKey, in: header, "
    schemes += "name: X-Boss, description: the environment variable BOSS_KEY}"
    spec = _read(_document(_KEYS % "security: [{boss: []}]", schemes))
    assert not blocked(spec)
    made = _effect(spec, "POST", "/keys")
    assert 'guard same_secret(input.x_boss, env("BOSS_KEY")) else forbidden' in made
    assert spec.identity is not None
    assert spec.identity.name == "X-Key"
    told = _effect(spec, "POST", "/jokes")
    assert "team: first(Key[where .id = joke.key_id]).team" in told


def test_a_header_that_is_described_as_a_parameter_is_shown_all_the_same():
    about = "Keys are made by whoever sends the environment variable BOSS_KEY in X-Boss-Token."
    header = (
        "parameters: [{in: header, name: X-Boss-Token, required: true, schema: {type: string}}]"
    )
    spec = _read(_document(_KEYS % header, "k: {type: apiKey, in: header, name: X-Key}", about))
    assert not blocked(spec)
    made = _effect(spec, "POST", "/keys")
    assert 'guard same_secret(input.x_boss_token, env("BOSS_KEY")) else forbidden' in made


def test_each_of_two_values_may_be_taken():
    joined = _ENTERS.replace(
        "nick: {type: string}, password", "nick: {type: string}, mail: {type: string}, password"
    ).replace('"201": {', '"409": {description: nick or mail already taken}, "201": {', 1)
    scheme = "t: {type: http, scheme: bearer}"
    made = _effect(_read(_document(joined, scheme)), "POST", "/join")
    assert "User[where .nick = input.nick]" in made
    assert "User[where .mail = input.mail]" in made


def test_a_put_without_a_tag_makes_what_is_not_there():
    text = f"""openapi: 3.0.3
info: {{title: Labels}}
paths:
  /labels/{{key}}:
    get:
      responses:
        "200": {_MADE % "key: {type: string}, text: {type: string}"}
        "304": {{description: "If-None-Match names it"}}
    put:
      description: "%s"
      requestBody: {_BODY % ("text", "text: {type: string}")}
      responses:
        "200": {_MADE % "key: {type: string}, text: {type: string}"}
        "201": {_MADE % "key: {type: string}, text: {type: string}"}
        "412": {{description: the ETag is another one}}
        "428": {{description: it is there and If-Match is missing}}
"""
    put = _effect(_read(text % "What is there is replaced with If-Match."), "PUT", "/labels/{key}")
    assert "guard label = null or input.if_match != null else precondition_required" in put
    both = "A new one with `If-None-Match: *`, one that is there with If-Match. With neither: 428."
    put = _effect(_read(text % both), "PUT", "/labels/{key}")
    assert "input.if_match != null or input.if_none_match != null else precondition_req" in put
    assert "guard input.if_none_match = null or label = null else precondition" in put


def test_members_are_put_by_those_who_call_themselves_by_a_number():
    who = "{in: header, name: X-User-Id, required: true, schema: {type: integer}}"
    text = f"""openapi: 3.0.3
info: {{title: Choirs}}
paths:
  /choirs:
    post:
      summary: Found a choir; whoever calls becomes its director
      parameters: [{who}]
      requestBody: {_BODY % ("name", "name: {type: string}")}
      responses: {{"201": {_MADE % "id: {type: integer}, name: {type: string}"}}}
  /choirs/{{id}}/members/{{userId}}:
    put:
      summary: Let somebody in or change their part (for directors)
      description: The last director stays one (409).
      parameters: [{who}]
      requestBody: {_BODY % ("role", "role: {type: string, enum: [director, singer]}")}
      responses:
        "200": {_MADE % "userId: {type: integer}, role: {type: string}"}
        "403": {{description: no}}
    delete:
      description: Directors put anybody out but themselves; singers may put out themselves.
      parameters: [{who}]
      responses: {{"204": {{description: out}}, "403": {{description: no}}}}
"""
    spec = _read(text)
    assert not blocked(spec)
    put = _effect(spec, "PUT", "/choirs/{id}/members/{userId}")
    assert 'guard my_choir_member.role = "director" else forbidden' in put
    assert "if member = null:" in put
    assert 'input.role = "director" or count(' in put
    out = _effect(spec, "DELETE", "/choirs/{id}/members/{userId}")
    assert '.role = "director" or input.userId = input.x_user_id else forbidden' in out

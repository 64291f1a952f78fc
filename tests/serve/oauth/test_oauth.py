"""A program is let in, or is not: the whole of OAuth over HTTP, and every way in which it must not go."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.routes import BASE
from graphmem.store import connectors as kept
from graphmem.temporal import now
from tests.serve.daemons import serving
from tests.serve.oauth.programs import CALLBACK, Program, challenge_of, field, form, send


@pytest.fixture(scope="module")
def daemon(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("door") / "home", **{"index.embedder": "none"}) as daemon:
        yield daemon


@pytest.fixture(autouse=True)
def patience(daemon, monkeypatch):
    """Whoever was refused in one test is not in the next."""
    monkeypatch.setattr(daemon.door, "registrations", Allowance(1, 1000))
    monkeypatch.setattr(daemon.guard, "strangers", Allowance(1, 10_000))
    for who in (daemon.guard, daemon.door):
        monkeypatch.setattr(who, "failures", Allowance(1, 1000))


@pytest.fixture
def program(daemon):
    return Program(daemon)


# -- What is told before anybody is let in ---------------------------------------------------------------------


def test_who_is_not_let_in_is_told_where_to_ask(daemon):
    for path, where in (("/mcp", "/mcp"), (f"{BASE}/stats", "")):
        answer = send(daemon, "POST" if path == "/mcp" else "GET", path)
        told = answer.headers["www-authenticate"]
        assert answer.status == 401
        assert f'resource_metadata="{daemon.address}/.well-known/oauth-protected-resource{where}"' in told
        assert 'scope="read write"' in told
        assert "error=" not in told
    again = send(daemon, "POST", "/mcp", headers={"Authorization": "Bearer gm_wrong"})
    assert 'error="invalid_token"' in again.headers["www-authenticate"]


@pytest.mark.parametrize("path", ["", "/mcp"])
def test_the_metadata_names_this_address_at_root_and_path(daemon, path):
    resource = send(daemon, "GET", f"/.well-known/oauth-protected-resource{path}").json
    assert resource["resource"] == daemon.address + path
    assert resource["authorization_servers"] == [daemon.address]
    server = send(daemon, "GET", f"/.well-known/oauth-authorization-server{path}").json
    assert server["issuer"] == daemon.address
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["authorization_response_iss_parameter_supported"]
    assert server["client_id_metadata_document_supported"]
    assert "none" in server["token_endpoint_auth_methods_supported"]


def test_the_library_finds_nothing_wrong_with_the_metadata(daemon):
    from authlib.oauth2.rfc8414 import AuthorizationServerMetadata

    AuthorizationServerMetadata(
        send(daemon, "GET", "/.well-known/oauth-authorization-server").json
    ).validate()


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/.well-known/nothing"])
def test_what_is_not_there_is_said_not_to_be(daemon, path):
    assert send(daemon, "GET", path).status == 404


# -- The way that it should go ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["none", "client_secret_post", "client_secret_basic"])
def test_a_program_is_let_in_and_reads(daemon, method):
    import base64

    program = Program(daemon, token_endpoint_auth_method=method)
    secret = program.registered.json.get("client_secret", "")
    assert bool(secret) == (method != "none")
    bent = {"client_secret": secret} if method == "client_secret_post" else {}
    code = program.code(daemon.secret)
    if method == "client_secret_basic":
        packed = base64.b64encode(f"{program.id}:{secret}".encode()).decode()
        fields = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK,
            "code_verifier": program.verifier,
        }  # fmt: skip
        answer = form(daemon, "/token", fields, Authorization=f"Basic {packed}")
    else:
        answer = program.exchange(code, **bent)
    told = answer.json
    assert (answer.status, told["token_type"], told["expires_in"], told["scope"]) == (
        200,
        "Bearer",
        3600,
        "read write",
    )
    assert answer.headers["cache-control"] == "no-store"
    assert program.call(told["access_token"]).json["result"]["tools"]
    assert daemon.secret not in (told["access_token"], told["refresh_token"])


def test_the_person_sees_who_asks_for_what_and_where_the_answer_goes(daemon):
    program = Program(daemon, client_name="<b>Bank</b>\u202egnp.exe\x00")
    page = program.look(scope="read")
    assert page.status == 200
    assert "&lt;b&gt;Bank&lt;/b&gt;" in page.text
    assert "<b>Bank" not in page.text
    assert "\u202e" not in page.text
    assert CALLBACK in page.text
    assert f"{daemon.address}/mcp" in page.text
    assert 'value="write"' not in page.text
    assert "<script" not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "form-action 'self' https: https://app.example;" in policy
    assert "frame-ancestors 'none'" in policy
    assert (page.headers["x-frame-options"], page.headers["cache-control"]) == ("DENY", "no-store")
    # With "no-referrer" a browser would send "Origin: null" with the form, and be refused.
    assert page.headers["referrer-policy"] == "same-origin"
    cookie = page.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/authorize"))


def test_the_answer_names_who_gave_it_and_brings_the_state_back(daemon, program):
    program.state = 'quotes " and & signs'
    told = program.decide(daemon.secret).told
    assert (told["state"], told["iss"]) == (program.state, daemon.address)
    said_no = program.decide("", decision="deny")
    assert said_no.status == 303
    assert (said_no.told["error"], said_no.told["iss"], said_no.told["state"]) == (
        "access_denied", daemon.address, program.state,
    )  # fmt: skip


def test_the_connector_is_listed_and_the_person_ends_it_alone(daemon, program):
    token = daemon.tokens.create("for the notebook").secret
    told = program.connected(token)
    [row] = [one for one in daemon.tokens.all() if one.kind == "connector" and one.live(now())][-1:]
    assert row.name == "Notebook (app.example)"
    headers = {"Authorization": f"Bearer {daemon.secret}"}
    listed = send(daemon, "GET", f"{BASE}/tokens", headers=headers).json["tokens"]
    assert row.id in {one["id"] for one in listed}
    assert send(daemon, "POST", f"{BASE}/tokens/{row.id}/rotate", headers=headers).status == 422
    assert send(daemon, "DELETE", f"{BASE}/tokens/{row.id}", headers=headers).status == 200
    assert program.call(told["access_token"]).status == 401
    assert program.refresh(told["refresh_token"]).json["error"] == "invalid_grant"
    assert daemon.tokens.of(token)


@pytest.mark.parametrize("end", ["revoke", "rotate"])
def test_with_the_token_of_the_person_ends_what_was_let_in_with_it(daemon, program, end):
    made = daemon.tokens.create(f"soon gone by {end}")
    told = program.connected(made.secret)
    assert program.call(told["access_token"]).status == 200
    code = program.code(made.secret)
    getattr(daemon.tokens, end)(made.token.id)
    assert program.call(told["access_token"]).status == 401
    assert program.refresh(told["refresh_token"]).json["error"] == "invalid_grant"
    assert program.exchange(code).json["error"] == "invalid_grant"


# -- Restarts --------------------------------------------------------------------------------------------------


def test_everything_outlives_a_restart_and_no_secret_is_kept(tmp_path):
    home = tmp_path / "home"
    with serving(home, **{"index.embedder": "none"}) as daemon:
        program = Program(daemon)
        told = program.connected(daemon.secret)
        waiting, used = program.code(daemon.secret), told["refresh_token"]
        told = program.refresh(used).json
    secrets = [told["access_token"], told["refresh_token"], used, waiting, program.verifier]
    for file in home.glob("ledger.db*"):
        assert file.stat().st_mode & 0o077 == 0
        assert not any(secret.encode() in file.read_bytes() for secret in secrets)
    with serving(home, **{"index.embedder": "none"}) as daemon:
        program.daemon, program.base = daemon, daemon.address
        # Another port is another address: what was made for the old one does not count here.
        assert program.call(told["access_token"]).status == 401
        assert program.refresh(told["refresh_token"]).json["error"] == "invalid_target"
        assert program.exchange(waiting).json["error"] == "invalid_target"


def test_with_a_name_of_its_own_a_connector_goes_on_after_a_restart(tmp_path):
    home, public = tmp_path / "home", "https://memory.example.org"
    how = {"hosts": ["memory.example.org"], "behind_proxy": True}
    with serving(home, how=how, **{"index.embedder": "none"}) as daemon:
        program = Program(daemon, base=public)
        assert program.registered.status == 201
        told = program.connected(daemon.secret)
        assert program.call(told["access_token"]).status == 200
    with serving(home, how=how, **{"index.embedder": "none"}) as daemon:
        program.daemon = daemon
        assert program.call(told["access_token"]).status == 200
        told = program.refresh(told["refresh_token"]).json
        assert program.call(told["access_token"]).status == 200
        assert program.connected(daemon.secret)["scope"] == "read write"


# -- Codes -----------------------------------------------------------------------------------------------------


def test_a_code_serves_once_and_a_second_time_ends_what_came_of_it(daemon, program):
    code = program.code(daemon.secret)
    told = program.exchange(code).json
    assert program.call(told["access_token"]).status == 200
    assert program.exchange(code).json["error"] == "invalid_grant"
    assert program.call(told["access_token"]).status == 401
    assert program.refresh(told["refresh_token"]).json["error"] == "invalid_grant"


def test_two_that_bring_one_code_at_once_do_not_both_get_in(daemon, program):
    from concurrent.futures import ThreadPoolExecutor

    code = program.code(daemon.secret)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: program.exchange(code), range(4)))
    assert sorted(answer.status for answer in answers) == [200, 400, 400, 400]
    [let_in] = [answer.json for answer in answers if answer.status == 200]
    assert (
        program.call(let_in["access_token"]).status == 401
    )  # the code was stolen, as far as anybody can tell


def test_a_code_does_not_wait_for_ever(daemon, program, monkeypatch):
    monkeypatch.setattr(kept, "CODE_TIME", timedelta(seconds=-1))
    assert program.exchange(program.code(daemon.secret)).json["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("bent", "error"),
    [
        ({"code_verifier": None}, "invalid_request"),
        ({"code_verifier": "x" * 64}, "invalid_grant"),
        ({"code_verifier": "short"}, "invalid_request"),
        ({"redirect_uri": "https://app.example/other"}, "invalid_grant"),
        ({"redirect_uri": None}, "invalid_grant"),
        ({"client_id": "nobody"}, "invalid_client"),
        ({"client_id": None}, "invalid_client"),
        ({"code": "gmc_wrong"}, "invalid_grant"),
        ({"code": None}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": None}, "unsupported_grant_type"),
        ({"code_verifier": "\u00e4" * 64}, "invalid_request"),
        ({"code_verifier": ["a" * 64, "b" * 64]}, "invalid_request"),
    ],
)
def test_a_code_is_worth_nothing_without_all_that_belongs_to_it(daemon, program, bent, error):
    answer = program.exchange(program.code(daemon.secret), **bent)
    assert answer.status in (400, 401)
    assert answer.json["error"] == error
    assert "access_token" not in answer.json


def test_another_program_cannot_use_a_code(daemon, program):
    other = Program(daemon)
    other.verifier = program.verifier
    assert other.exchange(program.code(daemon.secret)).json["error"] == "invalid_grant"


def test_a_program_with_a_secret_must_show_it(daemon):
    program = Program(daemon, token_endpoint_auth_method="client_secret_post")
    for bent in ({}, {"client_secret": "wrong"}):
        assert program.exchange(program.code(daemon.secret), **bent).json["error"] == "invalid_client"
    junk = form(
        daemon, "/token", {"grant_type": "authorization_code", "code": "x"}, Authorization="Basic /w=="
    )
    assert (junk.status, junk.json["error"]) == (401, "invalid_client")


# -- What a program may ask ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bent", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"scope": "admin"}, "invalid_scope"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": "http://127.0.0.1:1/mcp"}, "invalid_target"),
        ({"resource": "not a url"}, "invalid_target"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
    ],
)
def test_a_program_that_asks_for_what_is_not_offered_is_told_so(daemon, program, bent, error):
    answer = program.look(**bent)
    assert answer.status == 303
    assert answer.headers["location"].startswith(CALLBACK)
    assert (answer.told["error"], answer.told["iss"], answer.told["state"]) == (
        error,
        daemon.address,
        program.state,
    )


@pytest.mark.parametrize(
    "bent",
    [
        {"redirect_uri": "https://evil.example/callback"},
        {"redirect_uri": CALLBACK + "/"},
        {"redirect_uri": CALLBACK + "?x=1"},
        {"redirect_uri": "https://app.example/Callback"},
        {"redirect_uri": "https://app.example:8443/callback"},
        {"redirect_uri": "http://app.example/callback"},
        {"redirect_uri": "https://app.example@evil.example/callback"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": None},
        {"redirect_uri": [CALLBACK, "https://evil.example/"]},
        {"client_id": "nobody"},
        {"client_id": None},
        {"client_id": 'quote"\\'},
        {"state": "\u0000"},
        {"scope": "\u00e4"},
    ],
)
def test_nobody_is_sent_to_a_place_that_the_program_did_not_name(daemon, program, bent):
    answer = program.look(**bent)
    assert answer.status == 400
    assert "location" not in answer.headers
    assert answer.headers["content-type"].startswith("text/html")


def test_on_loopback_any_port_will_do_and_nothing_else_may_differ(daemon):
    program = Program(daemon, redirect_uris=["http://127.0.0.1/callback", "http://localhost:3000/cb"])
    for uri in ("http://127.0.0.1:51234/callback", "http://127.0.0.1/callback", "http://localhost:1/cb"):
        program.redirect_uri = uri
        assert program.connected(daemon.secret)["access_token"]
    for uri in (
        "http://127.0.0.1:5/other", "http://localhost:5/callback", "https://127.0.0.1:5/callback",
        "http://user@127.0.0.1:5/callback", "http://127.0.0.1:5/callback?x", "http://[::1]:5/callback",
        "http://127.0.0.1.evil.example/callback",
    ):  # fmt: skip
        assert program.look(redirect_uri=uri).status == 400


def test_scopes_that_are_not_there_are_left_out_and_none_means_all(daemon, program):
    assert program.connected(daemon.secret, scope="write")["scope"] == "read write"
    page = program.look(scope="read openid offline_access")
    assert 'value="read"' in page.text
    assert 'value="write"' not in page.text
    assert 'value="write"' in program.look(scope=None).text


# -- The person ------------------------------------------------------------------------------------------------


def test_a_wrong_token_lets_nobody_in_and_is_not_tried_for_ever(daemon, program, monkeypatch):
    monkeypatch.setattr(daemon.door, "failures", Allowance(0.001, 3))
    for wrong in ("gm_wrong", "", program.registered.json["client_id"]):
        answer = program.decide(wrong)
        assert answer.status == 403
        assert "no token of this memory" in answer.text
    answer = program.decide(daemon.secret)
    assert answer.status == 403
    assert "Too many" in answer.text
    monkeypatch.setattr(daemon.door, "failures", Allowance(1, 1000))
    assert program.decide(daemon.secret).status == 303


def test_only_the_token_of_a_person_lets_a_program_in(daemon, program):
    told = program.connected(daemon.secret)
    browser = daemon.tokens.create(
        "a browser", kind="browser", parent=daemon.tokens.of(daemon.secret).id
    ).secret
    for secret in (told["access_token"], told["refresh_token"], browser):
        assert program.decide(secret).status == 403


def test_a_form_of_another_page_decides_nothing(daemon, program):
    page = program.look()
    right = field(page, "mark")
    for bent in (
        {"mark": ""}, {"mark": "x" * 64}, {"mark": "\u00e4"}, {"cookie": ""}, {"cookie": "graphmem_consent=other"},
        {"state": "of another question"},
    ):  # fmt: skip
        answer = program.decide(daemon.secret, **{"page": page} | bent)
        assert answer.status == 403
        assert "too old" in answer.text
    for origin in ("https://evil.example", "null"):
        fields = {"mark": right, "token": daemon.secret, "decision": "allow"}
        sent = form(daemon, program.question(), fields, Origin=origin)
        assert sent.status == 403
        assert sent.json["type"].endswith("WrongOrigin")


def test_a_person_gives_no_more_than_was_asked_and_than_they_may(daemon, program):
    assert program.connected(daemon.secret, scope="read")["scope"] == "read"
    reader = daemon.tokens.create("only reads", scope="read").secret
    assert program.connected(reader)["scope"] == "read"
    bound = daemon.tokens.create("one project", project="tidewater").secret
    told = program.connected(bound)
    answer = program.call(told["access_token"], "tools/call", name="entity", arguments={"name": "user"})
    assert "tidewater" in answer.json["result"]["content"][0]["text"]
    assert answer.json["result"]["isError"]
    assert daemon.connectors.of(told["access_token"]).project == "tidewater"


def test_what_was_not_asked_for_cannot_be_given_by_a_bent_form(daemon, program):
    page = program.look(scope="read")
    answer = form(
        daemon, program.question(scope="read"),
        {"mark": field(page, "mark"), "token": daemon.secret, "decision": "allow", "scope": "write"},
        Cookie=page.headers["set-cookie"].partition(";")[0], Origin=daemon.address,
    )  # fmt: skip
    assert program.exchange(answer.told["code"]).json["scope"] == "read"


# -- Tokens ----------------------------------------------------------------------------------------------------


def test_a_token_is_for_one_place_and_for_what_was_allowed(daemon, program):
    told = program.connected(daemon.secret, scope="read")
    access = told["access_token"]
    headers = {"Authorization": f"Bearer {access}"}
    assert send(daemon, "GET", f"{BASE}/stats", headers=headers).status == 401
    assert send(daemon, "GET", f"{BASE}/tokens", headers=headers).status == 401
    other = {"Host": daemon.address.removeprefix("http://").replace("127.0.0.1", "localhost")}
    assert send(daemon, "POST", "/mcp", body=b"{}", headers=headers | other).status == 401
    refused = program.call(access, "tools/call", name="remember", arguments={"text": "I like tea."})
    assert refused.status == 403
    challenge = refused.headers["www-authenticate"]
    assert 'error="insufficient_scope"' in challenge
    assert 'scope="read write"' in challenge
    assert "/.well-known/oauth-protected-resource/mcp" in challenge
    assert program.call(access, "tools/call", name="stats", arguments={}).status == 200
    whole = program.connected(daemon.secret, resource=daemon.address)
    headers = {"Authorization": f"Bearer {whole['access_token']}"}
    assert send(daemon, "GET", f"{BASE}/stats", headers=headers).status == 200
    refused = send(daemon, "GET", f"{BASE}/tokens", headers=headers)
    assert (refused.status, 'scope="admin"' in refused.headers["www-authenticate"]) == (403, True)


def test_no_refresh_token_and_no_code_is_an_access_token(daemon, program):
    told = program.connected(daemon.secret)
    for secret in (told["refresh_token"], program.code(daemon.secret)):
        assert program.call(secret).status == 401


def test_an_access_token_ends_after_its_hour_and_is_then_no_guess(daemon, program, monkeypatch):
    monkeypatch.setattr(daemon.guard, "failures", Allowance(0.001, 1))
    told = program.connected(daemon.secret)
    later = now() + timedelta(minutes=61)
    monkeypatch.setattr(kept, "now", lambda: later)
    for _ in range(3):
        assert program.call(told["access_token"]).status == 401
    monkeypatch.undo()
    monkeypatch.setattr(daemon.door, "failures", Allowance(1, 1000))
    assert program.refresh(told["refresh_token"]).status == 200


def test_a_refresh_token_serves_once_and_a_second_time_ends_all(daemon, program):
    first = program.connected(daemon.secret)
    second = program.refresh(first["refresh_token"]).json
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert program.call(second["access_token"]).status == 200
    assert program.refresh(first["refresh_token"]).json["error"] == "invalid_grant"
    assert program.call(second["access_token"]).status == 401
    assert program.call(first["access_token"]).status == 401
    assert program.refresh(second["refresh_token"]).json["error"] == "invalid_grant"


def test_a_refresh_token_gives_no_more_than_before_and_to_nobody_else(daemon, program):
    told = program.connected(daemon.secret, scope="read")
    assert program.refresh(told["refresh_token"], scope="read write").json["error"] == "invalid_scope"
    assert (
        program.refresh(told["refresh_token"], resource="https://other.example/").json["error"]
        == "invalid_target"
    )
    assert Program(daemon).refresh(told["refresh_token"]).json["error"] == "invalid_grant"
    assert program.refresh("gmr_tok_none.x").json["error"] == "invalid_grant"
    wide = program.connected(daemon.secret)
    narrow = program.refresh(wide["refresh_token"], scope="read").json
    assert narrow["scope"] == "read"
    call = {"name": "remember", "arguments": {"text": "I like tea."}}
    assert program.call(narrow["access_token"], "tools/call", **call).status == 403
    assert program.refresh(narrow["refresh_token"]).json["scope"] == "read write"


def test_a_program_that_asked_for_no_refresh_token_gets_none(daemon):
    program = Program(daemon, grant_types=["authorization_code"])
    told = program.connected(daemon.secret)
    assert "refresh_token" not in told
    assert program.refresh("gmr_x.y").json["error"] == "unauthorized_client"


def test_tokens_are_taken_back(daemon, program):
    told = program.connected(daemon.secret)
    own = {"client_id": program.id}
    assert form(daemon, "/revoke", {"token": told["access_token"]} | own).status == 200
    assert program.call(told["access_token"]).status == 401
    told = program.refresh(told["refresh_token"]).json
    stranger = Program(daemon)
    assert form(daemon, "/revoke", {"token": told["refresh_token"], "client_id": stranger.id}).status == 400
    assert program.call(told["access_token"]).status == 200
    assert (
        form(daemon, "/revoke", {"token": told["refresh_token"], "token_type_hint": "odd"} | own).status
        == 200
    )
    assert program.call(told["access_token"]).status == 401
    for junk in ("", "gma_none", daemon.secret):
        assert form(daemon, "/revoke", {"token": junk} | own).status == (200 if junk else 400)
    assert daemon.tokens.of(daemon.secret)


def test_a_program_that_asks_again_and_again_keeps_few_tokens(daemon, program):
    told = program.connected(daemon.secret)
    first = told["access_token"]
    for _ in range(kept.AT_ONCE):
        told = program.refresh(told["refresh_token"]).json
    connector = daemon.connectors.of(told["access_token"]).id
    rows = daemon.store.ledger.rows("SELECT count(*) FROM oauth_access WHERE connector = ?", connector)
    assert rows == [(kept.AT_ONCE,)]
    assert program.call(first).status == 401


# -- Registration ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        ({"redirect_uris": []}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://app.example/cb"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://app.example/cb#x"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://u:p@app.example/cb"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["data:text/html,x"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["JavaScript:alert(1)"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://app.example;script-src/cb"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://app.example/\u00e4"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://app.example/\r\nSet-Cookie: x"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://app.example/" + "x" * 600]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["/relative"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://[half/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": [f"https://app.example/{n}" for n in range(11)]}, "invalid_redirect_uri"),
        ({"redirect_uris": "https://app.example/cb"}, "invalid_client_metadata"),
        ({"redirect_uris": [3]}, "invalid_client_metadata"),
        ({"grant_types": ["client_credentials"]}, "invalid_client_metadata"),
        ({"response_types": ["token"]}, "invalid_client_metadata"),
        ({"token_endpoint_auth_method": "private_key_jwt"}, "invalid_client_metadata"),
        ({"client_name": "x" * (20 << 10)}, "invalid_client_metadata"),
    ],
)
def test_a_program_that_describes_itself_badly_is_not_registered(daemon, metadata, error):
    answer = Program(daemon, **metadata).registered
    assert (answer.status, answer.json["error"]) == (400, error)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"redirect_uris": ["\xff"]}', b"null"])
def test_a_body_that_is_no_metadata_is_refused(daemon, body):
    answer = send(daemon, "POST", "/register", body=body)
    assert (answer.status, answer.json["error"]) == (400, "invalid_client_metadata")


@pytest.mark.parametrize("uri", ["cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/callback"])
def test_a_program_of_the_desktop_may_have_a_scheme_of_its_own(daemon, uri):
    program = Program(daemon, redirect_uris=[uri])
    page = program.look()
    assert f"form-action 'self' https: {uri.partition(':')[0]}:;" in page.headers["content-security-policy"]
    assert program.decide(daemon.secret, page=page).headers["location"].startswith(uri + "?")


def test_registration_cannot_fill_the_disk_nor_drop_who_is_let_in(daemon, monkeypatch):
    for connector in [one for one in daemon.tokens.all() if one.kind == "connector"]:
        daemon.connectors.end(connector.id)
    program = Program(daemon)
    monkeypatch.setattr(kept, "CLIENTS", 5)
    program.connected(daemon.secret)
    monkeypatch.setattr(kept, "CLIENT_REST", timedelta(hours=-1))
    last = [Program(daemon) for _ in range(8)][-1]
    [(count,)] = daemon.store.ledger.rows("SELECT count(*) FROM oauth_client")
    assert count <= 5
    assert last.look().status == program.look().status == 200
    monkeypatch.setattr(kept, "CLIENT_REST", timedelta(hours=1))
    full = Program(daemon).registered
    assert full.status == 429
    assert full.headers["retry-after"]
    assert program.look().status == 200


def test_one_address_registers_only_so_often(daemon, monkeypatch):
    monkeypatch.setattr(daemon.door, "registrations", Allowance(0.001, 2))
    assert [Program(daemon).registered.status for _ in range(3)] == [201, 201, 429]


def test_wrong_secrets_at_the_token_endpoint_are_counted_too(daemon, program, monkeypatch):
    monkeypatch.setattr(daemon.door, "failures", Allowance(0.001, 3))
    statuses = [program.exchange("gmc_wrong").status for _ in range(5)]
    assert statuses == [400, 400, 400, 429, 429]


def test_one_address_asks_without_a_token_only_so_often(daemon, monkeypatch):
    monkeypatch.setattr(daemon.guard, "strangers", Allowance(0.001, 3))
    where = "/.well-known/oauth-authorization-server"
    answers = [send(daemon, "GET", path) for path in (where, "/authorize", "/sign-in", where)]
    assert [answer.status for answer in answers] == [200, 400, 200, 429]
    assert answers[-1].headers["retry-after"]
    assert send(daemon, "GET", "/health").status == 200
    assert (
        send(daemon, "GET", f"{BASE}/stats", headers={"Authorization": f"Bearer {daemon.secret}"}).status
        == 200
    )


@pytest.mark.parametrize("path", ["/register", "/token", "/revoke", "/authorize"])
def test_the_new_routes_check_host_and_origin_and_know_no_other_method(daemon, path):
    for host in ("evil.example", "127.0.0.1.evil.example"):
        assert send(daemon, "POST", path, headers={"Host": host}).status == 421
    assert send(daemon, "POST", path, headers={"Origin": "http://evil.example"}).status == 403
    assert send(daemon, "DELETE", path).status == 405


def test_the_challenge_is_as_the_standard_has_it():
    # RFC 7636, appendix B
    assert (
        challenge_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )

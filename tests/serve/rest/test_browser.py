"""A browser is let in by a link that serves once, holds a cookie that no page can read, and goes out again."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest

from graphmem.serve.rest import browser as browsers
from graphmem.serve.rest.allowance import Allowance
from graphmem.serve.routes import BASE
from graphmem.temporal import now
from tests.serve.daemons import serving
from tests.serve.oauth.programs import field, form, send

HTTPS = {"Host": "memory.example.org", "X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory):
    how = {"hosts": ["memory.example.org"], "behind_proxy": True}
    with serving(
        tmp_path_factory.mktemp("browser") / "home", how=how, **{"index.embedder": "none"}
    ) as daemon:
        yield daemon


@pytest.fixture(autouse=True)
def patience(daemon, monkeypatch):
    """Whoever asked often in one test may in the next."""
    monkeypatch.setattr(daemon.guard, "strangers", Allowance(1, 10_000))
    monkeypatch.setattr(daemon.browsers, "failures", Allowance(1, 10_000))


class Browser:
    """Keeps cookies, and says where it is as browsers do."""

    def __init__(self, daemon, **headers):
        self.daemon, self.headers, self.cookies = daemon, headers, {}
        at = headers.get("Host") or urlsplit(daemon.address).netloc
        self.origin = f"{headers.get('X-Forwarded-Proto', 'http')}://{at}"

    def _sent(self, more):
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self.headers | ({"Cookie": jar} if jar else {}) | more

    def _kept(self, answer):
        if told := answer.headers.get("set-cookie"):
            name, _, value = told.partition(";")[0].partition("=")
            self.cookies[name] = value
            if "Max-Age=0" in told:
                del self.cookies[name]
        return answer

    def get(self, path, **headers):
        return self._kept(send(self.daemon, "GET", path, headers=self._sent(headers)))

    def post(self, path, fields, **headers):
        return self._kept(form(self.daemon, path, fields, **self._sent({"Origin": self.origin} | headers)))

    def json(self, path, value, **headers):
        sent = self._sent({"Origin": self.origin, "Content-Type": "application/json"} | headers)
        return send(self.daemon, "POST", path, body=json.dumps(value).encode(), headers=sent)

    def open(self, link):
        """What comes of opening a link and pressing the button."""
        page = self.get(f"/sign-in?link={link}")
        return self.post("/sign-in", {"mark": field(page, "mark"), "link": link})

    @property
    def mark(self):
        return self.get(f"{BASE}/tokens/current").json["csrf"]


def link_of(daemon, secret=None, scope="admin"):
    """The secret of a new link."""
    headers = {"Authorization": f"Bearer {secret or daemon.secret}", "Content-Type": "application/json"}
    answer = send(
        daemon, "POST", f"{BASE}/tokens/link", body=json.dumps({"scope": scope}).encode(), headers=headers
    )
    assert answer.status == 201
    assert answer.json["link"].startswith(f"{daemon.address}/sign-in?link=")
    return answer.json["link"].partition("link=")[2]


@pytest.fixture
def inside(daemon):
    browser = Browser(daemon)
    assert browser.open(link_of(daemon)).status == 303
    return browser


@pytest.mark.parametrize("headers", [{}, HTTPS], ids=["on loopback", "behind a proxy with TLS"])
def test_a_link_lets_one_browser_in_once(daemon, headers):
    link = link_of(daemon)
    browser = Browser(daemon, **headers)
    assert browser.get(f"{BASE}/stats").status == 401
    for _ in range(2):  # who only looks at it does not use it up
        assert browser.get(f"/sign-in?link={link}").status == 200
    answer = browser.open(link)
    assert (answer.status, answer.headers["location"]) == (303, "/sign-in")
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=604800"))
    assert ("Secure" in cookie, cookie.startswith("__Host-")) == (bool(headers), bool(headers))
    assert browser.get(f"{BASE}/stats").status == 200
    assert "Signed in" in browser.get("/sign-in").text
    other = Browser(daemon, **headers)
    refused = other.open(link)
    assert refused.status == 403
    assert "was used" in refused.text
    assert other.get(f"{BASE}/stats").status == 401


def test_a_link_does_not_wait_for_ever(daemon, monkeypatch):
    monkeypatch.setattr(browsers, "LINK_TIME", timedelta(seconds=-1))
    assert Browser(daemon).open(link_of(daemon)).status == 403


def test_only_so_many_links_wait(daemon):
    token = daemon.tokens.of(daemon.secret)
    links = browsers.Links()
    made = [links.make(token, "read")[0] for _ in range(browsers.LINKS + 5)]
    assert [links.take(one) is not None for one in (made[0], made[-1], made[-1])] == [False, True, False]


def test_a_token_lets_a_browser_in_where_no_link_can_be_opened(daemon, monkeypatch):
    browser = Browser(daemon, **HTTPS)
    for wrong in ("", "gm_wrong"):
        page = browser.get("/sign-in")
        assert browser.post("/sign-in", {"mark": field(page, "mark"), "token": wrong}).status == 403
    page = browser.get("/sign-in")
    assert browser.post("/sign-in", {"mark": field(page, "mark"), "token": daemon.secret}).status == 303
    assert browser.get(f"{BASE}/stats").status == 200
    monkeypatch.setattr(daemon.browsers, "failures", Allowance(0.001, 1))
    statuses = []
    for _ in range(3):
        page = browser.get("/sign-in?link=x")
        statuses.append(browser.post("/sign-in", {"mark": field(page, "mark"), "link": "x"}).status)
    assert statuses == [403, 429, 429]


def test_what_changes_something_needs_more_than_the_cookie(daemon, inside):
    fact = {"text": "I play the cello."}
    assert inside.json(f"{BASE}/remember", fact).status == 403
    for wrong in ("", "x" * 64, "\u00e4"):
        assert inside.json(f"{BASE}/remember", fact, **{"X-CSRF-Token": wrong}).status == 403
    stranger = Browser(daemon)
    stranger.open(link_of(daemon))
    assert inside.json(f"{BASE}/remember", fact, **{"X-CSRF-Token": stranger.mark}).status == 403
    assert inside.json(f"{BASE}/remember", fact, **{"X-CSRF-Token": inside.mark}).status == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_place_cannot_use_the_session(daemon, inside, site):
    assert inside.get(f"{BASE}/stats", **{"Sec-Fetch-Site": site}).status == 403
    for own in ("same-origin", "none"):
        assert inside.get(f"{BASE}/stats", **{"Sec-Fetch-Site": own}).status == 200
    mark = inside.mark
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        sent = {"Origin": origin, "X-CSRF-Token": mark}
        assert inside.json(f"{BASE}/remember", {"text": "I like tea."}, **sent).status == 403


def test_the_session_is_no_token_and_a_token_is_no_session(daemon, inside):
    [(name, secret)] = [one for one in inside.cookies.items() if one[0] != browsers.LOGIN_COOKIE]
    assert send(daemon, "GET", f"{BASE}/stats", headers={"Authorization": f"Bearer {secret}"}).status == 401
    assert send(daemon, "GET", f"{BASE}/stats", headers={"Cookie": f"{name}={daemon.secret}"}).status == 401
    assert send(daemon, "POST", "/mcp", body=b"{}", headers={"Cookie": f"{name}={secret}"}).status == 401


def test_a_browser_may_do_no_more_than_its_link_and_its_token(daemon):
    for secret, scope in ((None, "read"), (daemon.tokens.create("reads", scope="read").secret, "admin")):
        browser = Browser(daemon)
        browser.open(link_of(daemon, secret, scope))
        assert browser.get(f"{BASE}/tokens/current").json["token"]["scope"] == "read"
        sent = {"X-CSRF-Token": browser.mark}
        assert browser.json(f"{BASE}/remember", {"text": "I like tea."}, **sent).status == 403
        assert browser.get(f"{BASE}/tokens").status == 403


def test_a_browser_lets_no_other_in(daemon, inside):
    assert inside.json(f"{BASE}/tokens/link", {}, **{"X-CSRF-Token": inside.mark}).status == 403


def test_signing_out_ends_the_session_wherever_it_was_copied_to(daemon, inside):
    copied = Browser(daemon)
    copied.cookies = dict(inside.cookies)
    assert inside.post("/sign-out", {}).status == 403
    assert inside.get(f"{BASE}/stats").status == 200
    page = inside.get("/sign-in")
    assert inside.post("/sign-out", {"mark": field(page, "mark")}).status == 303
    for browser in (inside, copied):
        assert browser.get(f"{BASE}/stats").status == 401
    assert "Sign in" in inside.get("/sign-in").text


@pytest.mark.parametrize("end", ["revoke", "rotate"])
def test_a_browser_is_out_when_its_token_is(daemon, end):
    made = daemon.tokens.create(f"of a browser, {end}")
    browser, waiting = Browser(daemon), link_of(daemon, made.secret)
    browser.open(link_of(daemon, made.secret))
    assert browser.get(f"{BASE}/stats").status == 200
    getattr(daemon.tokens, end)(made.token.id)
    assert browser.get(f"{BASE}/stats").status == 401
    assert Browser(daemon).open(waiting).status == 403


def test_a_session_ends_by_itself_and_can_be_ended(daemon, inside, monkeypatch):
    key = inside.get(f"{BASE}/tokens/current").json["token"]["id"]
    assert key in {one.id for one in daemon.tokens.all() if one.kind == "browser"}
    from graphmem.store import tokens

    later = now() + timedelta(days=8)
    monkeypatch.setattr(tokens, "now", lambda: later)
    assert inside.get(f"{BASE}/stats").status == 401
    monkeypatch.undo()
    daemon.tokens.revoke(key)
    assert inside.get(f"{BASE}/stats").status == 401


def test_a_form_of_another_page_signs_nobody_in(daemon):
    browser, link = Browser(daemon), link_of(daemon)
    page = browser.get(f"/sign-in?link={link}")
    mark = field(page, "mark")
    assert browser.post("/sign-in", {"mark": mark, "link": link}, Origin="http://evil.example").status == 403
    assert browser.post("/sign-in", {"mark": "x", "link": link}).status == 403
    assert Browser(daemon).post("/sign-in", {"mark": mark, "link": link}).status == 403
    assert browser.open(link).status == 303  # none of them has used it up


@pytest.mark.parametrize("path", ["/sign-in", "/sign-in?link=%22%3E%3Cscript%3E"])
def test_the_pages_run_nothing_and_stand_in_no_frame(daemon, path):
    page = Browser(daemon).get(path)
    assert "<script" not in page.text
    policy = page.headers["content-security-policy"]
    assert all(
        word in policy for word in ("default-src 'none'", "frame-ancestors 'none'", "form-action 'self';")
    )
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_the_pages_check_host_and_origin(daemon, path):
    assert send(daemon, "POST", path, headers={"Host": "evil.example"}).status == 421
    assert send(daemon, "POST", path, headers={"Origin": "http://evil.example"}).status == 403

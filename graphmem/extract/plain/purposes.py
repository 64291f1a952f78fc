"""What tools serve for in a project, by the words that people have for it: "payments", "the ci", "object storage"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from graphmem.extract import sieve as rx
from graphmem.model import USER, Claim

AREA = (
    r"(?:(?:tech|technology|our|full|current|whole|entire|web|mobile)\s+)?(?:tech )?stack|tech"
    r"|tooling|tools|languages?|frameworks?|db|databases?|queue|queues|queueing"
    r"|message (?:broker|bus|queue)|broker|cache|caching|hosting|infra(?:structure)?|iac"
    r"|deploys?|deployments?|ci(?:/cd)?|cd|cicd|front[ -]?end|fe|back[ -]?end|be"
    r"|server|client|api|web|mobile|mobile app|ui|styling|css|orm|auth(?:entication)?|login"
    r"|sso|identity|e?-?mails?|mailing|sms|texts|push|notifications"
    r"|search|storage|object storage|files|uploads|cdn|dns|payments?|billing|invoicing"
    r"|analytics|tracking|logs|logging|metrics|monitoring|tracing|observability"
    r"|alerts|alerting|on-?call|paging|error tracking|errors|crash reporting|secrets|feature"
    r" flags|flags|secret management|e2e(?: tests?)?|(?:unit |browser |load |api )?tests?"
    r"|testing|test runner|mocks"
    r"|bundl(?:er|ing)|build(?: tool| system|s)?|package manager|packages|lint(?:er|ing)?"
    r"|formatt(?:er|ing)|type[- ]?check(?:er|ing)?|state management|forms|validation"
    r"|docs|documentation|wiki|design|wireframes|chat|team chat|comms|tickets|ticketing|issues"
    r"|issue tracking|issue tracker|tasks|planning|support|crm|scheduling|orchestration"
    r"|background jobs|jobs|workflows?|workers|etl|data warehouse|warehouse|pipelines?|bi"
    r"|dashboards?|ml|training|inference|llm|embeddings|vector (?:db|store|search)"
    r"|reverse proxy|proxy|load balancer|ingress|gateway|service mesh|containers?|vms|registry"
    r"|artifacts|prod(?:uction)?|staging|dev|local(?: dev)?|runtime|os|laptop|editor|ide|shell"
    r"|terminal|browser|fonts|icons|maps|charts"
    r"|backups|everything|all of it|sync|video|realtime|websockets|i18n|translations|cms|blog"
    r"|newsletter|accounting|payroll|hr|hiring|passwords|vpn|version control|vcs|code hosting"
    r"|code review|scm"
)
ITSELF = rx.compile(
    r"everything|all of it|stack|tech|tool|language|framework|prod|staging|dev|local|server|client",
    re.IGNORECASE,
)
PURPOSE = rx.compile(rf"(?:(?:the|our|my)\s+)?(?P<a>{AREA})", re.IGNORECASE)


def is_purpose(text: str) -> bool:
    """True for a phrase that names what a tool is for, and not a part of the system that uses one."""
    match = PURPOSE.fullmatch(text.strip())
    return match is not None and ITSELF.search(match["a"]) is None


def purposed(claims: Sequence[Claim]) -> list[Claim]:
    """The claims, with what is kept in a tool as what that is used for: "we store images in S3"."""
    kept = {
        one.object.name: one.subject.name
        for one in claims
        if one.predicate == "stored_in" and one.mode == "asserts" and one.object is not None
    }
    return [for_what(one, kept) for one in claims] if kept else list(claims)


def for_what(claim: Claim, kept: Mapping[str, str]) -> Claim:
    """A tool that the user has in use without a purpose, with the one that is told of it."""
    name = claim.object.name if claim.object is not None else ""
    plain = claim.predicate == "uses" and claim.mode == "asserts" and claim.subject.name == USER
    what = kept.get(name, "")
    if not plain or claim.qualifier or not what or what == USER:
        return claim
    text = f"{claim.text.rstrip('.')} for {what}." if claim.text.endswith(f"{name}.") else claim.text
    return msgspec.structs.replace(claim, qualifier=what, text=text)

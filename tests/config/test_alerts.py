"""The alerts and the board for Prometheus and Grafana ask for figures that there are."""

import json
import re
from collections import defaultdict
from typing import Any

import pytest
import yaml
from celery import Celery
from django.conf import settings as project
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings
from redis import Redis

from games.outages import note_alive
from notifications.models import Tally
from tests.support.documents import anchors, text_of
from trials.programs import free_port

TOKEN = "a-token-of-forty-characters-or-so-abcdef"
RULES: dict[str, Any] = yaml.safe_load((project.BASE_DIR / "deploy" / "alerts.yaml").read_text())
ALERTS = {rule["alert"]: rule for group in RULES["groups"] for rule in group["rules"]}
BOARD: dict[str, Any] = json.loads((project.BASE_DIR / "deploy" / "grafana.json").read_text())
PANELS = {panel["title"]: panel for panel in BOARD["panels"]}
SECTION = "What to do at each alert"
THEIRS = {"up": {"job", "instance"}}  # what Prometheus itself knows of each target

Labels = dict[str, set[str]]


def scrape(client: Client) -> str:
    """Return the figures as Prometheus gets them."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    return answer.content.decode()


def labels_of(scraped: str) -> Labels:
    found: Labels = defaultdict(set)
    for family in text_string_to_metric_families(scraped):
        for sample in family.samples:
            found[sample.name] |= set(sample.labels)
    return found


@pytest.fixture
def known(client: Client, settings: Settings, redis_url: str) -> Labels:
    """Return the labels of each figure of a server with everything that has figures."""
    settings.METRICS_TOKEN = TOKEN
    settings.CELERY_BROKER_URL = redis_url
    client.get("/offline")
    note_alive("worker", "one")
    for state in ("sent", "failed"):
        Tally.objects.create(channel="email", kind="account", state=state, number=1)
    return labels_of(scrape(client)) | THEIRS


def check(expression: str, text: str, known: Labels) -> None:
    """Check that each figure in an expression exists, and each label there and in a text."""
    metrics = set(re.findall(r"\billimat_\w+|\bup\b", expression))
    assert metrics
    assert metrics <= set(known), expression
    quoted = re.sub(r'"[^"]*"', "", expression)
    used = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", "".join(re.findall(r"{(.*?)}", quoted))))
    for listed in re.findall(r"\bby \(([^)]*)\)", quoted):
        used |= set(re.split(r",\s*", listed))
    used |= set(re.findall(r"\$labels\.(\w+)", text))
    assert used <= set().union(*(known[name] for name in metrics)), expression


@pytest.mark.django_db
def test_alerts_and_board_ask_for_figures_and_labels_that_there_are(known: Labels) -> None:
    for rule in ALERTS.values():
        check(rule["expr"], rule["annotations"]["summary"], known)
    for panel in PANELS.values():
        for target in panel["targets"]:
            shown = re.sub(r"{{(\w+)}}", r"$labels.\1", target["legendFormat"])
            check(target["expr"], shown, known)
    with pytest.raises(AssertionError):
        check("illimat_nothing > 0", "", known)
    with pytest.raises(AssertionError):
        check('illimat_games{color="red"} > 0', "", known)


def test_each_alert_says_how_bad_it_is_and_where_to_read_what_to_do() -> None:
    for rule in ALERTS.values():
        assert rule["labels"]["severity"] in {"warning", "critical"}
        assert rule["annotations"]["summary"].endswith(".")
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert anchor in anchors(project.BASE_DIR / page)
    section = text_of("operating.md").partition(f"## {SECTION}\n")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", section, re.M)) == set(ALERTS)


def test_the_board_can_be_imported() -> None:
    (source,) = BOARD["templating"]["list"]
    assert (source["type"], source["query"]) == ("datasource", "prometheus")
    assert len({panel["id"] for panel in PANELS.values()}) == len(BOARD["panels"])
    for panel in PANELS.values():
        for part in (panel, *panel["targets"]):
            assert part["datasource"]["uid"] == f"${{{source['name']}}}"


@pytest.mark.django_db
def test_each_figure_is_documented(known: Labels) -> None:
    rows = re.findall(r"^\| (`illimat_.*?) \|", text_of("operating.md"), re.M)
    told = set(re.findall(r"`(illimat_\w+)`", " ".join(rows)))
    families = {re.sub("_(bucket|sum|count)$", "", name) for name in known if name not in THEIRS}
    assert families == told


@pytest.mark.django_db
def test_messages_that_wait_in_a_queue_are_counted(
    client: Client, settings: Settings, redis_url: str
) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.CELERY_BROKER_URL = redis_url
    with Celery(broker=redis_url) as celery, Redis.from_url(redis_url) as server:
        for _ in range(3):
            celery.send_task("any", queue="timekeeper")
        shown = scrape(client)
        server.delete("timekeeper")
    assert 'illimat_queue_messages{queue="timekeeper"} 3.0\n' in shown
    assert 'illimat_queue_messages{queue="webhooks"} 0.0\n' in shown
    assert 'illimat_redis_up{server="broker"} 1.0\n' in shown


@pytest.mark.django_db
def test_a_broker_that_is_away_has_no_queues(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    shown = scrape(client)
    assert 'illimat_redis_up{server="broker"} 0.0\n' in shown
    assert "illimat_queue_messages{" not in shown

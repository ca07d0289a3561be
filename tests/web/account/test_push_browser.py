"""Push messages and the offline page in a real browser, on a real server with its workers.

A closed network has no push service, so that of the tests stands in for it. In most tests it reads
the server's messages, and what it reads is delivered to the service worker. In one, Chromium makes
the subscription, and decrypts what the server sends.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Playwright, Route, expect

from tests.support.browsing import PHONE, Opener, logged_in, seeded
from tests.support.programs import Embedded
from tests.support.push_service import PushService, serving
from tests.web.account.chromium import PATIENCE, ChromiumService, belonging
from trials.programs import wait_until

STAND_IN = """
const made = %s;
const kept = () => sessionStorage.subscribed
  ? { ...made, unsubscribe: async () => sessionStorage.removeItem("subscribed") } : null;
PushManager.prototype.getSubscription = async () => kept();
PushManager.prototype.subscribe = async (options) => {
  sessionStorage.subscribed = options.applicationServerKey;
  return kept();
};
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
}"""
CACHED = """async () => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return found.flat().map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture(scope="module")
def game(server: Embedded) -> str:
    """Return the address of a private game of ada and bob."""
    return seeded(server, "private")[0]


@pytest.fixture
def service() -> Iterator[PushService]:
    """Run the push service that stands in for the browser's own."""
    with serving(PushService("")) as running:
        yield running


@pytest.fixture
def page(opened: Opener, game: str, service: PushService) -> Page:
    """Return the settings of ada on a phone, who has allowed notifications."""
    page = opened(viewport=PHONE, permissions=["notifications"])
    page.context.add_init_script(STAND_IN % json.dumps(service.subscription()))
    return logged_in(page, f"{game.partition('/games/')[0]}/settings/delivery")


def worker_of(page: Page) -> "tuple[CDPSession, dict[str, Any]]":
    """Return a session with the browser, and the registration of the page's service worker."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"])
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    return session, found[0]


def deliver(page: Page, message: Any) -> None:
    """Have the browser's push service deliver a message to the service worker."""
    session, registration = worker_of(page)
    told = {
        "origin": registration["scopeURL"].rstrip("/"),
        "registrationId": registration["registrationId"],
        "data": json.dumps(message),
    }
    session.send("ServiceWorker.deliverPushMessage", told)


@pytest.mark.thorough
def test_push_is_switched_on_shown_closed_and_switched_off(
    page: Page, service: PushService
) -> None:
    section = page.get_by_role("region", name="Push messages")
    expect(section.get_by_text("They are off in this browser.")).to_be_visible()
    service.server_key = str(page.locator("[data-key]").get_attribute("data-key"))
    section.get_by_role("button", name="Switch on in this browser").click()
    expect(section.get_by_text("They are on in this browser.")).to_be_visible()
    assert page.evaluate("sessionStorage.subscribed") == service.server_key
    wait_until(lambda: bool(service.taken or service.refused))  # the server's worker sends a ping
    assert not service.refused
    deliver(page, service.taken[0].message)
    wait_until(lambda: len(page.evaluate(SHOWN)) == 1)
    assert page.evaluate(SHOWN) == [
        ["Push messages are on", "This browser tells you when it is your turn.", "ping"]
    ]
    turn = {"type": "your_turn", "tag": "g1", "title": "Your turn", "body": "You have time."}
    deliver(page, turn)
    deliver(page, turn | {"body": "You have more time."})
    wait_until(lambda: ["Your turn", "You have more time.", "g1"] in page.evaluate(SHOWN))
    assert len(page.evaluate(SHOWN)) == 2  # one for each game, beside the ping
    deliver(page, turn | {"closes": True})
    wait_until(lambda: len(page.evaluate(SHOWN)) == 1)
    section.get_by_role("button", name="Switch off in this browser").click()
    expect(section.get_by_text("They are off in this browser.")).to_be_visible()
    endpoint = service.subscription()["endpoint"]
    expect(section.locator(f'[data-endpoint="{endpoint}"]')).to_have_count(0)


def switched_on(page: Page, service: PushService) -> None:
    """Switch push on, and wait until the server's worker has sent a ping."""
    service.server_key = str(page.locator("[data-key]").get_attribute("data-key"))
    page.get_by_role("button", name="Switch on in this browser").click()
    expect(page.get_by_text("They are on in this browser.")).to_be_visible()
    wait_until(lambda: bool(service.taken or service.refused))


def log_out(page: Page, service: PushService) -> None:
    """Log out on the page for it."""
    page.goto(page.url.partition("/settings/")[0] + "/accounts/logout/")
    endpoint = service.subscription()["endpoint"]
    expect(page.locator("input[name=push]")).to_have_value(endpoint)
    page.get_by_role("main").get_by_role("button").click()
    page.wait_for_url(lambda url: "logout" not in url)


@pytest.mark.thorough
def test_a_log_out_ends_push_also_if_an_older_session_switched_it_on(
    page: Page, service: PushService
) -> None:
    settings = page.url
    switched_on(page, service)
    page.context.clear_cookies()
    with page.expect_response("**/api/v1/me/push") as renewed:  # it belongs to the new session
        logged_in(page, settings)
    assert renewed.value.status == 200
    log_out(page, service)
    logged_in(page, settings)
    expect(page.get_by_text("They are off in this browser.")).to_be_visible()
    assert page.evaluate("localStorage.push") is None  # so no page renews it


@pytest.mark.thorough
def test_a_log_out_ends_push_that_the_browser_has_forgotten(
    page: Page, service: PushService
) -> None:
    settings = page.url
    switched_on(page, service)
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    logged_in(page, settings)
    log_out(page, service)
    logged_in(page, settings)
    expect(page.get_by_text("They are off in this browser.")).to_be_visible()


@pytest.mark.thorough
def test_a_private_window_says_that_push_is_for_ordinary_ones(page: Page) -> None:
    page.evaluate(
        "() => { PushManager.prototype.subscribe = async () => { throw new DOMException('no'); } }"
    )
    page.get_by_role("button", name="Switch on in this browser").click()
    expect(page.get_by_text("In a private window it never does")).to_be_visible()


@pytest.mark.thorough
def test_a_window_without_a_service_worker_says_that_it_has_no_push(page: Page) -> None:
    page.context.add_init_script(
        "ServiceWorkerContainer.prototype.register = async () => { throw new DOMException('no'); };"
    )
    page.reload()
    expect(page.get_by_text("This browser has no push messages")).to_be_visible()


@pytest.mark.thorough
def test_a_browser_subscribes_and_decrypts_what_the_server_sends(
    chromium_path: str, playwright: Playwright, game: str, service: PushService, tmp_path: Path
) -> None:
    origin = game.partition("/games/")[0]
    with belonging(ChromiumService(tmp_path)) as google:
        service.forward = google.deliver
        context = playwright.chromium.launch_persistent_context(
            str(tmp_path / "profile"),  # without one of its own, a browser does not subscribe
            executable_path=chromium_path,
            args=[*google.flags, "--disable-quic", "--no-first-run", "--disable-component-update"],
            ignore_default_args=["--disable-background-networking"],
        )
        context.grant_permissions(["notifications"], origin=origin)
        page = logged_in(context.new_page(), f"{origin}/settings/delivery")
        service.server_key = str(page.locator("[data-key]").get_attribute("data-key"))

        def reroute(route: Route) -> None:
            """Send the browser's subscription on, with the address of the service of the tests."""
            sent = json.loads(route.request.post_data or "") | {
                "endpoint": f"{service.origin}/chromium"
            }
            route.continue_(post_data=json.dumps(sent))

        page.route("**/api/v1/me/push", reroute)
        with page.expect_navigation():  # the page is loaded again once push is on
            page.get_by_role("button", name="Switch on in this browser").click()
        wait_until(lambda: len(page.evaluate(SHOWN)) == 1, PATIENCE)
        assert page.evaluate(SHOWN) == [
            ["Push messages are on", "This browser tells you when it is your turn.", "ping"]
        ]
        assert [told["sender"] for told in google.registry.registered] == [service.server_key]
        assert not service.refused
        context.close()


@pytest.mark.thorough
def test_a_look_at_the_game_closes_what_is_shown_of_it(page: Page, game: str) -> None:
    tag = game.rpartition("/")[2]
    deliver(page, {"type": "your_turn", "tag": tag, "title": "Your turn", "url": game})
    wait_until(lambda: len(page.evaluate(SHOWN)) == 1)
    page.goto(game)
    wait_until(lambda: len(page.evaluate(SHOWN)) == 0)


@pytest.mark.thorough
def test_without_a_network_a_page_says_what_to_do_and_no_game_was_kept(
    page: Page, game: str
) -> None:
    worker_of(page)
    page.goto(game)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    assert sorted(page.evaluate(CACHED))[0] == "/offline"
    assert not [path for path in page.evaluate(CACHED) if not path.startswith(("/static", "/off"))]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    assert page.url == game
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("bob")


@pytest.mark.thorough
def test_the_pages_can_be_installed(page: Page) -> None:
    session, _ = worker_of(page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []

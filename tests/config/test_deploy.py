"""The image, compose file and units agree with the project and with each other."""

import json
import re
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.support.documents import blocks, text_of

ROOT: Path = settings.BASE_DIR
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())
OPERATING = ROOT / "docs" / "operating.md"
HOME = "/srv/illimat/"
PROGRAMS = ["beat", "timekeeper", "web", "webhooks", "worker"]


def unit(path: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names have capitals
    parser.read(path)
    return parser


def test_there_is_a_unit_for_each_program() -> None:
    assert [path.stem for path in UNITS] == [f"illimat-{name}" for name in PROGRAMS]
    assert set(PROGRAMS) <= set(COMPOSE["services"])


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_unit_runs_what_a_container_runs(path: Path) -> None:
    service = unit(path)["Service"]
    name = path.stem.removeprefix("illimat-")
    command = service["ExecStart"].removeprefix(f"{HOME}.venv/bin/").replace("%%", "%")
    if name == "web":
        (image,) = re.findall(r"^CMD (.*)$", DOCKERFILE, re.M)
        assert json.loads(image) == [*command.split(), "--bind=0.0.0.0:8000"]
    else:
        assert command == COMPOSE["services"][name]["command"]


def test_the_web_server_is_reloaded_by_a_second_one_that_systemd_follows() -> None:
    service = unit(ROOT / "deploy" / "systemd" / "illimat-web.service")["Service"]
    assert service["ExecReload"] == "/bin/kill -USR2 $MAINPID"
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "all")
    # To a main process that is not its child systemd grants no time of its own.
    assert "KillMode" not in service
    assert "systemctl reload illimat-web" in text_of("operating.md")


def test_workers_of_one_host_have_names_of_their_own() -> None:
    commands = {path.stem: unit(path)["Service"]["ExecStart"] for path in UNITS}
    workers = {name: command for name, command in commands.items() if "worker" in command.split()}
    assert len(workers) == 3
    for name, command in workers.items():  # %% is what systemd passes on as %
        assert f" -n {name.removeprefix('illimat-')}@%%h " in command


def test_no_worker_listens_to_others_which_fails_with_tracebacks_while_redis_is_away() -> None:
    commands = [unit(path)["Service"]["ExecStart"] for path in UNITS]
    commands += [COMPOSE["services"][name].get("command", "") for name in PROGRAMS]
    workers = [command for command in commands if "worker" in command.split()]
    assert len(workers) == 6
    assert all(each.endswith(" --without-gossip --without-mingle") for each in workers)


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_unit_gives_away_and_may_write_nothing(path: Path) -> None:
    service = unit(path)["Service"]
    assert service["User"] == "illimat"
    assert service["UMask"] == "0077"
    assert service["ProtectSystem"] == "strict"
    assert "SECRET" not in path.read_text()


def test_the_image_holds_every_package_that_the_settings_name() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", DOCKERFILE, re.M))
    installed = {app.partition(".")[0] for app in settings.INSTALLED_APPS}
    ours = {name for name in installed if (ROOT / name).is_dir()}
    assert copied >= ours | {"illimat_core"}


def test_every_file_copied_into_the_image_exists() -> None:
    sent = set((ROOT / ".dockerignore").read_text().split())
    lines = re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.M)
    copied = {name for line in lines for name in line.split()}
    assert {f"!{name}" for name in copied} <= sent


def in_containers(dotenv: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the environment of each of our containers with these lines in docker/.env."""

    def filled(text: str) -> str:
        return re.sub(
            r"\$\{(\w+)(?::[-?]([^}]*))?\}", lambda m: dotenv.get(m[1]) or m[2] or "", text
        )

    return {
        name: (dotenv if service["env_file"] == ".env" else {})
        | {key: filled(value) for key, value in service["environment"].items()}
        for name, service in COMPOSE["services"].items()
        if service["image"] == "illimat"
    }


def test_each_documented_setting_reaches_all_containers_or_is_said_not_to() -> None:
    text = text_of("operating.md")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.M))
    (decided,) = re.findall(r"reaches all programs, except (.+?), which compose sets", text)
    assert len(documented) > 60
    for environment in in_containers({name: f"my {name}" for name in documented}).values():
        reached = {name for name in documented if environment.get(name) == f"my {name}"}
        assert documented - reached == set(re.findall(r"`(\w+)`", decided))


def test_only_migrating_knows_the_password_of_the_tables_owner() -> None:
    containers = in_containers({"POSTGRES_PASSWORD": "hunter2"})
    told = [name for name, settings in containers.items() if "hunter2" in str(settings)]
    assert told == ["migrate"]


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_a_container_writes_to_memory_and_volumes_only_and_stays_within_limits(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "pids_limit"} <= set(service)
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}


def test_the_health_of_every_container_that_goes_on_is_known() -> None:
    judged = {name for name, each in COMPOSE["services"].items() if "test" in each["healthcheck"]}
    assert set(COMPOSE["services"]) - judged == {"migrate"}
    alive = COMPOSE["x-illimat"]["environment"]["ALIVE_FILE"]
    assert alive in COMPOSE["services"]["beat"]["healthcheck"]["test"][1]


def test_the_proxy_of_compose_is_the_sample_with_another_name_and_server() -> None:
    command = COMPOSE["services"]["proxy"]["command"][-1]
    (script,) = re.findall(r'^sed "(.+?)" /etc/illimat.conf', command)
    sample = ROOT / "docker" / "nginx.conf"
    made = subprocess.run(
        ["sh", "-c", f'sed "{script.replace("$$", "$")}" {sample}'],
        env={"SERVER_NAME": "games.example.net"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    rules = [line for line in made.splitlines() if not line.startswith("#")]
    assert "    server_name games.example.net;" in rules
    assert "    server web:8000;" in rules
    assert not [line for line in rules if "play.example.org" in line or "127.0.0.1" in line]


def test_compose_passes_on_what_the_image_is_built_with() -> None:
    arguments = re.findall(r"^ARG (\w+)", DOCKERFILE, re.M)
    assert arguments
    for service in COMPOSE["services"].values():
        if "build" in service:
            assert service["build"]["args"] == {name: f"${{{name}:-}}" for name in arguments}


def test_files_with_secrets_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    text = text_of("operating.md")
    commands = re.findall(r"`([^`\n]*install -m[^`\n]*)`", text)
    commands += re.findall(r"^ +(install .+)", text, re.M)
    (tmp_path / "docker").mkdir()
    script = "\n".join(["umask 022", *commands])
    script = script.replace(" /etc/", f" {tmp_path}/etc/")
    subprocess.run(["sh", "-e", "-c", script], cwd=tmp_path, check=True)
    for made in ("docker/.env", "etc/illimat/environment"):
        assert (tmp_path / made).stat().st_mode & 0o777 == 0o600, made


def test_operators_are_told_what_the_units_run() -> None:
    (told,) = [block for block in blocks(OPERATING, "text") if block.startswith("celery")]
    commands = [COMPOSE["services"][name].get("command", "") for name in PROGRAMS]
    assert sorted(told.splitlines()) == sorted(filter(None, commands))


def test_operators_are_told_of_the_units_and_the_rotation() -> None:
    text = text_of("operating.md")
    for name in ("deploy/systemd", "deploy/logrotate.conf", "illimat prepare", "gunicorn.conf.py"):
        assert name in text

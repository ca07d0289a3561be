"""The script `./do`, in a copy of the project without dependencies."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings

NOTHING = """
[project]
name = "nothing"
version = "0"
requires-python = ">=3.11"
dependencies = []

[tool.uv]
package = false
"""
NOTHING_LOCKED = """
version = 1
requires-python = ">=3.11"

[[package]]
name = "nothing"
version = "0"
source = { virtual = "." }
"""
SMALL_LOCKED = f"""{NOTHING_LOCKED}
dependencies = [{{ name = "small" }}]

[package.metadata]
requires-dist = [{{ name = "small" }}]

[[package]]
name = "small"
version = "1"
source = {{ registry = "https://pypi.org/simple" }}
wheels = [{{ url = "https://files.pythonhosted.org/small-1-py3-none-any.whl", hash = "DIGEST" }}]
"""
WITH_UV = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
MAX_PACKAGES = 57  # at run time: each one must be trusted


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Create a project without dependencies whose manage.py prints its arguments."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copy(settings.BASE_DIR / "do", folder)
    (folder / "pyproject.toml").write_text(NOTHING)
    (folder / "uv.lock").write_text(NOTHING_LOCKED)
    (folder / "manage.py").write_text("import sys; print('called', *sys.argv[1:]); sys.exit(7)")
    return folder


def do(
    project: Path, *arguments: str, at: Path = Path("/"), path: str = WITH_UV
) -> "subprocess.CompletedProcess[str]":
    """Run ./do from another folder, as on a Debian without python3-venv."""
    without = project.parent / "without"
    without.mkdir(exist_ok=True)
    (without / "ensurepip.py").write_text("raise ImportError('as Debian has it')")
    environment = {n: value for n, value in os.environ.items() if n != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, project / "do", *arguments],
        cwd=at,
        env=environment | {"PYTHONPATH": str(without), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_word_it_says_what_there_is(project: Path) -> None:
    said = do(project)
    assert said.returncode == 0
    assert set(re.findall(r"^  (\w+)", said.stdout, re.M)) == set(load_script().COMMANDS)


@pytest.mark.parametrize(
    ("word", "hint"),
    [("rum", "Did you mean ./do run?"), ("nonsense", "./do help lists the commands.")],
)
def test_a_wrong_word_is_told_in_a_sentence_with_the_way_out(
    project: Path, word: str, hint: str
) -> None:
    said = do(project, word)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"./do: there is no command {word!r}. {hint}\n"


def test_an_unknown_step_of_lint_is_refused_with_the_list_of_steps(project: Path) -> None:
    said = do(project, "lint", "formating")
    assert said.returncode == 1
    assert said.stderr.startswith("./do lint has no step 'formating'. Its steps are formatting, ")


@pytest.mark.slow
def test_a_public_server_is_prepared_in_one_command(project: Path) -> None:
    (project / "manage.py").write_text(
        "import os, sys; print('called', *sys.argv[1:], os.environ['DJANGO_SETTINGS_MODULE'],"
        "os.environ['ALLOW_TABLE_OWNER'])"
    )
    production = "config.settings.production true"
    said = do(project, "prepare").stdout
    assert [line for line in said.splitlines() if line.startswith("called")] == [
        f"called collectstatic --settings config.settings.build --no-input {production}",
        f"called migrate {production}",
        f"called check --deploy --database default {production}",
    ]


@pytest.mark.slow
def test_preparing_stops_where_a_step_fails(project: Path) -> None:
    said = do(project, "prepare")
    assert said.returncode == 7
    assert said.stdout.count("called") == 1


@pytest.mark.slow
def test_it_sets_up_once_and_hands_over(project: Path) -> None:
    first, second = do(project, "run", "--flag"), do(project, "run")
    assert "Setting up .venv" in first.stdout
    assert first.stdout.endswith("called run --flag\n")
    assert first.returncode == second.returncode == 7
    assert second.stdout == "called run\n"


@pytest.mark.slow
def test_it_sets_up_again_when_the_lock_file_has_changed(project: Path) -> None:
    do(project, "run")
    with (project / "uv.lock").open("a") as lock:
        lock.write("# newer\n")
    assert "Bringing .venv up to date" in do(project, "run").stdout


@pytest.mark.slow
def test_uv_installs_from_where_pip_is_told_to(project: Path, small: Path) -> None:
    lock_small(project, small.read_bytes())
    assert do(project, "run").stdout.endswith("called run\n")
    python = project / ".venv" / "bin" / "python"
    assert subprocess.run([python, "-c", "import small"], check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_package_other_than_the_locked_one_is_refused(project: Path) -> None:
    lock_small(project, b"another wheel")
    said = do(project, "run")
    assert said.returncode == 1
    assert "Hash mismatch for `small==1`" in said.stderr
    assert said.stderr.endswith("uv could not set up .venv; see above.\n")
    assert "called" not in said.stdout


@pytest.mark.thorough
def test_without_uv_pip_installs_the_locked_one(project: Path) -> None:
    for name in ("pyproject.toml", "uv.lock"):
        shutil.copy(settings.BASE_DIR / name, project)
    said = do(project, "run", path="/usr/bin:/bin")
    assert "Installing uv." in said.stdout
    assert said.stdout.endswith("called run\n")
    uv = project / ".venv" / "uv" / "bin" / "uv"
    told = subprocess.run([uv, "--version"], check=True, capture_output=True, text=True).stdout
    assert told.split()[1] == version_of_uv()


def test_the_image_is_built_with_the_locked_uv() -> None:
    dockerfile = (settings.BASE_DIR / "docker" / "Dockerfile").read_text(encoding="utf-8")
    assert f"uv=={version_of_uv()} " in dockerfile


def test_the_lock_file_names_public_addresses_only() -> None:
    text = (settings.BASE_DIR / "uv.lock").read_text(encoding="utf-8")
    public = {"https://pypi.org", "https://files.pythonhosted.org"}
    assert set(re.findall(r"\w+://[^/\"]+", text)) == public


def load_script() -> Any:
    loader = SourceFileLoader("do", str(settings.BASE_DIR / "do"))
    spec = spec_from_file_location("do", loader.path, loader=loader)
    assert spec
    script = module_from_spec(spec)
    loader.exec_module(script)
    return script


def test_the_server_runs_on_few_packages() -> None:
    command = ["uv", "export", "--frozen", "--no-dev"]
    told = subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=os.environ | {"PATH": WITH_UV},
        check=True,
        capture_output=True,
        text=True,
    )
    packages = re.findall(r"^\S+==.*", told.stdout, re.M)
    installed = [package for package in packages if "sys_platform == 'win32'" not in package]
    assert 0 < len(installed) <= MAX_PACKAGES


@pytest.mark.parametrize("url", ["anymail://postmark", "smtp://mail.example.org", ""])
def test_the_package_for_providers_of_mail_is_installed_where_one_is_named(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    script = load_script()
    monkeypatch.setattr(script, "ENVIRONMENT", tmp_path)
    wanted = script.export(Path(sys.executable).parent / "uv").read_text()
    assert ("django-anymail==" in wanted) == url.startswith("anymail:")


@pytest.mark.parametrize("dsn", ["https://key@errors.example.org/1", ""])
def test_the_sdk_of_an_error_tracker_is_installed_where_one_is_named(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENTRY_DSN", dsn)
    assert ("sentry" in load_script().extras_wanted()) == bool(dsn)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a wheel of an empty package, in a folder that pip searches with an empty index."""
    (tmp_path / "index").mkdir()
    monkeypatch.setenv("PIP_INDEX_URL", (tmp_path / "index").as_uri())
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    wheel, about = tmp_path / "small-1-py3-none-any.whl", "small-1.dist-info"
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with ZipFile(wheel, "w") as files:
        files.writestr("small.py", "")
        files.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: small\nVersion: 1\n")
        files.writestr(f"{about}/WHEEL", tags)
        files.writestr(f"{about}/RECORD", "")
    return wheel


def lock_small(project: Path, wheel: bytes) -> None:
    """Lock the project to the package whose wheel has these bytes."""
    needing = NOTHING.replace("dependencies = []", 'dependencies = ["small"]')
    (project / "pyproject.toml").write_text(needing)
    digest = f"sha256:{sha256(wheel).hexdigest()}"
    (project / "uv.lock").write_text(SMALL_LOCKED.replace("DIGEST", digest))


def version_of_uv() -> str:
    packages = tomllib.loads((settings.BASE_DIR / "uv.lock").read_text(encoding="utf-8"))["package"]
    (version,) = (package["version"] for package in packages if package["name"] == "uv")
    return str(version)

"""The container file and the compose file, built and started for real."""

from __future__ import annotations

import shutil
import signal
import subprocess
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.crew import until
from tests.deploy.containers import BUILD_SECONDS, Engine, base
from tests.postgres_server import find_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
POSTGRES = Path(__file__).parent / "postgres"


class Built:
    """The image, and the engine that runs it."""

    def __init__(self, engine: Engine, image: str, base: str) -> None:
        self.engine = engine
        self.image = image
        self.base = base


@pytest.fixture(scope="module")
def built() -> Built:
    engine, base_image = base()
    image = "localhost/beliefs-test"
    formats = ["--format", "docker"] if engine.program == "podman" else []
    arguments = ["--build-arg", f"BASE={base_image}", "--file", str(ROOT / "Containerfile")]
    engine.run("build", *formats, *arguments, "--tag", image, str(ROOT), seconds=BUILD_SECONDS)
    return Built(engine, image, base_image)


@pytest.fixture
def name(built: Built) -> Iterator[str]:
    """For a container and a volume, which go afterwards."""
    name = f"beliefs-test-{uuid.uuid4().hex[:12]}"
    yield name
    built.engine.run("rm", "--force", name, check=False)
    built.engine.run("volume", "rm", "--force", name, check=False)


class Asking:
    """A client with a key."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {key}"}

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self._url}/ready", trust_env=False).status_code == 200
        except httpx.TransportError:
            return False

    def __call__(self, verb: str, path: str, **options: Any) -> Any:
        found = httpx.request(
            verb, f"{self._url}/v1{path}", headers=self._headers, trust_env=False, **options
        )
        assert found.status_code == 200, found.text
        return found.json()

    def says_and_reads(self) -> str:
        """Write, read it back, and return the digest."""
        made = self("POST", "/beliefs", json={"claim": "It is up"})
        found = self("GET", f"/beliefs/{made['changes'][0]['belief_id']}")
        assert found["claim"] == "It is up"
        digest: str = self("GET", "/digest")["value"]
        return digest


def test_it_does_not_start_without_a_key(built: Built) -> None:
    done = built.engine.run("run", "--rm", built.image, check=False)
    assert done.returncode == 2
    assert "there is no key" in done.stderr


def test_a_ledger_outlives_its_container(built: Built, name: str) -> None:
    engine, volume = built.engine, f"{name}:/data"
    making = ("keys", "create", "--all-namespaces", "--right", "admin")
    key = engine.run("run", "--rm", "-v", volume, built.image, *making).stdout.strip()
    engine.run("run", "-d", "--name", name, "-v", volume, "-p", "127.0.0.1::8000", built.image)

    def asking() -> Asking:
        port = engine.run("port", name, "8000").stdout.strip().rpartition(":")[2]
        found = Asking(f"http://127.0.0.1:{port}", key)
        until(found.is_ready, "ready")
        return found

    digest = asking().says_and_reads()
    assert engine.run("exec", name, "id", "-u").stdout.strip() == "10001"
    assert httpx.get(f"{asking()._url}/v1/count", trust_env=False).status_code == 401  # noqa: SLF001
    _until_healthy(engine, name)
    engine.run("stop", "--time", "20", name)
    ended = engine.run("inspect", "--format", "{{.State.ExitCode}}", name).stdout.strip()
    assert int(ended) in (0, 128 + signal.SIGTERM)
    engine.run("start", name)
    assert asking()("GET", "/digest")["value"] == digest


def _until_healthy(engine: Engine, name: str) -> None:
    if engine.program == "podman":  # which asks by itself only where systemd is
        until(lambda: engine.works("healthcheck", "run", name), "healthy")
        return
    look = ("inspect", "--format", "{{.State.Health.Status}}", name)
    until(lambda: engine.run(*look).stdout.strip() == "healthy", "healthy", 60)


def _compose(engine: Engine) -> list[str]:
    if engine.program == "docker" and engine.works("compose", "version"):
        return ["docker", "compose"]
    if engine.program == "podman" and shutil.which("podman-compose"):
        return ["podman-compose"]
    return pytest.skip("the compose file needs docker compose or podman-compose")


@pytest.fixture(scope="module")
def postgres_image(built: Built, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The tests' own Postgres, as an image that takes what the public one takes."""
    if "localhost/" not in built.base:
        return "docker.io/library/postgres:17"
    folder = tmp_path_factory.mktemp("postgres")
    shutil.copytree(POSTGRES, folder, dirs_exist_ok=True)
    binaries = find_binaries()
    package = binaries.parent.parent
    if "pgserver" not in package.name:
        pytest.skip("only the Postgres of the wheel can be put into an image")
    for part in package.parent.glob(f"{package.name}*"):
        unneeded = shutil.ignore_patterns("include", "*.a", "__pycache__", "pginstall")
        shutil.copytree(part, folder / "wheel" / part.name, ignore=unneeded)
    image = "localhost/beliefs-test-postgres"
    built.engine.run(
        *("build", "--build-arg", f"BASE={built.base}", "--tag", image),
        *("--build-arg", f"BINARIES=/opt/{binaries.relative_to(package.parent)}"),
        *("--file", str(folder / "Containerfile"), str(folder)),
        seconds=BUILD_SECONDS,
    )
    return image


def test_workers_and_postgres_together(built: Built, postgres_image: str) -> None:
    engine, project = built.engine, f"beliefs-test-{uuid.uuid4().hex[:8]}"
    port = _free_port()
    environment = engine.environment | {
        "BELIEFS_DB_PASSWORD": uuid.uuid4().hex,
        "BELIEFS_IMAGE": built.image,
        "BELIEFS_POSTGRES_IMAGE": postgres_image,
        "BELIEFS_PORT": str(port),
    }

    def compose(*args: str, check: bool = True) -> str:
        done = subprocess.run(
            [*_compose(engine), "-p", project, "-f", str(ROOT / "compose.yaml"), *args],
            env=environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert not check or done.returncode == 0, done.stderr
        return done.stdout

    try:
        compose("up", "-d", "db")
        keys: list[str] = []

        def made() -> bool:
            making = ("keys", "create", "--all-namespaces", "--right", "admin")
            said = compose("run", "--rm", "-T", "server", *making, check=False)
            keys.extend(word for word in said.split() if word.startswith("bk_"))
            return bool(keys)

        until(made, "a key", 90)
        compose("up", "-d")
        asking = Asking(f"http://127.0.0.1:{port}", keys[0])
        until(asking.is_ready, "ready", 90)
        digest = asking.says_and_reads()
        compose("stop", "server")
        compose("start", "server")
        until(asking.is_ready, "ready again", 90)
        assert asking("GET", "/digest")["value"] == digest
    finally:
        compose("down", "-v", check=False)


def _free_port() -> int:
    from beliefs.serve.running import bound

    with bound("127.0.0.1", 0) as taken:
        port: int = taken.getsockname()[1]
        return port


def test_the_image_holds_what_is_locked() -> None:
    """Every package of the image is one of those that the tests run with."""
    locked = {name: set(_pins(ROOT / "requirements" / f"{name}.txt")) for name in ("serve", "dev")}
    assert locked["serve"]
    assert locked["serve"] <= locked["dev"]


def _pins(path: Path) -> Iterator[str]:
    for line in path.read_text().splitlines():
        if "==" in line and not line.startswith(" "):
            yield line.split(";")[0].split("\\")[0].strip()

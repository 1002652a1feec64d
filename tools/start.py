"""Sets Labrys up in this checkout and starts it: `play` a game, `test` everything, `run` a command.

Needs Python 3.11 or later and nothing else prepared. What it installs goes into `.venv` beside
this checkout's README; deleting that folder undoes all of it. Written for old Pythons as well,
so that they are turned away in a sentence.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "labrys-stamp")

# Small enough for every run; the large campaigns are started by hand.
GAMES = "6"
# Every depth of a perft file that counts at most this many sequences: about a minute.
PERFT = "20000"


class Trouble(Exception):
    """Why it cannot go on, in a sentence."""


def say(en, fr):  # type: (str, str) -> str
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return fr if locale.lower().startswith("fr") else en


def venv_program(name):  # type: (str) -> str
    if os.name == "nt":
        return os.path.join(VENV, "Scripts", name + ".exe")
    return os.path.join(VENV, "bin", name)


def main(words):  # type: (list[str]) -> int
    if sys.version_info < (3, 11):
        raise Trouble(
            say(
                "Labrys needs Python 3.11 or later; this is {}.{}.",
                "Labrys demande Python 3.11 ou plus ; ceci est {}.{}.",
            ).format(*sys.version_info[:2])
        )
    if not words or words[0] not in ("play", "test", "run"):
        raise Trouble(
            say(
                "Say what to start: play [GAME], test, or run COMMAND.",
                "Dites quoi lancer : play [JEU], test, ou run COMMANDE.",
            )
        )
    if words[0] == "test":
        set_up("dev")
        return test(words[1:])
    set_up("")
    return start([venv_program("labrys"), *(words if words[0] == "play" else words[1:])])


def set_up(extra):  # type: (str) -> None
    """Make the environment and install the checkout in it, unless that is done already."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as project:
        wanted = hashlib.sha256(project.read() + sys.version.encode()).hexdigest()
    done = ""
    if os.path.exists(STAMP):
        with open(STAMP) as stamp:
            done = stamp.read()
    if done in (wanted + " dev", wanted + " " + extra) and os.path.exists(venv_program("python")):
        return
    print(say("Setting up Labrys in .venv …", "Installation de Labrys dans .venv …"), flush=True)
    target = ROOT + ("[" + extra + "]" if extra else "")
    install = make_environment()
    quiet = ["install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*install, *quiet, "--editable", target]) != 0:
        raise Trouble(
            say(
                "The packages could not be installed; the lines above say why.",
                "Les paquets n'ont pas pu être installés ; les lignes ci-dessus disent pourquoi.",
            )
        )
    with open(STAMP, "w") as stamp:
        stamp.write(wanted + " " + extra)


def make_environment():  # type: () -> list[str]
    """Make `.venv` and give the command that installs into it."""
    python = venv_program("python")
    if has("ensurepip") and call([sys.executable, "-m", "venv", VENV]):
        return [python, "-m", "pip"]
    # Some systems split pip off from Python. Another pip can install into the environment.
    if has("pip") and call([sys.executable, "-m", "venv", "--without-pip", VENV]):
        return [sys.executable, "-m", "pip", "--python", python]
    uv = shutil.which("uv")
    if uv and call([uv, "venv", "--quiet", "--allow-existing", "--seed", VENV]):
        return [python, "-m", "pip"]
    raise Trouble(
        say(
            "This Python cannot make environments: its venv or ensurepip module is missing. "
            "On Debian and Ubuntu install the package python3-venv, then try again.",
            "Ce Python ne peut pas créer d'environnement : il lui manque venv ou ensurepip. "
            "Sous Debian et Ubuntu installez le paquet python3-venv, puis recommencez.",
        )
    )


def has(module):  # type: (str) -> bool
    # Asked in a process of its own: a broken module must not break this one.
    return call([sys.executable, "-c", "import " + module])


def call(command):  # type: (list[str]) -> bool
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def start(command):  # type: (list[str]) -> int
    """Run a program to its end; Ctrl-C is the program's own affair."""
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def test(words):  # type: (list[str]) -> int
    """Everything that is checked, pytest last; its words may follow: `test -k chess`."""
    os.chdir(ROOT)
    python, labrys = venv_program("python"), venv_program("labrys")
    steps = [
        ("ruff", [python, "-m", "ruff", "check", "interpreter", "tools", "tests"]),
        ("mypy --strict", [python, "-m", "mypy"]),
        ("labrys check", [labrys, "check"]),
        ("labrys test", [labrys, "test", "--perft", PERFT]),
        ("labrys campaign", [labrys, "campaign", "--games", GAMES, "--seed", "1"]),
        ("pytest", [python, "-m", "pytest", "-n", "auto", "-q", *words]),
    ]
    failed = []
    for name, command in steps:
        print("== " + name, flush=True)
        if start(command) != 0:
            failed.append(name)
    if failed:
        raise Trouble(say("Failed: ", "En échec : ") + ", ".join(failed))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit("{}".format(trouble))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit("{}".format(error))

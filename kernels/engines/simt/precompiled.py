# SPDX-License-Identifier: MIT
"""The headers of own kernels, compiled once for each compiler and its flags, in a user's cache.

A compile is 3 times as fast with them. Making them takes as long as three compiles and 50 MB, so that the first try with
a compiler only leaves a note, and the second one makes them. Whatever fails here, the kernel is compiled without them."""
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

MOST_KEPT = 3
LEAST_FREE = 512 << 20  # bytes on the disk
INCLUDE = re.compile(r'#include [<"](\S+)[>"]')
# Headers that only some kernels need. Without them all plain kernels share what is precompiled.
OF_SOME = ("kernels/matrix/target.cuh",)
CANNOT_BE_MADE = "cannot be made"


def header_of(before):
    """The includes at the begin of the lines before the user's text."""
    lines = []
    for line in before.splitlines():
        if not (include := INCLUDE.fullmatch(line)) or include[1] in OF_SOME:
            break
        lines.append(line)
    return "".join(line + "\n" for line in lines)


def stamp(path):
    status = os.stat(path)
    return [str(path), status.st_size, status.st_mtime_ns]


def is_ours(folder):
    """Nobody else may write there, because what lies there becomes part of a program."""
    status = os.stat(folder)
    return status.st_uid == os.geteuid() and status.st_mode & 0o002 == 0


def is_fresh(stamps):
    try:
        return all(stamp(path) == [path, size, time] for path, size, time in json.loads(stamps.read_text()))
    except (OSError, ValueError, TypeError):
        return False


def included_in(dependencies):
    text = Path(dependencies).read_text().replace("\\\n", " ").split(":", 1)[1]
    return [name.replace("\\ ", " ") for name in re.findall(r"(?:\\ |\S)+", text)]


def remove(paths):
    for path in paths:
        try:
            os.remove(path)
        except OSError:
            pass


def last_use(note):
    """clang++ wants a header to be as old as what was made of it, so that the file beside it tells when it was used."""
    return max(path.stat().st_mtime for path in (note, note.with_suffix(".stamps")) if path.exists())


def remove_old(folder):
    """Keeps those that were used last."""
    notes = sorted(folder.glob("*.h"), key=last_use, reverse=True)
    for note in notes[MOST_KEPT:]:
        remove(folder.glob(note.stem + ".*"))
    kept = {note.stem for note in notes[:MOST_KEPT]}
    remove(path for path in folder.iterdir() if path.name.split(".")[0] not in kept)


def make(command, header, ending, stamps):
    """False: it could not be made, or another try makes it now."""
    with open(header) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        if is_fresh(stamps):
            return True
        made, dependencies = f"{header}.making", f"{header}.needs"
        remove([f"{header}{ending}", stamps])
        done = subprocess.run([*command, "-MD", "-MF", dependencies, "-x", "c++-header", header, "-o", made],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            os.replace(made, f"{header}{ending}")
            needed = [*included_in(dependencies), f"{header}{ending}"]
            stamps.write_text(json.dumps([stamp(name) for name in needed]))
        else:
            stamps.write_text(json.dumps(CANNOT_BE_MADE))
        remove([made, dependencies])
        return done.returncode == 0


def options_for(command, before, cache):
    """What makes `command`, a compiler with all options of its kernels that matter, use the precompiled headers."""
    try:
        text = header_of(before)
        compiler = Path(shutil.which(command[0])).resolve()
        key = hashlib.sha256(json.dumps([*stamp(compiler), *command[1:], text]).encode()).hexdigest()[:16]
        folder = Path(cache)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        header, stamps = folder / f"{key}.h", folder / f"{key}.stamps"
        if not text or not is_ours(folder) or not is_ours(folder.parent):
            return []
        if not header.exists():
            header.write_text(text)
            remove_old(folder)
            return []
        is_refused = stamps.exists() and json.loads(stamps.read_text()) == CANNOT_BE_MADE
        if is_refused or header.read_text() != text:
            return []
        if not is_fresh(stamps):
            is_full = shutil.disk_usage(folder).free < LEAST_FREE
            ending = ".pch" if "clang" in Path(command[0]).name else ".gch"
            if is_full or not make(command, header, ending, stamps):
                return []
        os.utime(stamps)
        return ["-include", str(header)]
    except (OSError, ValueError, TypeError):
        return []

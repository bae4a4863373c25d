# SPDX-License-Identifier: MIT
"""Compiles a user's own kernels for the executor into a shared object, with the rewriting and the flags of the build.

Prints one JSON object: {"errors": [sentence, ...]}, without any where it has compiled. What the compiler printed goes to
standard error."""
import argparse
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

from compile import ERROR, PLACE, feature_of, lacking_in
from precompiled import options_for
from rewrite import rewritten, without_comments

CALLS = "the calls of the kernels"  # where kernels/own/unit.cpp goes on behind the text
ADDED_NAMES = "pairscope_own"
HERE = Path(__file__).resolve().parent
CPU_FLAGS = ("-O3", "-march=native")  # for functions in C++
MOST_ERRORS = 5
MOST_NOTES = 5
MOST_TOLD = 1 << 16  # characters; errors of templates have no end
MOST_SECONDS = 30  # processor time of a compiler
MOST_BYTES = 4 << 30
MOST_WRITTEN = 1 << 30
TOO_MUCH = {
    "CPU time limit exceeded": f"the compiler did not end within {MOST_SECONDS} s of processor time",
    "out of memory|memory exhausted|bad_alloc": f"the compiler needs more than {MOST_BYTES >> 30} GiB of memory",
    "No space left on device|File size limit": "the compiled kernel cannot be written: is the disk full?",
}
# What nvcc refuses, and what it warns of: everything else that a compiler warns of is left to the user.
WARNINGS = {"g++": ("-Werror=vla", "-Wuninitialized", "-Wmaybe-uninitialized"),
            "clang++": ("-Werror=vla", "-Wuninitialized", "-Wsometimes-uninitialized", "-Wconditional-uninitialized")}
UNINITIALISED = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+)(?::\d+)?: warning: (?:variable )?'(?P<name>[^'\n]+)' [^\n]*\[-W\S*uninitialized\]$", re.MULTILINE)
LINE_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:line\b|\d)[^\n]*$", re.MULTILINE)  # it would name other files and lines
MAIN = re.compile(r"^[ \t]*(?:int|auto|void)\s+main\s*\(", re.MULTILINE)
VARIABLE_LENGTH = re.compile(r"variable[- ]length array")
ENDINGS = ("exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail")


def name_of(compiler):
    return "clang++" if "clang" in Path(compiler).name else "g++"


def flags_for(compiler, folder):
    """The lines of flags.txt that are for this compiler."""
    own = name_of(compiler) + ": "
    other = "g++: " if own == "clang++: " else "clang++: "
    lines = [line for line in (HERE / "flags.txt").read_text().splitlines() if line and line[0] != "#"]
    kept = [line.removeprefix(own) for line in lines if not line.startswith(other)]
    return [part for line in kept for part in line.replace("FOLDER", f"{folder}/=own/").split(" ", 1)]


def shown_as(file, asked):
    """How the user names this file, if it is the one that is compiled or a header beside it; else None."""
    if file == asked.path:
        return asked.shown
    folder = os.path.dirname(asked.path)
    is_of_program = os.path.normpath(file).startswith(os.path.join(asked.include, "kernels") + "/")
    if is_of_program or not file.startswith(folder.rstrip("/") + "/"):
        return None
    return os.path.join(os.path.dirname(asked.shown), os.path.relpath(file, folder))


def line_of(file, number, asked, lines):
    if file != asked.path:
        lines = Path(file).read_text(errors="replace").splitlines() if os.path.isfile(file) else []
    return lines[number - 1] if 0 < number <= len(lines) else ""


def host_code_in(file, line, code, text, asked):
    """What to leave out, where an error is in code that launches kernels; None if it is not."""
    if asked.cpu or file != asked.path or "KernelVariant" in text:
        return None
    if (main := MAIN.search(without_comments(text))) and line >= (begin := text.count("\n", 0, main.end()) + 1):
        return f"{asked.shown}:{begin}: only kernels are compiled and launched here: leave main() out, and what stands behind it"
    if "<<<" in code:
        return (f"{asked.shown}:{line}: the kernels of the file are launched by the program, as `// block:` and `// grid:` say: "
                "leave out the code that launches them")
    return None


def sentences_about(output, asked, text):
    """A sentence about each error, at the line of the user's file or of a header beside it."""
    found = []
    path, shown = asked.path, asked.shown
    lines = text.splitlines()
    lacking = lacking_in(without_comments(text))
    errors = list(ERROR.finditer(output))
    for error, following in zip(errors, [*errors[1:], None]):
        # An error in a macro of a header, such as __global__: the line that uses it stands in a note below.
        below = output[error.end() : following.start() if following else None]
        places = [(error["file"], error["line"]), *PLACE.findall(below), *reversed(PLACE.findall(output[: error.start()]))]
        file, line = next(((file, int(line)) for file, line in places if shown_as(file, asked)), ("", 0))
        where = f"{shown_as(file, asked)}:{line}" if line else shown
        code = line_of(file, line, asked, lines)
        if header := re.search(r"^(\S+): No such file|^'([^']+)' file not found", error["text"]):
            known = " that the executor on the CPU knows" if path.endswith(".cu") else ""
            found.append(f"{where}: there is no header {header[1] or header[2]}{known}")
        elif VARIABLE_LENGTH.search(error["text"]):
            name = re.search(r"'([^']+)'", error["text"]) or re.search(r"(\w+)\s*\[", code)
            found.append(f"{where}: CUDA has no array whose length is known only when the kernel runs, and "
                         f"`{name[1] if name else 'this one'}` is one: write a constant between its brackets")
        elif not line and error["file"] == CALLS:
            found.append(f"{shown}:{len(lines)}: the file ends in the middle of the code: look for a missing ; or }}")
        elif leave_out := host_code_in(file, line, code, without_comments(text), asked):
            found.append(leave_out)
        elif lacking and path.endswith(".cu"):
            found.append(f"{shown}:{lacking[1]}: the executor on the CPU does not support {lacking[0]}")
        elif path.endswith(".cu") and (feature := feature_of(error["text"], code)):
            found.append(f"{where}: the executor on the CPU does not support {feature}")
        else:
            found.append(f"{where}: the compiler says \"{error['text']}\"")
    # Errors that name what stands around the text follow from other ones, and say nothing to the user.
    own = [sentence for sentence in found if ADDED_NAMES not in sentence]
    return list(dict.fromkeys(own or found))[:MOST_ERRORS]


def notes_about(output, path, shown):
    """A sentence about each variable that may be read before it has a value."""
    found = [f"{shown}:{warning['line']}: `{warning['name']}` may be read before anything was written into it, as the compiler says"
             for warning in UNINITIALISED.finditer(output) if warning["file"] == path]
    return list(dict.fromkeys(found))[:MOST_NOTES]


def commands_for(asked, unit):
    """The compiler, and the linker without the sanitizers' libraries: the program has what they call."""
    folder = os.path.dirname(asked.path) or "/"
    include = Path(asked.include)
    wraps = ",".join(f"--wrap={name}" for name in ENDINGS)
    link = [asked.compiler, "-shared", f"-Wl,{wraps}", "-Wl,-z,lazy", "-o", asked.object, unit + ".o"]
    if asked.cpu:
        command = [asked.compiler, "-std=c++20", *CPU_FLAGS, "-g1", "-gdwarf-4", "-fPIC", "-fvisibility=hidden", "-w",
                   "-fdiagnostics-color=never", f"-I{include}"]
        of_file = [f"-ffile-prefix-map={folder.rstrip('/')}/=own/"]
    else:
        command = [asked.compiler, "-std=c++20", "-DPAIRSCOPE_SIMULATED",
                   *(flag for flag in flags_for(asked.compiler, "FOLDER") if "FOLDER" not in flag), "-fPIC", "-fvisibility=hidden",
                   *WARNINGS[name_of(asked.compiler)], "-fdiagnostics-color=never",
                   # Quoted headers of the program come from here, also where the file lies in a folder that has others.
                   f"-iquote{include / 'kernels/engines/simt/shim'}", f"-I{include / 'kernels/engines/simt/shim'}", f"-I{include}"]
        of_file = [flag for flag in flags_for(asked.compiler, folder.rstrip("/")) if flag.endswith("/=own/")]
    used = options_for(command, Path(asked.before).read_text(), asked.cache) if asked.cache else []
    yield [*command, *of_file, *used, f"-iquote{folder}", "-c", unit, "-o", unit + ".o"]
    yield link


def run(commands):
    """Until one fails; gives its exit code and what all have printed."""
    told = ""
    for command in commands:
        done = subprocess.run(command, env=os.environ | {"LC_ALL": "C"}, stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace")
        told += done.stderr
        if done.returncode != 0:
            sys.stderr.write(done.stderr[:MOST_TOLD])
            break
    return done.returncode, told


def is_about_cache(told, cache):
    """Does the compiler refuse what was made of the headers? An error in a macro only names the file that includes it."""
    return any(cache in line for line in told.splitlines() if re.search(r"\b(error|warning):", line))


def limit_compilers():
    """Templates and constant expressions may go on for ever, or take all memory."""
    for limit, most in ((resource.RLIMIT_CPU, MOST_SECONDS), (resource.RLIMIT_AS, MOST_BYTES), (resource.RLIMIT_FSIZE, MOST_WRITTEN)):
        allowed = resource.getrlimit(limit)[1]
        most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(limit, (most, allowed))


def main():
    parser = argparse.ArgumentParser()
    for option in ("compiler", "include", "path", "shown", "text", "before", "behind", "object"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--cache", default="")
    asked = parser.parse_args()
    asked.cpu = asked.path.endswith(".cpp")
    text = LINE_DIRECTIVE.sub("", Path(asked.text).read_text(errors="replace"))
    quoted = asked.path.replace("\\", "\\\\").replace('"', '\\"')
    body = (not asked.cpu and rewritten(text, quoted)) or f'#line 1 "{quoted}"\n{text}'
    unit = asked.object + ".cpp"
    Path(unit).write_text(Path(asked.before).read_text() + body + Path(asked.behind).read_text())
    limit_compilers()
    code, told = run(commands_for(asked, unit))
    if code != 0 and asked.cache and is_about_cache(told, asked.cache):
        asked.cache = ""
        code, told = run(commands_for(asked, unit))
    errors = [] if code == 0 else sentences_about(told, asked, text)
    errors = [f"{asked.shown}: {why}" for sign, why in TOO_MUCH.items() if code != 0 and re.search(sign, told)] or errors
    if code != 0 and not errors:
        errors = [f"{asked.shown}: {asked.compiler} failed: {told.strip()[-300:]}"]
    flags = CPU_FLAGS if asked.cpu else flags_for(asked.compiler, ".")
    notes = notes_about(told, asked.path, asked.shown)
    print(json.dumps({"errors": errors, "notes": notes, "compiler": " ".join([Path(asked.compiler).name, "-std=c++20", *flags])}))


if __name__ == "__main__":
    main()

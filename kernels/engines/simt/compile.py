#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles one kernel for the executor, as the build's compiler launcher: compile.py COMPILER ARGUMENT...

A file that the executor cannot compile must not stop the build of everything else. Its object is replaced by one whose
variant says why it is not simulated. Warnings that -Werror made errors stay errors."""
import os
import re
import subprocess
import sys
from pathlib import Path

from rewrite import rewritten, without_comments

REPOSITORY = Path(__file__).resolve().parents[3]
GPU_HARDWARE = "it uses hardware that only a GPU has"
MARKED_GPU_ONLY = re.compile(r"\.\s*gpu_only\s*[={][\s({]*(?:bool\s*[({]\s*)?true\b")
ERROR = re.compile(r"^(?:(?P<file>[^\s:][^:\n]*):(?P<line>\d+)(?::\d+)?: )(?:fatal )?[Ee]rror: (?P<text>.*)$", re.MULTILINE)
PLACE = re.compile(r"^([^\s:][^:\n]*):(\d+):\d+:", re.MULTILINE)
SYNTAX_ERROR = re.compile(
    r"^expected|^stray|^missing terminating|^unterminated|^extraneous|without a previous|^invalid digit|^invalid suffix"
    r"|^(?:break|continue) statement not|^unmatched|^unbalanced")
UNKNOWN_NAME = re.compile(
    r"^(?:use of undeclared identifier|unknown type name|no member named|call to|no matching function for call to)?\s*"
    r"'(?P<name>[^'(<]+)[^']*'(?: was not declared| has not been declared| does not name a type| is not a member| declared with| in |;|$)")
# A name that the user misspelt is no feature that the executor lacks.
CUDA_NAME = re.compile(r"__|cu|nv|cg$|cooperative|wmma|tex|surf|atomic|make_")
# What a file uses that the executor lacks altogether. The compiler stumbles over it somewhere else: over the name of a
# kernel whose attribute it does not know, or inside a header of CUDA.
LACKING = (
    (re.compile(r"\bwmma\s*::|#\s*include\s*<mma\.h>"), "tensor cores by wmma (<mma.h>)"),
    (re.compile(r"__cluster_dims__|\bcluster_group\b|\bthis_cluster\b|ClusterDimension|__block_size__|\bcluster_dims?\b"), "clusters of blocks"),
    (re.compile(r"\bgrid_group\b|\bthis_grid\b"), "barriers of a whole grid"),
)
# Inside the namespace pairscope, cuda:: is pairscope::cuda.
WRONG_CUDA = re.compile(r"'(?P<name>\w+)' (?:in namespace|is not a member of) '(?:::)?pairscope::cuda'|in namespace 'pairscope::cuda'.*'(?P<other>\w+)'")
UNDECLARED = re.compile(
    r"'(?P<name>[\w:~]+)' (?:was not declared|has not been declared|does not name a type|is not a member|undeclared)"
    r"|(?:use of undeclared identifier|unknown type name|no member named) '(?P<other>[\w:~]+)'")
KNOWN_QUALIFIER = re.compile(
    r"\b__(?:global|device|host|shared|constant|restrict|launch_bounds|forceinline|noinline|align)__")
MADE_FROM_WARNING = re.compile(r"\[-Werror[=\]]")


def feature_of(message, code):
    """What the executor lacks, by the compiler's message and the line of code; None if it is no name."""
    if header := re.search(r"^(\S+): No such file|^'([^']+)' file not found", message):
        return f"the header <{header[1] or header[2]}>"
    if "<<<" in code:
        return "this form of launch by <<<...>>> (launch_grid works)"
    if re.search(r"\bextern\b.*\b__shared__\b|\b__shared__\b.*\bextern\b", code):
        return "this form of extern __shared__"
    if re.search(r"\b(?:asm|__asm__)\b", code) or re.search(r"'asm'|instruction", message):
        return "inline PTX"
    name = UNKNOWN_NAME.search(message)
    return name["name"].strip() if name and CUDA_NAME.match(name["name"].split("::")[-1].strip()) else None


def lacking_in(text):
    """The first feature in the source that the executor lacks altogether, with its line; None if there is none."""
    found = [(match.start(), feature) for pattern, feature in LACKING if (match := pattern.search(text))]
    if not found:
        return None
    start, feature = min(found)
    return feature, text.count("\n", 0, start) + 1


def in_repository(path):
    """The path as people write it; ccache lets the compiler print others."""
    real = Path(path).resolve()
    return str(real.relative_to(REPOSITORY)) if real.is_relative_to(REPOSITORY) else str(path)


def sentence_about(output, source):
    """One sentence about the first error in what the compiler printed; None if there is none but warnings."""
    errors = [e for e in ERROR.finditer(output) if not MADE_FROM_WARNING.search(e["text"])]
    if not errors:
        return None
    # A parameter of an unknown type is told by the error behind this one.
    error = errors[1] if errors[0]["text"].endswith("declared void") and len(errors) > 1 else errors[0]
    kernel = in_repository(source)
    # An error inside a header: the line of the kernel that led there stands above it.
    places = [(error["file"], error["line"]), *reversed(PLACE.findall(output[: error.start()]))]
    line = next((int(line) for file, line in places if in_repository(file) == kernel), 0)
    lines = Path(source).read_text(errors="replace").splitlines()
    code = lines[line - 1] if 0 < line <= len(lines) else ""
    place = f"line {line} of {kernel}" if line else f"{in_repository(error['file'])}, which {kernel} includes"
    advice = "if nvcc compiles it, set .gpu_only = true"
    text = without_comments("\n".join(lines))
    if (wrong := WRONG_CUDA.search(error["text"])) and (name := wrong["name"] or wrong["other"]):
        return (f"cuda:: means the namespace pairscope::cuda in {place}, and that has no {name}: "
                f"write ::cuda::{name} for the one of CUDA")
    if lacking := lacking_in(text):
        return f"the executor on the CPU does not support {lacking[0]} in line {lacking[1]} of {kernel}; {advice}"
    if feature := feature_of(error["text"], code):
        return f"the executor on the CPU does not support {feature} in {place}; {advice}"
    if SYNTAX_ERROR.search(error["text"]) and "__" not in KNOWN_QUALIFIER.sub("", code):
        return f'there is a syntax error in {place}: "{error["text"]}"'
    undeclared = UNDECLARED.search(error["text"])
    if undeclared and not CUDA_NAME.match((undeclared["name"] or undeclared["other"]).split("::")[-1]):
        return f'there is a name in {place} that nothing declares: "{error["text"]}"'
    said = re.sub(r"^static assertion failed(?: due to requirement '[^']*')?: ", "", error["text"])
    return f'the executor on the CPU cannot compile {place}: "{said}"; {advice}'


class Compilation:
    def __init__(self, command):
        self.command = command
        self.source = self.argument_after("-c")
        self.object = self.argument_after("-o")
        self.dependencies = self.argument_after("-MF")
        path = Path(self.source)
        # workloads/<workload>/ladder/<name>.cu; the tests have <folder>/<name>.cu
        folder = path.parent.parent if path.parent.name == "ladder" else path.parent
        self.name, self.folder = path.stem, folder.name
        self.has_several_workloads = (folder / "workloads.cpp").exists()

    def argument_after(self, option):
        return self.command[self.command.index(option) + 1]

    def run(self, source, options=(), **arguments):
        at = self.command.index("-c")
        command = [*self.command[:at], *options, "-c", source, *self.command[at + 2 :]]
        environment = os.environ | {"LC_ALL": "C"}  # messages in English, with plain quotes
        return subprocess.run(command, env=environment, text=True, errors="replace", **arguments)

    def compile(self, text):
        changed = rewritten(text, self.source)
        if changed is None:
            return self.run(self.source, stderr=subprocess.PIPE)
        copy = Path(self.object + ".rewritten.cu")
        copy.write_text(changed)
        done = self.run(str(copy), [f"-iquote{Path(self.source).parent}"], stderr=subprocess.PIPE)
        if done.returncode == 0:
            dependencies = Path(self.dependencies)
            dependencies.write_text(dependencies.read_text().replace(str(copy), self.source))
        return done

    def replace(self, reason, gpu_only):
        """Compiles a variant that says why it is not simulated, in place of the kernel's."""
        stand_in = Path(self.object + ".not_simulated.cpp")
        quoted = reason.replace("\\", "\\\\").replace('"', '\\"')
        described = f'{{.gpu_only = {str(gpu_only).lower()}, .not_simulated = "{quoted}"}}'
        function = f"KernelVariant {self.name}_variant()"
        if self.has_several_workloads:  # what is said of one holds for all
            function, described = f"std::vector<KernelVariant> {self.name}_variants()", f"{{{described}}}"
        stand_in.write_text(
            f'#include "kernels/ladder/variant.h"\n#include <vector>\n'
            f"namespace pairscope::simulated_ladder::{self.folder} {{\n"
            f"{function};\n"
            f"{function} {{\n"
            f"    return {described};\n"
            f"}}\n}}\n")
        done = self.run(str(stand_in))
        dependencies = self.named_dependencies() - {str(stand_in)}  # of the stand-in: the type of a variant may change
        if not gpu_only:
            dependencies |= self.included_files()
        names = " ".join(name.replace(" ", "\\ ") for name in sorted(dependencies | {self.source}))
        Path(self.dependencies).write_text(f"{self.object}: {names}\n")
        return done.returncode

    def included_files(self):
        """A failed compilation names no dependencies: asked apart, so that mending a header is noticed."""
        command = self.command[:]
        for option, value in (("-o", os.devnull), ("-MF", self.dependencies)):
            command[command.index(option) + 1] = value
        command[command.index("-MD")] = "-MM"
        done = subprocess.run([*command, "-MG"], capture_output=True, text=True, errors="replace")
        return self.named_dependencies() if done.returncode == 0 else set()

    def named_dependencies(self):
        if not os.path.exists(self.dependencies):
            return set()
        text = Path(self.dependencies).read_text().replace("\\\n", " ").split(":", 1)[-1]
        names = (name.replace("\\ ", " ") for name in re.findall(r"(?:\\ |\S)+", text))
        return {name for name in names if os.path.exists(name)}  # without headers that nobody has


def main(command):
    compilation = Compilation(command)
    text = Path(compilation.source).read_text(errors="replace")
    if MARKED_GPU_ONLY.search(without_comments(text)):
        return compilation.replace(GPU_HARDWARE, gpu_only=True)
    done = compilation.compile(text)
    if done.returncode == 0:
        sys.stderr.write(done.stderr)
        return 0
    reason = sentence_about(re.sub(r"\x1b\[[0-9;]*[mK]", "", done.stderr), compilation.source)
    if reason is None:
        sys.stderr.write(done.stderr)
        return done.returncode
    print(f"not simulated: {compilation.name}: {reason}", file=sys.stderr)
    return compilation.replace(reason, gpu_only=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

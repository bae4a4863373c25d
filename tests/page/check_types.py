# SPDX-License-Identifier: MIT
"""Checks the types of the script of a page by Debian's node-typescript: check_types.py."""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path("app/page").resolve()))
from join_assets import script_of

SKIPPED = 77
OPTIONS = "--allowJs --checkJs --strict --noEmit --target es2022 --lib es2022,dom,dom.iterable".split()


def main():
    compiler = shutil.which("tsc")
    if compiler is None:
        print("skipped: tsc is missing; ./test installs it, or apt-get install node-typescript")
        return SKIPPED
    files = sorted([*pathlib.Path("assets/page").glob("*.js"), pathlib.Path("assets/page/check.d.ts")])
    size = len(script_of(pathlib.Path("assets/page")).encode())
    if size > 120_000:
        print(f"the script has {size} bytes, and 120000 are allowed")
        return 1
    return subprocess.run([compiler, *OPTIONS, *map(str, files)], check=False).returncode


sys.exit(main())

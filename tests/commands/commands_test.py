# SPDX-License-Identifier: MIT
"""Tests ./run, ./test and .ci/ccache in a folder of their own, with tools that only write down how they were called."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
TOOLS = "bash cat chmod cmp cp dirname env find grep ln mkdir readlink rm rmdir sed sh sleep sort tail touch wc awk".split()
CMAKE = """echo "$*" >>cmake_calls; mkdir -p build/$2/bin; touch build/$2/build.ninja"""
NINJA = """printf '#!/bin/sh\\necho "${0%%/bin/*} $*"\\n' >$2/bin/pairscope; chmod +x $2/bin/pairscope"""
CTEST = """echo "ctest $*"; mkdir -p $2/Testing/Temporary
for i in 1 2 3; do echo "$i/3 Testing: Suite.test_$i  # GetParam() = 0x5"; echo "Test time =   $i.50 sec"; done >$2/Testing/Temporary/LastTest.log
exit 8"""


class Commands(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for name in ("run", "test"):
            shutil.copy(REPOSITORY / name, self.root)
        shutil.copytree(REPOSITORY / ".ci", self.root / ".ci")
        setup = self.root / ".ci/setup.sh"  # an nvcc of this machine must not be found
        setup.write_text(setup.read_text().replace("/usr/local/cuda/", "/nowhere/").replace("/opt/cuda/", "/nowhere/"))
        for name in TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        self.tool("cmake", CMAKE)
        self.tool("ninja", NINJA)
        self.tool("ctest", CTEST)
        self.tool("nproc", "echo 2")
        self.tool("ldconfig", "")
        self.tool("python3", "echo no network; exit 1")

    def tool(self, name, script):
        path = self.tools / name
        path.write_text("#!/bin/sh\n" + script + "\n")
        path.chmod(0o755)

    def with_driver(self):
        self.tool("nvidia-smi", "")

    def with_nvcc(self):
        self.tool("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.1'")

    def start(self, *words):
        return subprocess.run([self.root / words[0], *words[1:]], cwd=self.root, capture_output=True, text=True,
                              env={"PATH": str(self.tools), "DISPLAY": ":9"}, check=False)

    def calls_of_cmake(self):
        path = self.root / "cmake_calls"
        return path.read_text().splitlines() if path.exists() else []

    def assert_started(self, preset, *words):
        done = self.start(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split()[0], str(self.root / "build" / preset))
        return done.stdout.split()[1:]

    def test_run_without_a_driver_needs_no_nvcc(self):
        self.with_nvcc()
        self.assertEqual(self.assert_started("release-cpu-only", "run", "check", "tiled"), ["check", "tiled"])
        self.assertEqual(self.calls_of_cmake(), ["--preset release-cpu-only"])

    def test_run_with_a_driver_builds_cuda(self):
        self.with_driver()
        self.with_nvcc()
        self.assert_started("release", "run")
        self.assertIn(f"-DCMAKE_CUDA_COMPILER={self.tools}/nvcc", self.calls_of_cmake()[0])

    def test_run_with_a_driver_goes_on_without_a_toolkit(self):
        self.with_driver()
        self.assert_started("release", "run")
        self.assertEqual(self.calls_of_cmake(), ["--preset release"])

    def test_cuda_is_built_without_a_driver_if_asked_for(self):
        self.with_nvcc()
        self.assertEqual(self.assert_started("release", "run", "--cuda", "info"), ["info"])
        self.assertIn("nvcc", self.calls_of_cmake()[0])

    def test_cuda_without_an_nvcc_says_what_to_do(self):
        done = self.start("run", "--cuda")
        self.assertEqual(done.returncode, 2)
        for part in ("--cuda needs nvcc", "CUDACXX", "could not be fetched", "build/cuda-toolkit.log", "Install a CUDA toolkit"):
            self.assertIn(part, done.stderr)
        self.assertEqual(self.calls_of_cmake(), [])

    def test_cpu_only_leaves_cuda_out_on_every_machine(self):
        self.with_driver()
        self.with_nvcc()
        self.assertEqual(self.assert_started("release-cpu-only", "run", "--cpu-only", "list"), ["list"])

    def test_mpi_is_installed_only_if_asked_for(self):
        done = self.start("run", "--mpi", "--cpu-only", "list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("libopenmpi-dev openmpi-bin", done.stderr)
        self.assertEqual(done.stdout.split()[1:], ["list"])
        shutil.rmtree(self.root / "build")
        self.assertNotIn("mpi", self.start("run", "list").stderr)

    def test_changing_between_them_configures_each_once(self):
        self.with_nvcc()
        for _ in range(2):
            self.assert_started("release-cpu-only", "run")
            self.assert_started("release", "run", "--cuda")
        self.assertEqual(len(self.calls_of_cmake()), 2)

    def test_the_quick_tests_are_those_without_the_label_slow(self):
        done = self.start("test", "-R", "heatmap")
        self.assertIn("-LE slow -R heatmap", done.stdout)
        self.assertIn("build/dev-cpu-only ", done.stdout)

    def test_all_tests_are_built_with_cuda(self):
        self.with_nvcc()
        done = self.start("test", "--all", "-L", "gui")
        self.assertIn("build/dev ", done.stdout)
        self.assertIn(" -L gui", done.stdout)
        self.assertNotIn("-LE", done.stdout)
        self.assertIn("nvcc", self.calls_of_cmake()[0])

    def test_the_slowest_tests_are_listed_although_some_failed(self):
        done = self.start("test")
        self.assertEqual(done.returncode, 8)
        self.assertIn(" slowest of 3 tests\n     3.5  Suite.test_3\n     2.5  Suite.test_2\n     1.5  Suite.test_1\n", done.stdout)


class PrecompiledHeader(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compiled(self, *words):
        command = [REPOSITORY / ".ci/ccache", "ccache", "g++", "-include", "all.h", *words]
        subprocess.run(command, cwd=self.folder, check=True, env=os.environ | {"CCACHE_DIR": str(self.folder / "cache")})

    def value_in_a_program(self, value):
        (self.folder / "all.h").write_text(f"constexpr int value = {value};\n")
        (self.folder / "header.cpp").touch()
        (self.folder / "program.cpp").write_text("int main() { return value; }\n")
        self.compiled("-x", "c++-header", "-o", "all.h.gch", "-c", "header.cpp")
        self.compiled("-o", "program.o", "-c", "program.cpp")
        subprocess.run(["g++", "-o", "program", "program.o"], cwd=self.folder, check=True)
        return subprocess.run([self.folder / "program"], check=False).returncode

    @unittest.skipUnless(shutil.which("ccache") and shutil.which("g++"), "needs ccache and g++")
    def test_is_never_one_of_an_older_text(self):
        self.assertEqual(self.value_in_a_program(1), 1)
        self.assertEqual(self.value_in_a_program(2), 2)
        (self.folder / "all.h.gch").unlink()
        self.assertEqual(self.value_in_a_program(1), 1)  # from the cache: the same bytes as before
        self.assertEqual(self.value_in_a_program(3), 3)  # was 2, because only the bytes of the old header were compared


if __name__ == "__main__":
    unittest.main()

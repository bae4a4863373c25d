# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# What ./run and ./test share: packages, the CUDA toolkit, configuring, building. To be sourced.
set -euo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The one list of what has to be installed, by Debian's names.
build_packages=(g++ cmake ninja-build ccache pkg-config python3 python3-pip python3-glad
    libglfw3-dev libgl-dev libegl-dev libhwy-dev libtbb-dev libboost-context-dev libcli11-dev libeigen3-dev nlohmann-json3-dev
    libfmt-dev libspdlog-dev libspng-dev libcairo2-dev zlib1g-dev libzstd-dev libgl1-mesa-dri libglx-mesa0 libegl1 libegl-mesa0 fonts-dejavu-core)
mpi_packages=(libopenmpi-dev openmpi-bin) # only where somebody asks for them, and in CI
firefox_packages=(firefox-esr) # CI tests pages in Firefox, too; other machines do so if they have it
test_packages=(libgtest-dev libgmock-dev xvfb xauth chromium chromium-driver python3-selenium node-typescript)

toolkit_packages=$repository/.ci/cuda-toolkit.txt # from PyPI, for a machine that has no toolkit and needs one
toolkit=$repository/build/cuda-toolkit
oldest_cuda=12 # the first with C++20

# A clone elsewhere finds what this one compiled.
export CCACHE_BASEDIR=$repository CCACHE_NOHASHDIR=1
# The names of the headers come from the compiler, so that no file is preprocessed a second time only to be looked up.
export CCACHE_DEPEND=1

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# fail STEP LOG: the end of the log, then which step failed.
fail() {
    tail -n 40 "$2" >&2
    say "$1 failed; the whole log is in $2"
    exit 1
}

# Prints the packages of its arguments that are not installed.
missing_packages() {
    local installed
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
    printf '%s\n' "$@" | grep -vxF -e "${installed:-none}" || true
}

install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        local told=$repository/build/.${0##*/}_needs_told
        [[ -f $told ]] && return
        say "this system has no apt: going on with what is there. Needed, by Debian's names: $*"
        touch "$told"
        return
    fi
    local missing log=$repository/build/packages.log as_root=()
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]} == 0)) && return
    if ((EUID != 0)); then
        as_root=(sudo -n)
        if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
            say "some packages are missing, and this user may not install them without a password. Run this line, then again ${0##*/}:"
            printf 'sudo apt-get install -y %s\n' "${missing[*]}" >&2
            rmdir --ignore-fail-on-non-empty "$repository/build"
            exit 1
        fi
    fi
    say "installing ${#missing[@]} packages: ${missing[*]}"
    "${as_root[@]}" apt-get update >"$log" 2>&1 || say "apt-get update failed (log in $log); trying with the old lists"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
        >>"$log" 2>&1 </dev/null || fail "installing packages" "$log"
}

has_nvidia_driver() {
    command -v nvidia-smi >/dev/null || ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'
}

# Prints the path of an nvcc that is new enough, if there is one: the system's, or the one that was fetched.
installed_nvcc() {
    local nvcc release fetched=
    ! cmp -s "$toolkit/.packages" "$toolkit_packages" || fetched=$toolkit/nvidia/cu13/bin/nvcc
    for nvcc in "${CUDACXX:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc "$fetched"; do
        [[ -n $nvcc && -x $nvcc ]] || continue
        release=$("$nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
        if ((${release:-0} >= oldest_cuda)); then
            printf '%s\n' "$nvcc"
            return
        fi
        say "$nvcc is CUDA ${release:-?}; $oldest_cuda or later is needed"
    done
}

# Fetches the CUDA toolkit from PyPI.
fetch_toolkit() {
    say "there is no CUDA toolkit: fetching it from PyPI into build/cuda-toolkit (about 600 MB)"
    rm -rf "$toolkit"
    if ! python3 -m pip install --quiet --no-deps --only-binary :all: --require-hashes -r "$toolkit_packages" \
        --target "$toolkit" >"$toolkit.log" 2>&1; then
        touch "$toolkit.failed"
        return 1
    fi
    # The packages lack two names that nvcc and CMake ask for.
    ln -s lib "$toolkit/nvidia/cu13/lib64"
    ln -s libcudart.so.13 "$toolkit/nvidia/cu13/lib/libcudart.so"
    cp "$toolkit_packages" "$toolkit/.packages"
}

# Prints the path of nvcc, which is fetched for a GPU's driver. Prints nothing if CUDA is left out.
find_nvcc() {
    local nvcc
    nvcc=$(installed_nvcc)
    # Without a network each try to fetch it takes 15 seconds and more: not at every start.
    if [[ -z $nvcc ]] && has_nvidia_driver && [[ -z $(find "$toolkit.failed" -mmin -60 2>/dev/null) ]]; then
        fetch_toolkit || say "the CUDA toolkit could not be fetched (log in $toolkit.log): building without CUDA, and trying again in an hour"
        nvcc=$(installed_nvcc)
    fi
    printf '%s' "$nvcc"
}

# Ends the program if there is no nvcc and none can be fetched: the user asked for CUDA.
require_nvcc() {
    [[ -z $(installed_nvcc) ]] || return 0
    fetch_toolkit && return
    say "--cuda needs nvcc of CUDA $oldest_cuda or later. None was found by CUDACXX, in PATH, /usr/local/cuda or /opt/cuda," \
        "and the CUDA toolkit could not be fetched from PyPI (log in $toolkit.log)." \
        "Install a CUDA toolkit, or set CUDACXX to the path of its nvcc. Without --cuda no nvcc is needed."
    exit 2
}

# Prints the headers of the MPIs that are installed where the build looks for them.
installed_mpi() { find /usr/lib/*/openmpi /usr/lib64/openmpi /usr/include/*/mpich -maxdepth 2 -name mpi.h 2>/dev/null || true; }

# configure PRESET: only if it was not done yet, or was done with other arguments.
configure() {
    local preset=$1 folder=$repository/build/$1 log=$repository/build/$1.log nvcc arguments
    nvcc=
    [[ $preset == *cpu-only ]] || nvcc=$(find_nvcc)
    arguments="--preset $preset${nvcc:+ -DCMAKE_CUDA_COMPILER=$nvcc}"
    [[ -z $(installed_mpi) ]] || arguments+=" with MPI" # once it is there, the build has to find it
    [[ -f $folder/build.ninja && $(cat "$folder/.arguments" 2>/dev/null) == "$arguments" ]] && return
    say "configuring the preset $preset $([[ -n $nvcc ]] && echo "with CUDA by $nvcc" || echo "without CUDA")"
    rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    (cd "$repository" && cmake --preset "$preset" ${nvcc:+"-DCMAKE_CUDA_COMPILER=$nvcc"}) >"$log" 2>&1 ||
        fail "configuring" "$log"
    printf '%s' "$arguments" >"$folder/.arguments"
}

# Says that it builds, if that takes more than a second, and on a terminal how far it is, until it is killed.
watch_build() {
    sleep 1 >&- 2>&- # holds no pipe open when it outlives its parent
    say "building; the log is in build/$1.log"
    while [[ -t 2 ]] && sleep 1 >&- 2>&-; do
        printf '\r\033[K%s' "$(tail -c 400 "$repository/build/$1.log" | grep -o '^\[[0-9]*/[0-9]*\]' | tail -n 1)" >&2
    done
}

build() {
    local log=$repository/build/$1.log failed=
    watch_build "$1" &
    # shellcheck disable=SC2064 # the watcher of now
    trap "kill $! 2>/dev/null || true" EXIT
    ninja -C "$repository/build/$1" >"$log" 2>&1 || failed=yes
    kill $! 2>/dev/null || true
    trap - EXIT
    [[ -t 2 ]] && printf '\r\033[K' >&2
    [[ -z $failed ]] || fail "building" "$log"
    grep '^not simulated: ' "$log" >&2 || true
}

# Prints the preset's name, or that of its twin without CUDA on a machine without a driver: nothing there runs what nvcc makes.
preset_for_driver() {
    if has_nvidia_driver; then printf '%s' "$1"; else printf '%s' "$1-cpu-only"; fi
}

# prepare PRESET PACKAGE...: everything up to a built tree in build/PRESET. With needs_nvcc set, CUDA is not left out.
prepare() {
    local preset=$1
    shift
    mkdir -p "$repository/build"
    install_packages "$@"
    [[ -z ${needs_nvcc:-} ]] || require_nvcc
    configure "$preset"
    build "$preset"
}

# list_slowest_tests LOG: the twenty tests that took longest, by what ctest wrote.
list_slowest_tests() {
    [[ -s $1 ]] || return 0
    local times
    times=$(LC_ALL=C awk '/^[0-9]+\/[0-9]+ Testing: / { sub(/^[^:]*: /, ""); sub(/  # GetParam.*/, ""); name = $0 }
        /^Test time = +[0-9.]+ sec$/ { printf "%8.1f  %s\n", $4, name }' "$1" | sort -rn)
    [[ -z $times ]] && return
    printf '\n seconds  slowest of %s tests\n%s\n' "$(wc -l <<<"$times")" "$(sed -n 1,20p <<<"$times")"
}

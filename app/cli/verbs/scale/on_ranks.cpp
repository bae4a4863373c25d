// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/on_ranks.h"

#include "kernels/data/errors.h"
#include "kernels/scale/ranks/run_on_ranks.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace pairscope::cli {
namespace {

/// What is written to standard error is lost while this lives.
class Silence {
public:
    Silence() : before_(::dup(STDERR_FILENO)) {
        std::fflush(stderr);
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
        if (nowhere >= 0) ::close(nowhere);
    }
    ~Silence() {
        std::fflush(stderr);
        if (before_ < 0) return;
        ::dup2(before_, STDERR_FILENO);
        ::close(before_);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    int before_;
};

/// Do all ranks fail alike, so that the first one says why?
bool is_said_by_first(const std::optional<scale::Launch>& launch) {
    return launch && launch->rank > 0 && (!launch->mpi || scale::has_library(*launch->mpi));
}

std::optional<scale::Launch> launch_of_this() { return scale::launch_of(scale::environment, scale::has_library); }

/// A rank whose message another one prints. Its process ends soon.
void be_silent_from_now_on() { static_cast<void>(std::make_unique<Silence>().release()); }

std::unique_ptr<scale::RankGroup> joined() {
    try {
        return scale::joined_ranks();
    } catch (const InputError&) {
        if (is_said_by_first(launch_of_this())) be_silent_from_now_on();
        throw;
    }
}

ExitCode as_first(const PieceRun& run, const std::function<ExitCode(PieceRun)>& verb) {
    std::exception_ptr error;
    ExitCode code = ExitCode::failed;
    try {
        code = verb(run);
    } catch (...) {
        error = std::current_exception();
    }
    scale::end_ranks(*run.ranks);
    run.ranks->finish();
    if (error) std::rethrow_exception(error);
    return code;
}

/// The exit code is that of rank 0 or one that a launcher does not report: what went wrong is said once.
ExitCode as_other(const PieceRun& run, const std::function<ExitCode(PieceRun)>& verb) {
    const Silence silence;
    try {
        static_cast<void>(verb(run));
    } catch (const std::exception& error) {
        if (!run.ranks->is_over()) scale::tell_failure(*run.ranks, error.what());
    }
    scale::wait_for_end(*run.ranks);
    run.ranks->finish();
    return ExitCode::ok;
}

} // namespace

ExitCode on_ranks(int threads, const std::function<ExitCode(PieceRun run)>& verb) {
    Interrupt interrupt; // first of all, because MPI starts threads
    const std::unique_ptr<scale::RankGroup> ranks = joined();
    const PieceRun run{.interrupt = interrupt, .ranks = ranks.get(), .threads = threads};
    if (!ranks) return verb(run);
    return ranks->is_first() ? as_first(run, verb) : as_other(run, verb);
}

void refuse_ranks(std::string_view verb) {
    const auto launch = launch_of_this();
    if (!launch || launch->ranks.value_or(2) < 2) return;
    if (launch->rank > 0) be_silent_from_now_on();
    throw InputError(fmt::format("{} runs as one process, and {} started several: start it alone, or choose one of the "
                                 "verbs that pairscope help scale names",
                                 verb, launch->launcher));
}

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/on_ranks.h"

#include "app/cli/reports/output.h"
#include "kernels/data/errors.h"
#include "kernels/scale/ranks/run_on_ranks.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace pairscope::cli {
namespace {

/// What this process writes to standard error is lost: another rank prints it.
void be_silent_from_now_on() {
    std::fflush(stderr);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
}

/// Do all ranks fail alike, so that the first one says why?
bool is_said_by_first(const std::optional<scale::Launch>& launch) {
    return launch && launch->rank > 0 && (!launch->mpi || scale::has_library(*launch->mpi));
}

std::optional<scale::Launch> launch_of_this() { return scale::launch_of(scale::environment, scale::has_library); }

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
    } catch (const RankLost& lost) {
        say(lost.what());
        ::_exit(static_cast<int>(ExitCode::failed)); // who waits for all ranks would wait until the launcher kills it
    } catch (...) {
        error = std::current_exception();
    }
    scale::end_ranks(*run.ranks);
    run.ranks->finish();
    if (error) std::rethrow_exception(error);
    return code;
}

/// The exit code is that of rank 0 or one that a launcher does not report: what went wrong is said once. Nothing is
/// said afterwards either, because a launcher may end this process while it ends by itself.
ExitCode as_other(const PieceRun& run, const std::function<ExitCode(PieceRun)>& verb) {
    be_silent_from_now_on();
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

void let_first_rank_speak() {
    const auto launch = launch_of_this();
    if (launch && launch->rank > 0) std::this_thread::sleep_for(std::chrono::seconds(3));
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

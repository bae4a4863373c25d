// SPDX-License-Identifier: MIT
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/program.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/scale/on_ranks.h"
#include "kernels/data/errors.h"

#include <csignal>
#include <exception>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace pairscope::cli {
namespace {

ExitCode guarded(int count, char** arguments) {
    try {
        const ExitCode code = run_program(count, arguments);
        flush_output();
        return code;
    } catch (const InputError& error) {
        let_first_rank_speak();
        say(error.what());
        return ExitCode::bad_input;
    } catch (const MemoryError& error) {
        say(error.what());
        return ExitCode::bad_input;
    } catch (const std::system_error& error) {
        const bool no_thread = error.code() == std::errc::resource_unavailable_try_again;
        say(no_thread ? "the system lets this process start no more threads: end other programs, or raise the limit "
                        "that ulimit -u shows"
                      : sentence_of(error));
        return ExitCode::failed;
    } catch (const std::exception& error) {
        say(sentence_of(error));
        return ExitCode::failed;
    }
}

/// A file that is opened must not become standard output, with a table printed into it. What is written to a closed
/// stream fails, and is then reported.
void hold_places_of_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0) static_cast<void>(::open("/dev/null", O_RDONLY)); // the lowest free number
}

/// The loader calls this before the constructors of all libraries, which take milliseconds: a signal that comes
/// meanwhile would end the program without its exit code.
void before_constructors(int, char**, char** environment) { end_on_signals(environment); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const first_call)(int, char**, char**) = before_constructors;

} // namespace
} // namespace pairscope::cli

int main(int count, char** arguments) {
    pairscope::cli::hold_places_of_closed_streams();
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not end a measurement
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a sentence, as a full disk is
    return static_cast<int>(pairscope::cli::guarded(count, arguments));
}

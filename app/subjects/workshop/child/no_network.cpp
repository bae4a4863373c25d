// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/no_network.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pairscope::app::workshop {
namespace {

bool write_into(const char* path, const std::string& text) {
    const int file = ::open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const bool is_written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
    return is_written;
}

/// Who may do everything needs no user namespace, in which the files of other users would be out of reach. Anybody else
/// keeps the own name in it.
bool leave() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user == 0 && ::unshare(CLONE_NEWNET) == 0) return true;
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && write_into("/proc/self/setgroups", "deny") &&
           write_into("/proc/self/uid_map", fmt::format("{0} {0} 1", user)) &&
           write_into("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
}

/// A system may allow the namespace and then forbid the rest, which leaves a process without a name.
int error_of_trial() {
    const pid_t trial = ::fork();
    if (trial < 0) return errno;
    if (trial == 0) {
        errno = 0;
        ::_exit(leave() ? 0 : errno == 0 ? EPERM : errno);
    }
    int status = 0;
    if (::waitpid(trial, &status, 0) != trial || !WIFEXITED(status)) return EPERM;
    return WEXITSTATUS(status);
}

} // namespace

std::string leave_network() {
    const int error = error_of_trial();
    if (error == 0 && leave()) return {};
    const char* const why = error == ENOSPC ? "its limit of namespaces is reached" : std::strerror(error);
    return fmt::format("this system does not let a user make a network namespace ({})", why);
}

void limit_resources() {
    const rlimit none{0, 0}, files{256, 256};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_NOFILE, &files);
}

} // namespace pairscope::app::workshop

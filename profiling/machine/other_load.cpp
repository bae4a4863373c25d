// SPDX-License-Identifier: MIT
#include "profiling/machine/other_load.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace pairscope::profiling {
namespace {

std::optional<ProcessorTimes> times_now() {
    std::ifstream file("/proc/stat");
    std::string line;
    if (!std::getline(file, line)) return {};
    return processor_times(line, static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

double own_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

std::optional<ProcessorTimes> processor_times(std::string_view stat, double ticks_per_second) {
    std::istringstream words{std::string(stat)};
    std::string name;
    // The guests' times, which follow, are contained in the first two.
    double user = 0.0, nice = 0.0, system = 0.0, idle = 0.0, waiting = 0.0, interrupts = 0.0, soft = 0.0, stolen = 0.0;
    if (!(words >> name >> user >> nice >> system >> idle) || name != "cpu") return {};
    words >> waiting >> interrupts >> soft >> stolen;
    const double busy = user + nice + system + interrupts + soft + stolen;
    return ProcessorTimes{.busy = busy / ticks_per_second, .all = (busy + idle + waiting) / ticks_per_second};
}

OtherLoad::OtherLoad() : begin_(times_now()), own_(own_seconds()) {}

std::optional<double> OtherLoad::share() const {
    const auto now = times_now();
    if (!begin_ || !now) return {};
    return share_of_others(*begin_, *now, own_seconds() - own_);
}

std::optional<double> share_of_others(const ProcessorTimes& begin, const ProcessorTimes& end, double own) {
    constexpr double least = 0.5; // [s]: the system counts in hundredths of a second
    const double all = end.all - begin.all;
    if (all < least) return {};
    return std::clamp((end.busy - begin.busy - own) / all, 0.0, 1.0);
}

} // namespace pairscope::profiling

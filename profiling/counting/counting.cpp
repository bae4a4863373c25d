// SPDX-License-Identifier: MIT
#include "profiling/counting/counting.h"

#include "profiling/statistics.h"

namespace pairscope::profiling {
namespace {

/// How many kernels each launch started; 0 if the records do not say.
std::size_t kernels_per_launch(const std::vector<KernelRecord>& records, std::size_t launches) {
    const std::size_t each = records.size() / launches;
    return each * launches == records.size() ? each : 0;
}

} // namespace

std::vector<double> seconds_of_launches(const std::vector<KernelRecord>& records, int launches) {
    const auto count = static_cast<std::size_t>(launches);
    const std::size_t each = kernels_per_launch(records, count);
    if (each == 0) return {};
    std::vector<double> seconds(count, 0.0);
    for (std::size_t i = 0; i < records.size(); ++i) seconds[i / each] += records[i].seconds;
    return seconds;
}

std::vector<KernelRecord> median_kernels(const std::vector<KernelRecord>& records, int launches) {
    const std::size_t each = kernels_per_launch(records, static_cast<std::size_t>(launches));
    std::vector<KernelRecord> kernels(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(each));
    for (std::size_t i = 0; i < each; ++i) {
        std::vector<double> seconds;
        for (std::size_t k = i; k < records.size(); k += each) seconds.push_back(records[k].seconds);
        kernels[i].seconds = median(seconds);
    }
    return kernels;
}

std::string function_name(std::string_view demangled) {
    // What stands in parentheses before the name is a namespace without one.
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    if (const auto at = demangled.find(unnamed); at != std::string_view::npos)
        demangled.remove_prefix(at + unnamed.size());
    std::string_view name = demangled.substr(0, demangled.find_first_of("<("));
    if (const auto last = name.find_last_of(": "); last != std::string_view::npos) name.remove_prefix(last + 1);
    return std::string(name.empty() ? demangled : name);
}

Recorded record_launches(Counting& counting, const Launch& launch) {
    return counting.record([&] {
        for (int i = 0; i < recorded_launches; ++i) launch();
    });
}

} // namespace pairscope::profiling

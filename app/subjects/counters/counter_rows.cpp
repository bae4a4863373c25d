// SPDX-License-Identifier: MIT
#include "app/subjects/counters/counter_rows.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "profiling/cupti/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace pairscope::app {
namespace {

using profiling::CounterSet;
using profiling::Quantity;

constexpr std::string_view stall_prefix = "stall_";
constexpr const char* stalls_title = "What warps wait for";

std::string section_of(const Quantity& quantity) {
    switch (quantity.set) {
    case CounterSet::live:
        return "Traffic and clock";
    case CounterSet::explain:
        if (quantity.name.starts_with(stall_prefix)) return stalls_title;
        return quantity.unit == "requests" || quantity.unit == "sectors" || quantity.unit == "wavefronts"
                   ? "Requests"
                   : "Instructions";
    case CounterSet::speed_of_light:
        return "Fraction of the chip's limits";
    }
    return {};
}

std::string meaning_of_section(const std::string& title) {
    if (title == stalls_title) return "What the warps wait for between two instructions, the longest wait first.";
    if (title == "Traffic and clock") return "Bytes that each level of memory moved, and the clock meanwhile.";
    if (title == "Requests") return "What the memory instructions of all warps asked for.";
    if (title == "Instructions") return "What the warps executed.";
    if (title == "Fraction of the chip's limits") return "How near each part of the chip came to its limit.";
    if (title == "Picked") return "Counters that you picked in the list below.";
    return "How the kernel was launched, and how many of its warps fit on a multiprocessor.";
}

CounterSection& section(std::vector<CounterSection>& sections, const std::string& title) {
    for (CounterSection& s : sections)
        if (s.title == title) return s;
    return sections.emplace_back(CounterSection{title, meaning_of_section(title), {}});
}

/// The counts in the order of the catalogue, but the stalls from the largest to the smallest.
std::vector<const profiling::Count*> in_order(const profiling::Counters& counters) {
    std::vector<const profiling::Count*> ordered;
    for (const Quantity& quantity : profiling::quantities())
        for (const profiling::Count& count : counters.counts)
            if (count.name == quantity.name) ordered.push_back(&count);
    std::vector<const profiling::Count*> waits;
    const auto is_wait = [](const profiling::Count* count) { return count->name.starts_with(stall_prefix); };
    std::ranges::copy_if(ordered, std::back_inserter(waits), is_wait);
    std::ranges::stable_sort(waits, std::ranges::greater(), &profiling::Count::value);
    auto next = waits.begin();
    for (const profiling::Count*& count : ordered)
        if (is_wait(count)) count = *next++;
    return ordered;
}

std::string sides(const std::array<int, 3>& size) {
    return size[2] > 1 ? fmt::format("{} x {} x {}", grouped(size[0]), grouped(size[1]), grouped(size[2]))
                       : fmt::format("{} x {}", grouped(size[0]), grouped(size[1]));
}

void add_launch(std::vector<CounterSection>& sections, const profiling::Measurement& m) {
    const std::string from = "figures of the CUDA runtime for this launch";
    int number = 0;
    for (const LaunchFacts& launch : m.kernels) {
        ++number;
        const std::string title = m.kernels.size() == 1 ? "Launch" : fmt::format("Launch {}", number);
        auto& rows = section(sections, title).rows;
        rows.push_back({"grid x block", fmt::format("{} blocks of {}", sides(launch.grid), sides(launch.block)),
                        launch.kernel, from});
        rows.push_back({"registers", grouped(launch.registers), "The number of registers per thread.", from});
        rows.push_back({"shared memory", bytes_text(double(launch.shared_bytes)),
                        "The shared memory per block, static and dynamic together.", from});
        rows.push_back({"occupancy, theoretical", percent_text(launch.occupancy),
                        fmt::format("{} blocks fit on a multiprocessor at the same time. The value is their number of "
                                    "warps, divided by the largest number of warps that a multiprocessor holds.",
                                    launch.blocks_per_unit),
                        "the CUDA runtime's occupancy calculator"});
    }
}

} // namespace

std::string passes_text(int passes) { return fmt::format("{} pass{}", passes, passes == 1 ? "" : "es"); }

std::string count_text(double value, std::string_view unit) {
    if (unit == "s") return duration_text(value);
    if (unit == "B") return bytes_text(value);
    if (unit == "Hz") return fmt::format("{} MHz", grouped(std::llround(1e-6 * value)));
    if (unit == "share") return percent_text(value);
    constexpr double least = 0.01; // less says only that it hardly ever happened
    if (value > 0.0 && value < least) return fmt::format("less than {}", least);
    constexpr double whole = 100.0; // below it a count may be a ratio
    return std::abs(value) < whole && value != std::floor(value) ? three_digits(value) : grouped(std::llround(value));
}

std::vector<CounterSection> counter_sections(const profiling::Measurement& m) {
    std::vector<CounterSection> sections;
    add_launch(sections, m);
    if (!m.counters) return sections;
    for (const profiling::Count* count : in_order(*m.counters)) {
        const Quantity& quantity = *profiling::find_quantity(count->name);
        section(sections, section_of(quantity))
            .rows.push_back({std::string(quantity.title), count_text(count->value, quantity.unit),
                             std::string(quantity.meaning),
                             fmt::format("counter: {} on {}", count->counter, m.counters->chip)});
    }
    for (const profiling::Count& count : m.counters->counts)
        if (profiling::find_quantity(count.name) == nullptr)
            section(sections, "Picked")
                .rows.push_back({count.name, count_text(count.value, {}),
                                 "A counter that you picked, in CUPTI's own unit.",
                                 fmt::format("counter: {} on {}", count.counter, m.counters->chip)});
    return sections;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// What each set costs on each chip. Built where CUPTI's headers are.
#include "profiling/counting/chip_counters.h"
#include "profiling/cupti/library.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

namespace pairscope::profiling::cupti {
namespace {

struct Passes {
    int explain = 0, speed_of_light = 0;
    bool operator==(const Passes&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Passes& passes) {
    return out << passes.explain << " and " << passes.speed_of_light;
}

constexpr std::uint32_t counted_with = 130001;
const std::map<std::string, Passes>& known() {
    static const std::map<std::string, Passes> passes{
        {"TU102", {8, 8}}, {"TU104", {8, 8}}, {"TU106", {8, 8}}, {"TU116", {7, 7}}, {"TU117", {7, 7}},
        {"GA100", {8, 9}}, {"GA102", {8, 7}}, {"GA103", {8, 7}}, {"GA104", {8, 7}}, {"GA106", {8, 7}},
        {"GA107", {8, 7}}, {"GA10B", {8, 7}}, {"GH100", {9, 9}}, {"AD102", {8, 7}}, {"AD103", {8, 7}},
        {"AD104", {8, 7}}, {"AD106", {8, 7}}, {"AD107", {8, 7}}, {"GB100", {8, 8}}, {"GB102", {8, 8}},
        {"GB110", {8, 9}}, {"GB10B", {8, 9}}, {"GB202", {9, 8}}, {"GB203", {9, 8}}, {"GB205", {9, 8}},
        {"GB206", {9, 8}}, {"GB207", {9, 8}}, {"GB20B", {9, 8}}};
    return passes;
}

TEST(CuptiPasses, are_those_that_are_known_for_every_chip) {
    const Library library = open_library();
    if (library.functions == nullptr) GTEST_SKIP() << library.why_not;
    for (const std::string& chip : ChipCounters::chips()) {
        if (chip.starts_with("GV")) continue; // Volta has no Range Profiler
        const ChipCounters counters(chip);
        const auto passes = [&](CounterSet set) { return counters.passes(counters.resolve({.sets = {set}}).asked); };
        const Passes found{.explain = passes(CounterSet::explain),
                           .speed_of_light = passes(CounterSet::speed_of_light)};
        EXPECT_LE(found.explain, 16) << chip;
        EXPECT_LE(found.speed_of_light, 12) << chip;
        if (library.version != counted_with) continue; // another one may count more at a time, or know more chips
        const auto expected = known().find(chip);
        EXPECT_EQ(found, expected == known().end() ? Passes{} : expected->second) << chip;
    }
}

} // namespace
} // namespace pairscope::profiling::cupti

// SPDX-License-Identifier: MIT
// Do the intervals of `pairscope bench` hold what they promise? Repeats a bench of five variants in processes of their
// own, and looks at all pairs of repetitions: intervals that do not overlap contradict each other.
//   coverage BENCHES [PAIRSCOPE [MORE WORDS FOR bench...]]    on a machine where nothing else runs
//   load 3600 & coverage ...                                  beside a load: the same, and look at the second column
//   coverage simulated                                        with times drawn at random, in this process
#include "tests/bench/simulated_times.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pairscope::profiling;

struct Repetition {
    double low = 0.0, high = 0.0, median = 0.0;
    bool warned = false; ///< by a note that does not only say that the output fits into a cache
};

std::string output_of(const std::string& command) {
    std::string text;
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 4096> part{};
    for (std::size_t size = 0; pipe && (size = fread(part.data(), 1, part.size(), pipe.get())) > 0;)
        text.append(part.data(), size);
    return text;
}

bool warns_of_the_machine(const nlohmann::json& badge) {
    return badge.at("warning").get<bool>() && badge.at("word").get<std::string>() != "cache-sized data";
}

using Repetitions = std::map<std::string, std::vector<Repetition>>;

void add_bench(Repetitions& all, const std::string& command) {
    const auto json = nlohmann::json::parse(output_of(command));
    for (const auto& row : json.at("results")) {
        if (!row.at("low_seconds").is_number()) continue;
        const auto& badges = row.at("badges");
        all[row.at("variant")].push_back({.low = row.at("low_seconds"),
                                          .high = row.at("high_seconds"),
                                          .median = row.at("median_seconds"),
                                          .warned = std::ranges::any_of(badges, warns_of_the_machine)});
    }
}

bool are_disjoint(const Repetition& a, const Repetition& b) { return a.high < b.low || b.high < a.low; }

void report(const Repetitions& all) {
    fmt::print("{:<36} {:>5} {:>12} {:>14} {:>10} {:>8} {:>8}\n", "variant", "runs", "median [us]", "width [%]",
               "disjoint", "unwarned", "warned");
    std::size_t pairs = 0, disjoint = 0, unwarned = 0, runs = 0, warned = 0;
    for (const auto& [variant, repetitions] : all) {
        std::size_t own_pairs = 0, own_disjoint = 0, own_unwarned = 0;
        std::vector<double> widths, medians;
        for (std::size_t i = 0; i < repetitions.size(); ++i) {
            widths.push_back((repetitions[i].high - repetitions[i].low) / repetitions[i].median);
            medians.push_back(repetitions[i].median);
            for (std::size_t j = 0; j < i; ++j) {
                ++own_pairs;
                if (!are_disjoint(repetitions[i], repetitions[j])) continue;
                ++own_disjoint;
                own_unwarned += !repetitions[i].warned && !repetitions[j].warned;
            }
        }
        const auto own_warned = std::size_t(std::ranges::count_if(repetitions, &Repetition::warned));
        fmt::print("{:<36} {:>5} {:>12.2f} {:>14.2f} {:>9.2f}% {:>7.2f}% {:>7.1f}%\n", variant, repetitions.size(),
                   1e6 * median(medians), 100 * median(widths), 100.0 * double(own_disjoint) / double(own_pairs),
                   100.0 * double(own_unwarned) / double(own_pairs),
                   100.0 * double(own_warned) / double(repetitions.size()));
        pairs += own_pairs, disjoint += own_disjoint, unwarned += own_unwarned;
        runs += repetitions.size(), warned += own_warned;
    }
    fmt::print(
        "all: {:.2f} % of the pairs are disjoint, {:.2f} % without a warning in either run; {:.1f} % of the runs "
        "have a warning\n",
        100.0 * double(disjoint) / double(pairs), 100.0 * double(unwarned) / double(pairs),
        100.0 * double(warned) / double(runs));
}

/// Independent times: how often does the interval hold the median? And how often is a step of 5 % told?
void simulate() {
    constexpr int runs = 10'000;
    const StoppingRule rule{.least_seconds = 0.25};
    std::mt19937 random(1);
    for (const double spread : {0.002, 0.005, 0.01, 0.02, 0.05}) {
        std::normal_distribution<double> normal(1e-3, spread * 1e-3);
        int inside = 0, told = 0;
        for (int i = 0; i < runs; ++i) {
            const auto interval = interval_of(take_simulated(rule, [&](double) { return normal(random); }));
            inside += interval->low <= 1e-3 && 1e-3 <= interval->high;
            told += speed_change(take_simulated(rule, [&](double share) {
                        return normal(random) * (share < 0.5 ? 1.0 : 1.05);
                    })).has_value();
        }
        fmt::print(
            "standard deviation {:.1f} %: the interval holds the median in {:.1f} %, and a step of 5 % is told in "
            "{:.1f} % of {} runs\n",
            100 * spread, 100.0 * inside / runs, 100.0 * told / runs, runs);
    }
}

} // namespace

int main(int count, char** words) {
    if (count > 1 && std::string_view(words[1]) == "simulated") {
        simulate();
        return 0;
    }
    const int benches = count > 1 ? std::atoi(words[1]) : 100;
    std::string command = count > 2 ? words[2] : "build/dev/bin/pairscope";
    command += " bench --json";
    if (count <= 3) command += " --n 2048 --variant 'cpu_*'";
    for (int i = 3; i < count; ++i) command += fmt::format(" '{}'", words[i]);
    Repetitions all;
    for (int i = 0; i < benches; ++i) add_bench(all, command + " 2>/dev/null");
    report(all);
}

// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/time_panel_facts.h"

#include "app/chart/figure_text.h"
#include "app/chart/fractions.h"
#include "kernels/data/text.h"
#include "kernels/ladder/counted_variant.h"
#include "profiling/input_words.h"
#include "profiling/roofline.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

void add_interval(std::vector<NamedFact>& facts, const profiling::Measurement& m) {
    const auto interval = profiling::interval_of(m);
    if (!interval) return;
    const double median = profiling::seconds_of(m);
    facts.push_back(
        {"95 % interval",
         {"± " + half_width_of_run(median, interval->low, interval->high),
          time_of_run(median, interval->low, interval->high),
          fmt::format("The median lies between {} and {} with 95 % confidence, for any distribution of the times.",
                      time_of_run(interval->low), time_of_run(interval->high)),
          fmt::format("order statistics of {} (Conover), and at least {:.1f} % to each side, because quiet runs "
                      "differ by that; the larger half of the interval is shown, rounded up",
                      m.turns.empty() ? counted(std::int64_t(m.seconds.size()), "run")
                                      : fmt::format("the medians of {}", counted(std::int64_t(m.turns.size()), "turn")),
                      100.0 * profiling::repeatability)}});
}

/// The figures that the list has words for.
void add_times(std::vector<NamedFact>& facts, const profiling::Measurement& m, const profiling::Ceilings* ceilings,
               std::string_view origin) {
    for (const profiling::Figure& figure : profiling::figure_list) {
        const auto value = figure.name.empty() ? std::nullopt : value_of(figure, {m, ceilings});
        if (!value) continue;
        const std::string name(figure.name), text = text_with_unit(figure.unit, *value);
        std::string copied = figure.copied.empty() ? name + " " + text : fmt::format(fmt::runtime(figure.copied), text);
        facts.push_back({name, {text, std::move(copied), std::string(figure.meaning), provenance_of(m, origin)}});
        if (figure.key == "median_seconds") add_interval(facts, m);
    }
    const std::string runs = grouped(std::int64_t(m.seconds.size()));
    facts.push_back({"timed runs",
                     {runs, fmt::format("{} timed runs", runs), "The number of runs that the median is taken from.",
                      provenance_of(m, origin)}});
}

/// What a launch consists of, and what was done before it.
void add_parts(std::vector<NamedFact>& facts, const profiling::Measurement& m, std::string_view origin) {
    if (m.layout_seconds > 0.0) {
        const std::string time = duration_text(m.layout_seconds);
        facts.push_back({"layout",
                         {time, time,
                          fmt::format("The time to rearrange {} in memory for this variant. This is done once, before "
                                      "the timed runs, and is not part of the median.",
                                      profiling::inputs_in_words(type_of(m.workload.type))),
                          "timed once before the first run"}});
    }
    double all = 0.0;
    for (const profiling::KernelTime& part : m.kernel_times) all += part.seconds;
    int number = 0;
    for (const profiling::KernelTime& part : m.kernel_times) {
        const std::string time = duration_text(part.seconds);
        facts.push_back(
            {fmt::format("{}. {}", ++number, part.kernel),
             {time, fmt::format("{}: {}", part.kernel, time),
              fmt::format("This is kernel {} of {} in one run of the variant. It takes {} of the time of these "
                          "kernels.",
                          number, m.kernel_times.size(), percent_text(part.seconds / all)),
              fmt::format("CUPTI's activity records, median of several launches{}{}", origin.empty() ? "" : "; ",
                          origin)}});
    }
}

/// Two words, and a sentence.
std::pair<const char*, const char*> ending_of(profiling::StopReason reason) {
    switch (reason) {
    case profiling::StopReason::interval:
        return {"narrow interval", "Enough runs were made for a narrow interval of the median."};
    case profiling::StopReason::time:
        return {"time limit", "The time for timed runs was used up before the interval could become narrow."};
    case profiling::StopReason::count:
        return {"run limit", "The largest number of runs was reached before the interval became narrow."};
    case profiling::StopReason::cancelled:
        return {"cancel", "It was cancelled before the interval became narrow."};
    }
    return {"", ""};
}

void add_rates(std::vector<NamedFact>& facts, const profiling::Measurement& m, const profiling::Ceilings* ceilings,
               std::string_view origin) {
    const Work work = profiling::counted_for(m).work;
    const std::string pair = three_digits(profiling::nanoseconds_per_pair(m));
    if (work.pairs > 1.0)
        facts.push_back({"time per pair",
                         {fmt::format("{} ns", pair), fmt::format("{} ns per pair", pair),
                          fmt::format("The median divided by {}.", counted(std::int64_t(work.pairs), "pair")),
                          provenance_of(m, origin)}});
    const profiling::UsefulRate rate = profiling::useful_rate(m, ceilings);
    const bool bytes = rate.unit == "B/s";
    facts.push_back(
        {bytes ? "minimum traffic/s" : "useful work/s",
         {rate_text(rate.unit, rate.value), useful_rate_text(rate), useful_rate_meaning(rate, type_of(m.workload.type)),
          fmt::format("model: {}, {}", bytes ? "minimum traffic" : "the workload's arithmetic",
                      provenance_of(m, origin))}});
    const auto limit = ceilings == nullptr ? std::nullopt : profiling::limit_for(m, *ceilings);
    if (!limit) return;
    const std::string where = origin.empty() ? "in this process" : std::string(origin);
    const std::string useful = share_text(*profiling::useful_fraction(m, *ceilings));
    std::string meaning = useful_fraction_meaning(limit->ceiling->kind, type_of(m.workload.type));
    if (const std::string counted = counted_work_sentence(counted_variant(m.variant_id)); !counted.empty())
        meaning += " " + counted;
    facts.push_back({"useful fraction",
                     {useful, "useful fraction " + useful, std::move(meaning), ceiling_text(*limit->ceiling, where)}});
    const auto used = profiling::bandwidth_used(m, *ceilings);
    if (!used) return;
    const profiling::Ceiling& memory = *profiling::memory_ceiling_for(m, *ceilings);
    facts.push_back({"bandwidth used",
                     {share_text(*used), "bandwidth used " + share_text(*used), bandwidth_used_meaning(memory.kind),
                      ceiling_text(memory, where)}});
}

void add_check(std::vector<NamedFact>& facts, const profiling::Measurement& m) {
    const std::string from = "compared with the double-precision reference before the first timed run";
    const std::string error = three_digits(m.check.comparison.worst_error),
                      entries = grouped(m.check.comparison.entries_checked);
    facts.push_back({"worst error",
                     {error, fmt::format("{} relative error", error),
                      "The largest relative error of any entry that was checked.", from}});
    const std::string& sampled = m.check.comparison.sampled;
    std::string compared =
        fmt::format("{} of {} {} compared, entry by entry.", grouped(m.check.comparison.rows_checked),
                    counted(m.check.comparison.rows, "row"), m.check.comparison.rows_checked == 1 ? "was" : "were");
    if (!sampled.empty()) compared = fmt::format("The check looked at a sample: {}.", sampled);
    facts.push_back({"checked entries", {entries, fmt::format("{} entries checked", entries), compared, from}});
}

void add_conditions(std::vector<NamedFact>& facts, const profiling::Measurement& m, std::string_view origin) {
    if (!m.conditions) return;
    const profiling::Conditions& seen = *m.conditions;
    const std::string from =
        fmt::format("NVML on {}, during the timed runs{}{}", m.device.name, origin.empty() ? "" : "; ", origin);
    if (seen.clock) {
        const std::string clock = frequency_text(*seen.clock);
        facts.push_back(
            {"clock",
             {clock, clock,
              seen.highest_clock ? fmt::format("The median clock of the multiprocessors, which can run at {}.",
                                               frequency_text(*seen.highest_clock))
                                 : std::string("The median clock of the multiprocessors."),
              from}});
    }
    if (seen.power) {
        const std::string watts = three_digits(*seen.power) + " W";
        facts.push_back({"power", {watts, watts, "The mean power of the board during the timed runs.", from}});
    }
    if (seen.joules) {
        const std::string energy = fmt::format("{} mJ", three_digits(1e3 * *seen.joules));
        facts.push_back({"energy per launch",
                         {energy, energy, "The mean power of the board, times the time of one launch.", from}});
    }
}

} // namespace

std::vector<NamedFact> time_facts(const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                                  std::string_view origin) {
    std::vector<NamedFact> facts;
    add_times(facts, m, ceilings, origin);
    const auto [words, sentence] = ending_of(m.stopped_by);
    add_parts(facts, m, origin);
    facts.push_back({"ended by", {words, words, sentence, "the stopping rule of the runner"}});
    add_rates(facts, m, ceilings, origin);
    add_check(facts, m);
    add_conditions(facts, m, origin);
    return facts;
}

} // namespace pairscope::app

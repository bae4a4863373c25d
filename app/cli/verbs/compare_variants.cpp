// SPDX-License-Identifier: MIT
#include "app/cli/verbs/compare_variants.h"

#include "app/chart/number_text.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/read_as.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/stations.h"
#include "app/cli/options/target_option.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/progress_line.h"
#include "kernels/data/errors.h"
#include "profiling/comparing/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

using profiling::Interleaved;

std::vector<double> seconds_of(const Interleaved& found, double profiling::AbbaRound::*side) {
    std::vector<double> seconds;
    for (const profiling::AbbaRound& round : found.rounds) seconds.push_back(round.*side);
    return seconds;
}

/// Threads of a block of A (0) or B (1); 0: the usual ones.
int block_of(const ComparedVariants& options, std::size_t side) {
    if (options.blocks.empty()) return 0;
    return options.blocks[std::min(side, options.blocks.size() - 1)];
}

/// Is the same run measured on both sides?
bool is_same(const Interleaved& found, const ComparedVariants& options) {
    return found.a == found.b && found.device_a == found.device_b && block_of(options, 0) == block_of(options, 1);
}

/// "coalesced", "coalesced with blocks of 64", "coalesced (A)"
std::string name_of_side(const Interleaved& found, const ComparedVariants& options, std::size_t side) {
    const int block = block_of(options, side);
    const std::string_view letter = !is_same(found, options) ? "" : side == 0 ? " (A)" : " (B)";
    const std::string_view name = short_name(side == 0 ? found.a : found.b);
    return block == 0 ? fmt::format("{}{}", name, letter) : fmt::format("{} with blocks of {}{}", name, block, letter);
}

std::string verdict_line(const Interleaved& found, const std::string& a, const std::string& b) {
    const std::string words = profiling::in_words(found.ratio, a, b);
    if (found.ratio.interval)
        return fmt::format("{} ({:.0f} % interval of {} rounds A B B A)\n", words, 100 * profiling::verdict_confidence,
                           found.rounds.size());
    if (found.stopped_by == profiling::StopReason::time)
        return fmt::format("{}; a larger --seconds leaves time for more\n", words);
    return words + "\n";
}

std::string text_of(const Interleaved& found, const LoadedData& data, const ComparedVariants& options) {
    std::string text = options.cold ? fmt::format("{}, cold caches\n", describe(data)) : describe(data) + "\n";
    const std::string a = name_of_side(found, options, 0), b = name_of_side(found, options, 1);
    const std::size_t width = std::max({std::size_t{24}, a.size(), b.size()});
    const auto line = [&](const std::string& name, const Device& device, double profiling::AbbaRound::*side) {
        text += fmt::format("{:<{}} {:<7} {:>12}\n", name, width, device_id(device),
                            app::time_of_run(profiling::median(seconds_of(found, side))));
    };
    line(a, found.device_a, &profiling::AbbaRound::a);
    line(b, found.device_b, &profiling::AbbaRound::b);
    text += verdict_line(found, a, b);
    if (is_same(found, options))
        text += "A and B are the same variant, so any measured difference comes from the machine.\n";
    if (const auto doubt = profiling::doubt_about_memory(found); !doubt.empty()) text += fmt::format("{}\n", doubt);
    if (const auto doubt = profiling::doubt_about_outputs(found); !doubt.empty()) text += doubt + "\n";
    return text;
}

nlohmann::ordered_json side_json(const std::string& id, const Device& device, int asked) {
    nlohmann::ordered_json json{{"variant", id}, {"device", device_id(device)}, {"block", nullptr}};
    if (const int block = block_of_run(variant_named(id, {}), asked); block > 0) json["block"] = block;
    return json;
}

nlohmann::ordered_json end_json(const profiling::SpeedRatio& ratio, double profiling::Interval::*end) {
    return ratio.interval ? nlohmann::ordered_json((*ratio.interval).*end) : nlohmann::ordered_json();
}

std::string json_of(const Interleaved& found, const LoadedData& data, const ComparedVariants& options) {
    auto rounds = nlohmann::ordered_json::array();
    for (const profiling::AbbaRound& round : found.rounds) rounds.push_back({round.a, round.b});
    return dumped({{"version", PAIRSCOPE_VERSION},
                   {"data", data_json(data)},
                   {"a", side_json(found.a, found.device_a, block_of(options, 0))},
                   {"b", side_json(found.b, found.device_b, block_of(options, 1))},
                   {"caches", name_of(options.cold ? profiling::CacheState::cold : profiling::CacheState::warm)},
                   {"time_of_b_over_a", found.ratio.value},
                   {"confidence", profiling::verdict_confidence},
                   {"low", end_json(found.ratio, &profiling::Interval::low)},
                   {"high", end_json(found.ratio, &profiling::Interval::high)},
                   {"verdict", name_of(profiling::verdict_of(found.ratio))},
                   {"same_memory", found.same_memory},
                   {"differences", doubt_about_outputs(found)},
                   {"round_seconds", std::move(rounds)}});
}

/// The one run that this variant is planned for.
Planned planned(const std::string& id, const ComparedVariants& options) {
    return plan({.workload = {}, .patterns = {id}, .device = options.device, .threads = options.threads}).front();
}

ExitCode compared(const ComparedVariants& options, const Planned& a, const Planned& b, Interrupt& interrupt) {
    if (a.variant->workload != b.variant->workload)
        throw InputError(
            fmt::format("{} and {} belong to different workloads, so they cannot be compared", a.id, b.id));
    DataOptions asked = options.data;
    asked.workload = a.variant->workload;
    refuse_given_distances(asked);
    const LoadedData data = load(data_of(asked));
    interrupt.stop_gently();
    const RunControl control{.stop = interrupt.token(), .rows_done = nullptr, .threads = options.threads};
    Stations stations(control.stop);
    stations.begin(data);
    ProgressLine line;
    profiling::InterleavedOptions rule;
    if (options.seconds) rule.max_seconds = rule.most_seconds = *options.seconds;
    if (options.cold) rule.runner.caches = profiling::CacheState::cold;
    rule.runner.progress = [&](profiling::Stage stage, double share) { line.show(name_of(stage), share); };
    for (const Planned* run : {&a, &b})
        if (const std::string reason = stations.why_not(*run, options.target); !reason.empty()) {
            say(fmt::format("{} cannot be compared: {}", short_name(run->id), reason));
            return ExitCode::nothing_ran;
        }
    if (options.target == TargetKind::surface && a.variant->entry != b.variant->entry)
        throw InputError(
            "the outputs of the two variants have different types, so no texture fits both: use --target linear");
    const auto side = [&](const Planned& run, int block) {
        profiling::ContestSide asked_for{
            .station = stations.loaded(*run.device), .variant = *run.variant, .block = block};
        if (options.target == TargetKind::surface)
            asked_for.lent = stations.target(*run.device, options.target, *run.variant);
        return asked_for;
    };
    const profiling::Contest contest =
        profiling::contest_of(side(a, block_of(options, 0)), side(b, block_of(options, 1)), control.stop);
    const auto outcome = profiling::compare_interleaved(contest.a, contest.b, stations.workload(), rule, control);
    line.clear();
    if (const auto* found = std::get_if<Interleaved>(&outcome)) {
        interrupt.end_at_once();
        print(options.format.json ? json_of(*found, data, options) : text_of(*found, data, options), options.format);
        if (!interrupt.happened()) return ExitCode::ok;
        say("interrupted: only the rounds that were measured by then are compared");
        return ExitCode::interrupted;
    }
    if (const auto* failed = std::get_if<profiling::Failed>(&outcome)) {
        say(fmt::format("{} failed: {}", short_name(failed->variant_id), failed->message));
        return ExitCode::failed;
    }
    const auto& skipped = std::get<profiling::Skipped>(outcome);
    say(fmt::format("{} was skipped: {}", short_name(skipped.variant_id), skipped.reason));
    return interrupt.happened() ? ExitCode::interrupted : ExitCode::nothing_ran;
}

} // namespace

ExitCode compare_variants(const ComparedVariants& asked) {
    ComparedVariants options = asked;
    // Names that several workloads have are of the first workload that has both.
    const std::string workload = asked.data.workload.empty() ? workload_with({asked.a, asked.b}) : asked.data.workload;
    for (std::string* name : {&options.a, &options.b}) *name = variant_named(*name, workload).id;
    if (options.blocks.size() > 2)
        throw InputError(fmt::format("--block has {} sizes: give one size for both variants, or one for each",
                                     options.blocks.size()));
    require_block(variant_named(options.a, {}), block_of(options, 0));
    require_block(variant_named(options.b, {}), block_of(options, 1));
    Interrupt interrupt;
    return compared(options, planned(options.a, options), planned(options.b, options), interrupt);
}

} // namespace pairscope::cli

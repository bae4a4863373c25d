// SPDX-License-Identifier: MIT
#include "app/cli/compare_recordings.h"

#include "app/cli/data_json.h"
#include "app/model/numbers.h"
#include "app/model/recorded.h"
#include "kernels/core/readable.h"
#include "kernels/core/registry.h"
#include "profiling/recording/file.h"
#include "profiling/speed_ratio.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

namespace pairscope::cli {
namespace {

using profiling::Measurement;
using profiling::SpeedRatio;

/// What has to be equal so that two times can be set beside each other.
struct Question {
    std::string variant_id;
    Workload workload;
    TargetKind target = TargetKind::linear;
    profiling::CacheState caches = profiling::CacheState::warm;
    int block = 0; ///< threads of a block; 0: the usual ones
    auto operator<=>(const Question&) const = default;
};

struct Pair {
    Question question;
    const Measurement* a = nullptr; ///< null: only the other one has it
    const Measurement* b = nullptr;
};

std::map<Question, const Measurement*> timed(const profiling::Recording& recording) {
    std::map<Question, const Measurement*> found;
    for (const profiling::RunOutcome& run : recording.runs)
        if (const auto* m = std::get_if<Measurement>(&run); m != nullptr && app::is_drawable(*m))
            found[{m->variant_id, m->workload, m->target, m->caches, app::has_usual_block(*m) ? 0 : m->block}] = m;
    return found;
}

/// A place in the ladder; variants that this version lacks come last.
std::size_t place_of(const std::string& id) {
    const auto all = variants();
    return std::size_t(std::ranges::find(all, id, &KernelVariant::id) - all.begin());
}

std::vector<Pair> pairs_of(const profiling::Recording& a, const profiling::Recording& b) {
    const auto in_a = timed(a), in_b = timed(b);
    std::map<Question, Pair> all;
    for (const auto& [question, m] : in_a) all[question] = {question, m, nullptr};
    for (const auto& [question, m] : in_b) {
        all[question].question = question;
        all[question].b = m;
    }
    std::vector<Pair> pairs;
    for (const auto& [question, pair] : all) pairs.push_back(pair);
    std::ranges::stable_sort(pairs, {}, [](const Pair& pair) { return place_of(pair.question.variant_id); });
    return pairs;
}

std::string devices_of(const profiling::Recording& recording) {
    std::vector<std::string> names;
    for (const Device& device : recording.devices) names.push_back(device.name);
    return fmt::format("{}", fmt::join(names, " and "));
}

std::string with_interval(const Measurement& m) {
    const double median = profiling::seconds_of(m);
    const auto interval = profiling::median_interval(m.seconds);
    return app::milliseconds(median) +
           (interval ? " +-" + app::half_width(1e3 * median, 1e3 * interval->low, 1e3 * interval->high) : "");
}

std::string verdict_text(const SpeedRatio& ratio) {
    switch (profiling::verdict_of(ratio)) {
    case profiling::Verdict::faster:
        return "B is faster";
    case profiling::Verdict::slower:
        return "A is faster";
    case profiling::Verdict::cannot_tell:
        return "cannot tell";
    }
    return {};
}

std::string_view target_text(TargetKind target) { return target == TargetKind::surface ? "texture" : "linear"; }

/// "coalesced", "coalesced (blocks of 64, cold)"
std::string name_of(const Question& question) {
    std::vector<std::string> notes;
    if (question.block != 0) notes.push_back(fmt::format("blocks of {}", question.block));
    if (question.caches == profiling::CacheState::cold) notes.emplace_back("cold");
    return std::string(short_name(question.variant_id)) +
           (notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, ", ")));
}

std::vector<std::string> cells_of(const Pair& pair) {
    std::vector<std::string> cells{name_of(pair.question), app::grouped(pair.question.workload.rows),
                                   std::string(target_text(pair.question.target)),
                                   pair.a == nullptr ? "-" : with_interval(*pair.a),
                                   pair.b == nullptr ? "-" : with_interval(*pair.b)};
    if (pair.a == nullptr || pair.b == nullptr) {
        cells.insert(cells.end(), {"-", "-", pair.a == nullptr ? "only in B" : "only in A"});
        return cells;
    }
    const SpeedRatio ratio = profiling::speed_ratio(pair.a->seconds, pair.b->seconds);
    cells.insert(cells.end(),
                 {fmt::format("{:.3f}", ratio.value),
                  fmt::format("{:.3f} to {:.3f}", ratio.interval.low, ratio.interval.high), verdict_text(ratio)});
    return cells;
}

std::string text_of(const std::vector<Pair>& pairs) {
    using enum TextTable::Align;
    TextTable table({{"variant"},
                     {"n", right},
                     {"target"},
                     {"A [ms]", right},
                     {"B [ms]", right},
                     {"B/A", right},
                     {"95 %", right},
                     {"verdict"}});
    bool elsewhere = false;
    for (const Pair& pair : pairs) {
        table.add(cells_of(pair));
        elsewhere = elsewhere || (pair.a != nullptr && pair.b != nullptr && pair.a->device != pair.b->device);
    }
    return table.text() +
           "B/A is the time of B over the time of A, with its interval by bootstrap: below 1 B is faster.\n" +
           (elsewhere
                ? "A and B ran on different devices: the ratio is that of the devices, too.\n"
                : "A and B are two processes: where their memory lay and what else the machine did is in the ratio, "
                  "too, and not in its interval.\n");
}

nlohmann::ordered_json json_of(const Pair& pair) {
    const auto seconds = [](const Measurement* m) {
        return m == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(profiling::seconds_of(*m));
    };
    const auto device = [](const Measurement* m) {
        return m == nullptr ? nlohmann::ordered_json() : nlohmann::ordered_json(m->device.name);
    };
    nlohmann::ordered_json json{{"variant", pair.question.variant_id},
                                {"n", pair.question.workload.rows},
                                {"target", target_text(pair.question.target)},
                                {"caches", profiling::name_of(pair.question.caches)},
                                {"block", nullptr},
                                {"device_a", device(pair.a)},
                                {"device_b", device(pair.b)},
                                {"median_seconds_a", seconds(pair.a)},
                                {"median_seconds_b", seconds(pair.b)},
                                {"ratio", nullptr}};
    if (const Measurement* m = pair.a != nullptr ? pair.a : pair.b; m->block > 0) json["block"] = m->block;
    if (pair.a == nullptr || pair.b == nullptr) return json;
    const SpeedRatio ratio = profiling::speed_ratio(pair.a->seconds, pair.b->seconds);
    json["ratio"] = {{"value", ratio.value},
                     {"low", ratio.interval.low},
                     {"high", ratio.interval.high},
                     {"verdict", verdict_text(ratio)}};
    return json;
}

nlohmann::ordered_json json_of(const std::filesystem::path& path, const profiling::Recording& recording) {
    return {{"file", path.string()},
            {"label", recording.label},
            {"made_by", recording.made_by},
            {"day", profiling::day_of(recording.when)},
            {"devices", devices_of(recording)}};
}

std::string heading_of(char letter, const std::filesystem::path& path, const profiling::Recording& recording) {
    return fmt::format("{}: {}, {}, {}, {}\n", letter, shown(path), devices_of(recording),
                       profiling::day_of(recording.when), recording.made_by);
}

} // namespace

ExitCode compare_recordings(const std::filesystem::path& a, const std::filesystem::path& b, const Format& format) {
    const profiling::Recording first = profiling::load_recording(a), second = profiling::load_recording(b);
    const std::vector<Pair> pairs = pairs_of(first, second);
    const bool common =
        std::ranges::any_of(pairs, [](const Pair& pair) { return pair.a != nullptr && pair.b != nullptr; });
    if (format.json) {
        auto list = nlohmann::ordered_json::array();
        for (const Pair& pair : pairs) list.push_back(json_of(pair));
        print(dumped({{"a", json_of(a, first)}, {"b", json_of(b, second)}, {"pairs", std::move(list)}}));
    } else {
        print(heading_of('A', a, first) + heading_of('B', b, second) + "\n" + text_of(pairs));
    }
    if (!common) say("the recordings have no variant in common that was timed with the same n and target");
    return common ? ExitCode::ok : ExitCode::nothing_ran;
}

} // namespace pairscope::cli

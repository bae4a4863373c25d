// SPDX-License-Identifier: MIT
#include "app/cli/reports/recorded_pairs.h"

#include "app/spine/commands.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/ladder/registry.h"
#include "profiling/badges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace pairscope::cli {
namespace {

using profiling::Measurement;

/// One run, whether its output was right or not.
struct Asked {
    const Measurement* m = nullptr;
    PairSide side;
};

/// The runs of one recording for one key, by size; several of one size have different devices or threads.
using Runs = std::map<Workload, std::vector<Asked>>;

struct Found {
    std::map<PairKey, Runs> runs;
    std::map<std::string, std::string> failed; ///< by variant: failures that tell neither size nor target
};

PairKey key_of(const Measurement& m) {
    return {m.variant_id, m.target, m.caches, app::has_usual_block(m) ? 0 : m.block};
}

bool have_same_device(const Measurement& a, const Measurement& b) { return !are_different(a.device, b.device); }
bool have_same_threads(const Measurement& a, const Measurement& b) { return a.threads == b.threads; }

/// Takes the place of one with the same device and threads, which was measured before, unless that has a time and this
/// one has none.
void add_run(std::vector<Asked>& runs, Asked added) {
    const auto same = std::ranges::find_if(runs, [&](const Asked& run) {
        return run.m->device == added.m->device && have_same_threads(*run.m, *added.m);
    });
    if (same == runs.end())
        runs.push_back(std::move(added));
    else if (added.side.run != nullptr)
        *same = std::move(added);
}

Found found_in(const profiling::Recording& recording) {
    Found found;
    for (const profiling::RunOutcome& run : recording.runs) {
        if (const auto* failed = std::get_if<profiling::Failed>(&run)) {
            found.failed.emplace(failed->variant_id, failed->message);
        } else if (const auto* m = std::get_if<Measurement>(&run)) {
            if (app::is_drawable(*m))
                add_run(found.runs[key_of(*m)][m->workload], {m, {m, {}}});
            else if (std::string failure = profiling::failure_of(run); !failure.empty())
                add_run(found.runs[key_of(*m)][m->workload], {m, {nullptr, std::move(failure)}});
        }
    }
    return found;
}

RecordedPair pair_of(const PairKey& key, PairSide a, PairSide b) {
    RecordedPair pair{.key = key, .a = std::move(a), .b = std::move(b)};
    if (pair.a.run != nullptr && pair.b.run != nullptr)
        pair.ratio =
            profiling::speed_ratio(profiling::samples_per_pair(*pair.a.run), profiling::samples_per_pair(*pair.b.run));
    return pair;
}

using AreAlike = bool (*)(const Measurement& a, const Measurement& b);

/// Takes the runs that are alike out of both and makes pairs of them.
void join_alike(std::vector<Asked>& a, std::vector<Asked>& b, AreAlike are_alike, const PairKey& key,
                std::vector<RecordedPair>& pairs) {
    std::erase_if(a, [&](Asked& run) {
        const auto other = std::ranges::find_if(b, [&](const Asked& each) { return are_alike(*run.m, *each.m); });
        if (other == b.end()) return false;
        pairs.push_back(pair_of(key, std::move(run.side), std::move(other->side)));
        b.erase(other);
        return true;
    });
}

/// Pairs of runs for one key, as pairs_of() says; the others stand alone.
void join_runs(std::vector<Asked> a, std::vector<Asked> b, const PairKey& key, std::vector<RecordedPair>& pairs) {
    const auto have_same_both = [](const Measurement& first, const Measurement& second) {
        return have_same_device(first, second) && have_same_threads(first, second);
    };
    const std::size_t before = pairs.size();
    for (std::vector<Asked>* runs : {&a, &b})
        std::ranges::stable_sort(*runs, std::ranges::greater{}, [](const Asked& run) { return run.m->threads; });
    for (const AreAlike are_alike : {AreAlike(have_same_both), &have_same_threads, &have_same_device})
        if (pairs.size() == before) join_alike(a, b, are_alike, key, pairs);
    if (pairs.size() == before && !a.empty() && !b.empty()) {
        pairs.push_back(pair_of(key, std::move(a.front().side), std::move(b.front().side)));
        a.erase(a.begin());
        b.erase(b.begin());
    }
    for (Asked& run : a) pairs.push_back(pair_of(key, std::move(run.side), {}));
    for (Asked& run : b) pairs.push_back(pair_of(key, {}, std::move(run.side)));
}

/// The largest of each where no size is common; then neither stands alone any more.
void join_sizes(Runs& a, Runs& b, std::vector<RecordedPair>& pairs, const PairKey& key) {
    const bool common = std::ranges::any_of(a, [&](const auto& item) { return b.contains(item.first); });
    if (common || a.empty() || b.empty()) return;
    const auto last_a = std::prev(a.end()), last_b = std::prev(b.end());
    join_runs(std::move(last_a->second), std::move(last_b->second), key, pairs);
    a.erase(last_a);
    b.erase(last_b);
}

/// A place in the ladder; variants that this version lacks come last.
std::size_t place_of(const std::string& id) {
    const auto all = variants();
    return std::size_t(std::ranges::find(all, id, &KernelVariant::id) - all.begin());
}

std::int64_t rows_of(const PairSide& side) { return side.run == nullptr ? 0 : n_of(side.run->workload); }

/// A failure that tells no size stands in the place of each time that its recording lacks.
void add_failures(std::vector<RecordedPair>& pairs, const std::map<std::string, std::string>& failed,
                  PairSide RecordedPair::*side) {
    for (const auto& [variant, message] : failed) {
        bool known = false;
        for (RecordedPair& pair : pairs) {
            if (pair.key.variant_id != variant) continue;
            known = true;
            PairSide& own = pair.*side;
            if (own.run == nullptr && own.failure.empty()) own.failure = message;
        }
        if (known) continue;
        RecordedPair pair{.key = {.variant_id = variant}, .a = {}, .b = {}};
        (pair.*side).failure = message;
        pairs.push_back(std::move(pair));
    }
}

} // namespace

bool have_different_dims(const profiling::Recording& a, const profiling::Recording& b) {
    using WorkloadDims = std::map<std::string_view, std::set<std::int64_t>>;
    const auto dims_in = [](const profiling::Recording& recording) {
        WorkloadDims dims;
        for (const profiling::RunOutcome& run : recording.runs)
            if (const auto* m = std::get_if<Measurement>(&run)) dims[m->workload.type].insert(m->workload.dims);
        return dims;
    };
    const WorkloadDims first = dims_in(a), second = dims_in(b);
    return std::ranges::any_of(first, [&](const auto& item) {
        const auto other = second.find(item.first);
        return other != second.end() && other->second != item.second;
    });
}

bool are_different(Device a, Device b) {
    if (a.cache_bytes == 0 || b.cache_bytes == 0) a.cache_bytes = b.cache_bytes = 0;
    return a != b;
}

std::vector<RecordedPair> pairs_of(const profiling::Recording& a, const profiling::Recording& b, bool any_size) {
    Found first = found_in(a), second = found_in(b);
    for (const auto& [key, runs] : first.runs) second.runs.try_emplace(key);
    std::vector<RecordedPair> pairs;
    for (auto& [key, in_b] : second.runs) {
        Runs in_a = std::move(first.runs[key]);
        if (any_size) join_sizes(in_a, in_b, pairs, key);
        for (const auto& [workload, runs] : in_b) in_a.try_emplace(workload);
        for (auto& [workload, runs] : in_a) join_runs(std::move(runs), std::move(in_b[workload]), key, pairs);
    }
    add_failures(pairs, first.failed, &RecordedPair::a);
    add_failures(pairs, second.failed, &RecordedPair::b);
    std::ranges::stable_sort(pairs, {}, [](const RecordedPair& pair) {
        return std::tuple(place_of(pair.key.variant_id), pair.key, std::max(rows_of(pair.a), rows_of(pair.b)));
    });
    return pairs;
}

namespace {

/// "cpu_naive was timed with n = 90, m = 40, d = 16 in A and with n = 90, m = 64, d = 16 in B": the first run that each
/// recording has for a question which both were asked, in different sizes; empty if there is none.
std::string different_sizes(const std::vector<RecordedPair>& pairs) {
    for (const RecordedPair& a : pairs)
        for (const RecordedPair& b : pairs)
            if (a.a.run != nullptr && b.b.run != nullptr && a.key == b.key && a.a.run->workload != b.b.run->workload)
                return fmt::format("{} was timed with {} in A and with {} in B", short_name(a.key.variant_id),
                                   app::size_text(a.a.run->workload), app::size_text(b.b.run->workload));
    return {};
}

/// The workloads that one of the recordings has runs of. The id of a variant begins with its workload.
std::set<std::string> workloads_of(const std::vector<RecordedPair>& pairs, PairSide RecordedPair::*side) {
    std::set<std::string> found;
    for (const RecordedPair& pair : pairs) {
        const PairSide& own = pair.*side;
        const std::string& id = pair.key.variant_id;
        if (own.run != nullptr || !own.failure.empty()) found.insert(id.substr(0, id.find('/')));
    }
    return found;
}

} // namespace

std::string warnings_text(const RecordedPair& pair) {
    std::vector<std::string> sides;
    for (const auto& [letter, run] : {std::pair{'A', pair.a.run}, std::pair{'B', pair.b.run}}) {
        const auto words = run == nullptr ? std::vector<std::string>{} : profiling::warnings_of(*run);
        if (!words.empty()) sides.push_back(fmt::format("{}: {}", letter, fmt::join(words, ", ")));
    }
    return sides.empty() ? "" : fmt::format("! {}", fmt::join(sides, "; "));
}

std::string why_nothing_in_common(const std::vector<RecordedPair>& pairs) {
    if (std::ranges::any_of(pairs, [](const RecordedPair& pair) { return pair.ratio.has_value(); })) return {};
    const std::set<std::string> a = workloads_of(pairs, &RecordedPair::a), b = workloads_of(pairs, &RecordedPair::b);
    const bool have_common = std::ranges::any_of(a, [&](const std::string& workload) { return b.contains(workload); });
    if (!a.empty() && !b.empty() && !have_common)
        return fmt::format("A has runs of the workload {} and B of {}: only runs of the same workload can be compared",
                           fmt::join(a, " and "), fmt::join(b, " and "));
    if (const std::string sizes = different_sizes(pairs); !sizes.empty())
        return fmt::format("the recordings have no size in common ({}): --per-pair compares runs of different n or m, "
                           "but not of different d",
                           sizes);
    return "the recordings have no variant in common that was timed with the same target, caches and block size";
}

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/recorded_pairs.h"

#include "app/state/recorded_runs.h"
#include "kernels/core/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace pairscope::cli {
namespace {

using profiling::Measurement;

/// The runs of one recording for one question, by size.
using Runs = std::map<Workload, PairSide>;

struct Found {
    std::map<Question, Runs> answers;
    std::map<std::string, std::string> failed; ///< by variant: failures that tell neither size nor target
};

Question question_of(const Measurement& m) {
    return {m.variant_id, m.target, m.caches, app::has_usual_block(m) ? 0 : m.block};
}

Found found_in(const profiling::Recording& recording) {
    Found found;
    for (const profiling::RunOutcome& run : recording.runs) {
        if (const auto* failed = std::get_if<profiling::Failed>(&run)) {
            found.failed.emplace(failed->variant_id, failed->message);
        } else if (const auto* m = std::get_if<Measurement>(&run)) {
            if (app::is_drawable(*m))
                found.answers[question_of(*m)][m->workload] = {m, {}};
            else if (std::string failure = profiling::failure_of(run); !failure.empty())
                found.answers[question_of(*m)].try_emplace(m->workload, PairSide{nullptr, std::move(failure)});
        }
    }
    return found;
}

std::vector<double> seconds_per_pair(const Measurement& m) {
    const double pairs = work_of(m.workload).pairs;
    std::vector<double> seconds = m.seconds;
    for (double& sample : seconds) sample /= pairs;
    return seconds;
}

RecordedPair pair_of(const Question& question, PairSide a, PairSide b) {
    RecordedPair pair{.question = question, .a = std::move(a), .b = std::move(b)};
    if (pair.a.run != nullptr && pair.b.run != nullptr)
        pair.ratio = profiling::speed_ratio(seconds_per_pair(*pair.a.run), seconds_per_pair(*pair.b.run));
    return pair;
}

/// The largest of each where no size is common; then neither stands alone any more.
void join_sizes(Runs& a, Runs& b, std::vector<RecordedPair>& pairs, const Question& question) {
    const bool common = std::ranges::any_of(a, [&](const auto& item) { return b.contains(item.first); });
    if (common || a.empty() || b.empty()) return;
    const auto last_a = std::prev(a.end()), last_b = std::prev(b.end());
    pairs.push_back(pair_of(question, last_a->second, last_b->second));
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
            if (pair.question.variant_id != variant) continue;
            known = true;
            PairSide& own = pair.*side;
            if (own.run == nullptr && own.failure.empty()) own.failure = message;
        }
        if (known) continue;
        RecordedPair pair{.question = {.variant_id = variant}, .a = {}, .b = {}};
        (pair.*side).failure = message;
        pairs.push_back(std::move(pair));
    }
}

} // namespace

std::vector<RecordedPair> pairs_of(const profiling::Recording& a, const profiling::Recording& b, bool any_size) {
    Found first = found_in(a), second = found_in(b);
    for (const auto& [question, runs] : first.answers) second.answers.try_emplace(question);
    std::vector<RecordedPair> pairs;
    for (auto& [question, in_b] : second.answers) {
        Runs in_a = std::move(first.answers[question]);
        if (any_size) join_sizes(in_a, in_b, pairs, question);
        for (auto& [workload, run] : in_a) {
            PairSide other;
            if (const auto same = in_b.find(workload); same != in_b.end()) {
                other = std::move(same->second);
                in_b.erase(same);
            }
            pairs.push_back(pair_of(question, std::move(run), std::move(other)));
        }
        for (auto& [workload, run] : in_b) pairs.push_back(pair_of(question, {}, std::move(run)));
    }
    add_failures(pairs, first.failed, &RecordedPair::a);
    add_failures(pairs, second.failed, &RecordedPair::b);
    std::ranges::stable_sort(pairs, {}, [](const RecordedPair& pair) {
        return std::tuple(place_of(pair.question.variant_id), pair.question,
                          std::max(rows_of(pair.a), rows_of(pair.b)));
    });
    return pairs;
}

namespace {

/// The workloads that one of the recordings has runs of. The id of a variant begins with its workload.
std::set<std::string> workloads_of(const std::vector<RecordedPair>& pairs, PairSide RecordedPair::*side) {
    std::set<std::string> found;
    for (const RecordedPair& pair : pairs) {
        const PairSide& own = pair.*side;
        const std::string& id = pair.question.variant_id;
        if (own.run != nullptr || !own.failure.empty()) found.insert(id.substr(0, id.find('/')));
    }
    return found;
}

} // namespace

std::string why_nothing_in_common(const std::vector<RecordedPair>& pairs, bool any_size) {
    if (std::ranges::any_of(pairs, [](const RecordedPair& pair) { return pair.ratio.has_value(); })) return {};
    const std::set<std::string> a = workloads_of(pairs, &RecordedPair::a), b = workloads_of(pairs, &RecordedPair::b);
    const bool have_common = std::ranges::any_of(a, [&](const std::string& workload) { return b.contains(workload); });
    if (!a.empty() && !b.empty() && !have_common)
        return fmt::format("A has runs of the workload {} and B of {}: only runs of the same workload can be compared",
                           fmt::join(a, " and "), fmt::join(b, " and "));
    if (any_size) return "the recordings have no variant in common that was timed with the same target";
    return "the recordings have no variant in common that was timed with the same n and target; --per-pair compares "
           "runs of different n";
}

} // namespace pairscope::cli

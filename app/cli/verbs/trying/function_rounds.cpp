// SPDX-License-Identifier: MIT
#include "app/cli/verbs/trying/function_rounds.h"

#include "app/chart/number_text.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <string_view>

namespace pairscope::cli {
namespace {

using app::Question;

/// Null: the ladder has none.
const KernelVariant* parent_of(const WorkloadType& type) {
    const auto found = std::ranges::find_if(variants(), [&](const KernelVariant& variant) {
        return variant.workload == type.id && variant.backend == Backend::cpu && variant.launch != nullptr &&
               variant.entry == Entry::float32;
    });
    return found == variants().end() ? nullptr : &*found;
}

/// Its output is judged where its ladder is tested.
double seconds_of_parent(const KernelVariant& parent, const Question& question) {
    const MatrixShape words = question.words();
    std::vector<float> out(static_cast<std::size_t>(words.rows * words.cols));
    return own::run(parent, question.inputs(), {.out = {out.data(), words.cols}});
}

class Rounds {
public:
    Rounds(const WorkloadType& type, std::vector<TimedFunction*> functions, std::vector<RankRow>& rows)
        : type_(type), parent_(parent_of(type)), functions_(std::move(functions)), rows_(rows) {}

    void run_one(std::uint64_t number) {
        std::ranges::shuffle(functions_, random_);
        const Question question = app::workshop::timed_question(type_, number);
        double before = parent_time(question);
        for (const TimedFunction* const function : functions_) {
            RankRow& row = *std::ranges::find(rows_, function->file, &RankRow::file);
            if (row.verdict != "right") continue; // since an earlier round
            const auto seconds = function->tried->time_once(number);
            const double behind = parent_time(question);
            if (seconds)
                take(row, *seconds, 0.5 * (before + behind));
            else if (function->tried->report().wrong_at)
                lose(row, *function->tried);
            before = behind;
        }
    }

    void finish() {
        for (auto& [file, seconds] : seconds_) {
            std::ranges::sort(seconds);
            std::ranges::find(rows_, file, &RankRow::file)->time = seconds[seconds.size() / 2];
        }
    }

private:
    /// Without a parent the times themselves are compared.
    double parent_time(const Question& question) const {
        return parent_ == nullptr ? 1.0 : seconds_of_parent(*parent_, question);
    }
    void take(RankRow& row, double seconds, double of_parent) {
        seconds_[row.file].push_back(seconds);
        row.ratios.push_back(seconds / of_parent);
    }
    void lose(RankRow& row, const app::workshop::Try& tried) {
        const RankRow now = row_of(row.file, tried.report());
        row.verdict = now.verdict;
        row.told = now.told;
        row.ratios.clear();
        row.time.reset();
        seconds_.erase(row.file);
    }

    const WorkloadType& type_;
    const KernelVariant* parent_;
    std::vector<TimedFunction*> functions_;
    std::vector<RankRow>& rows_;
    std::map<std::string, std::vector<double>> seconds_;
    std::minstd_rand random_{std::random_device{}()};
};

} // namespace

void time_in_rounds(std::vector<TimedFunction>& functions, std::vector<RankRow>& rows, const Interrupt& interrupt,
                    const std::function<void(int round)>& show) {
    std::map<std::string_view, std::vector<TimedFunction*>> by_workload;
    for (TimedFunction& function : functions)
        by_workload[type_of(function.tried->report().workload).id].push_back(&function);
    std::vector<Rounds> all;
    for (const auto& [workload, some] : by_workload) all.emplace_back(type_of(workload), some, rows);
    const std::uint64_t first = std::random_device{}();
    for (int round = 0; round < rounds_of_rank && !interrupt.happened(); ++round) {
        show(round);
        for (Rounds& rounds : all) rounds.run_one(first + static_cast<std::uint64_t>(round));
    }
    for (Rounds& rounds : all) rounds.finish();
}

std::string sentence_about_cpu_parent(const WorkloadType& type) {
    const KernelVariant* const parent = parent_of(type);
    if (parent == nullptr) return {};
    return fmt::format("{} ran before and after each function of {}, at n = {}.", short_name(parent->id), type.id,
                       app::grouped(n_of(app::workshop::timed_question(type, 0).size())));
}

} // namespace pairscope::cli

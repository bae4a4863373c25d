// SPDX-License-Identifier: MIT
#include "app/cli/verbs/check_plan.h"

#include "app/chart/number_text.h"
#include "kernels/data/errors.h"
#include "profiling/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace pairscope::cli {
namespace {

/// From this size on, only the usual number of threads per block is tried: the others cost as much each.
constexpr std::int64_t first_with_one_block_size = 1001;

Trial usual_trial(LoadedData data, const SweepOptions& sweep) {
    return {.kind = "usual",
            .data = std::move(data),
            .sweep = sweep,
            .most_examined = profiling::RunnerOptions{}.most_examined};
}

class Plan {
public:
    Plan(const Data& data, const SweepOptions& sweep, Thoroughness how)
        : data_(data), options_(data.options), sweep_(sweep), is_all_(how == Thoroughness::all), type_(*data.type),
          rule_(type_.inputs), sizes_(telling_sizes(type_, how, options_.dims)) {}

    /// The user chose the sizes, and left the data to the program.
    CheckPlan of_sizes() {
        for (LoadedData& loaded : load_each(data_)) {
            const Workload size = loaded.question.size();
            plan_.trials.push_back(usual_trial(std::move(loaded), sweep_));
            add_exact(size, sweep_, profiling::RunnerOptions{}.most_examined);
        }
        return std::move(plan_);
    }

    CheckPlan made() {
        sweep_.without_targets = SweepOptions::Without::simulated;
        add_usual();
        add_exact();
        add_few_blocks();
        plan_.left_out = left_out();
        return std::move(plan_);
    }

private:
    [[nodiscard]] SweepOptions sweep_at(std::int64_t n) const {
        SweepOptions found = sweep_;
        if (found.blocks.empty() && n < first_with_one_block_size) found.blocks = {"all"};
        return found;
    }

    void add_usual() {
        Data asked = data_;
        RestOfSizes rest;
        for (const Workload& size : sizes_.usual) {
            asked.options.sizes.push_back(n_of(size));
            rest.second_rows.push_back(size.cols);
            if (!options_.dims && has_several_lengths(rule_)) rest.dims.push_back(size.dims);
        }
        choose_sources(asked, rest);
        for (LoadedData& data : load_each(asked)) {
            const SweepOptions sweep = sweep_at(data.n());
            plan_.trials.push_back({.kind = "usual",
                                    .data = std::move(data),
                                    .sweep = sweep,
                                    .most_examined = is_all_ ? examined_of_all : examined_of_many});
        }
    }

    /// Absent where the workload has no such data.
    [[nodiscard]] std::optional<LoadedData> exact(const Workload& size, ExactKind kind) const {
        std::optional<app::Question> question = app::exact_question(size, kind);
        if (!question) return std::nullopt;
        return LoadedData{.source = app::VectorSource{}, .table = nullptr, .question = std::move(*question)};
    }

    void add_exact(const Workload& size, const SweepOptions& sweep, std::int64_t most_examined) {
        for (const auto& [kind, name, title, former] : exact_names)
            if (std::optional<LoadedData> data = exact(size, kind))
                plan_.trials.push_back(
                    {.kind = title_of(kind), .data = std::move(*data), .sweep = sweep, .most_examined = most_examined});
    }

    void add_exact() {
        for (const Workload& size : sizes_.exact)
            add_exact(size, sweep_at(n_of(size)), is_all_ ? examined_of_all : examined_of_many);
    }

    void add_few_blocks() {
        for (const Workload& size : sizes_.few_blocks) {
            std::optional<LoadedData> data = exact(size, ExactKind::whole_numbers);
            if (!data) data = example(size);
            SweepOptions sweep = sweep_;
            if (sweep.targets.empty() && !is_all_) sweep.without_targets = SweepOptions::Without::linear;
            plan_.trials.push_back(
                {.kind = "few blocks", .data = std::move(*data), .sweep = sweep, .few_blocks = true});
        }
    }

    /// Where no sums are exact.
    [[nodiscard]] LoadedData example(const Workload& size) const {
        Data asked = data_;
        if (app::takes_points(type_)) asked.options.shape = "uniform_square";
        asked.options.n = size.rows;
        choose_sources(asked);
        asked.told = true;
        return load(asked);
    }

    [[nodiscard]] std::string left_out() const {
        std::vector<std::string> sentences, sizes_of_few_blocks;
        if (!is_all_) {
            const bool has_longer = has_several_lengths(rule_) && rule_.dims.most > long_dims && !options_.dims;
            const std::string sizes =
                fmt::format("n = {} and {}", app::grouped(large_sizes[0]), app::grouped(large_sizes[1]));
            sentences.push_back(has_longer ? fmt::format("Whole outputs were not checked for {}, or for d = {}.", sizes,
                                                         app::grouped(rule_.dims.most))
                                           : fmt::format("Whole outputs were not checked for {}.", sizes));
        }
        if (sweep_.blocks.empty())
            sentences.push_back(fmt::format("From n = {} on, only the usual block size was tried.",
                                            app::grouped(first_with_one_block_size)));
        for (const Trial& trial : plan_.trials)
            if (trial.few_blocks) sizes_of_few_blocks.push_back(app::grouped(n_of(trial.data.question.size())));
        if (!sizes_of_few_blocks.empty())
            sentences.push_back(fmt::format("At n = {}, four blocks of each CUDA variant that can be simulated were "
                                            "run, and CPU variants were not run.",
                                            fmt::join(sizes_of_few_blocks, " and ")));
        if (!is_all_) sentences.emplace_back("With --all, check tries more.");
        return fmt::format("{}", fmt::join(sentences, " "));
    }

    const Data& data_;
    const DataOptions& options_;
    SweepOptions sweep_;
    bool is_all_;
    const WorkloadType& type_;
    const InputRule& rule_;
    TellingSizes sizes_;
    CheckPlan plan_;
};

CheckPlan of_data(const Data& data, const SweepOptions& sweep) {
    CheckPlan plan;
    for (LoadedData& loaded : load_each(data)) plan.trials.push_back(usual_trial(std::move(loaded), sweep));
    return plan;
}

bool chooses_data(const DataOptions& data) {
    return !data.files.empty() || !data.points.empty() || !data.shape.empty() || !data.a.empty() ||
           !data.preset.empty();
}

} // namespace

bool asks_for_no_size(const DataOptions& data) {
    return data.sizes.empty() && !data.n && !data.m && !chooses_data(data);
}

std::string usual_sizes_text() { return fmt::format("{}", fmt::join(usual_sizes, ", ")); }

CheckPlan plan_of_check(const Data& data, const SweepOptions& sweep, Thoroughness how) {
    if (asks_for_no_size(data.options)) return Plan(data, sweep, how).made();
    if (how == Thoroughness::all)
        throw InputError("--all chooses the sizes and the data: leave out --n, FILE, --shape and --preset, or --all");
    if (chooses_data(data.options)) return of_data(data, sweep);
    return Plan(data, sweep, how).of_sizes();
}

} // namespace pairscope::cli

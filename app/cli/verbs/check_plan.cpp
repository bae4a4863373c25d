// SPDX-License-Identifier: MIT
#include "app/cli/verbs/check_plan.h"

#include "app/chart/number_text.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/exact_data.h"
#include "profiling/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace pairscope::cli {
namespace {

/// One point; a warp, a tile and one less and more; a size that nothing divides.
constexpr std::array<std::int64_t, 8> usual_sizes{1, 2, 31, 33, 63, 65, 129, 1001};
/// The usual size, and the largest that the executor runs as a whole.
constexpr std::array<std::int64_t, 2> large_sizes{2048, 4096};
/// From this size on, only the usual number of threads per block is tried: the others cost as much each.
constexpr std::int64_t first_with_one_block_size = 1001;
/// Where n counts the coordinates of single vectors: more of them than blocks of 256 threads add up in two levels.
constexpr std::int64_t long_vector = 100'003;
/// The lengths of the vectors, where they may have several: one, an even and an odd one, those around a tile.
constexpr std::array<std::int64_t, 9> telling_dims{1, 2, 3, 16, 17, 5, 4, 33, 8};
/// More coordinates than a panel in shared memory has, and none of its multiples.
constexpr std::int64_t long_dims = 261;
/// Vectors of data with exact sums: more than two tiles of 32, and no multiple.
constexpr std::int64_t rows_of_exact = 67;
/// The executor examines this many accesses in each of the many runs, which takes a few hundredths of a second.
constexpr std::int64_t examined_of_many = 300'000, examined_of_all = 1'000'000;

bool has_several_lengths(const InputRule& rule) {
    return !counts_coordinates(rule) && rule.dims.least < rule.dims.most && !rule.takes_distances;
}

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
          rule_(type_.inputs) {}

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
        std::vector<std::int64_t> dims;
        const SizeRange& allowed = counted_range(rule_);
        const auto add = [&](std::int64_t n) {
            if (n >= allowed.least && n <= allowed.most) asked.options.sizes.push_back(n);
        };
        std::ranges::for_each(usual_sizes, add);
        if (is_all_) std::ranges::for_each(large_sizes, add);
        if (counts_coordinates(rule_)) add(long_vector);
        if (!options_.dims && has_several_lengths(rule_))
            for (const std::int64_t each : telling_dims)
                if (each >= rule_.dims.least && each <= rule_.dims.most) dims.push_back(each);
        choose_sources(asked, dims);
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
        std::optional<ExactSets> sets = exact_data(size, kind);
        if (!sets) return std::nullopt;
        LoadedData found{.source = app::VectorSource{}, .table = nullptr, .question = {}};
        found.question.workload = type_.id;
        found.question.first = std::make_shared<const Dataset>(std::move(sets->a));
        if (sets->b) found.question.second = std::make_shared<const Dataset>(std::move(*sets->b));
        found.question.parameters = std::move(sets->parameters);
        return found;
    }

    void add_exact(const Workload& size, const SweepOptions& sweep, std::int64_t most_examined) {
        for (const auto& [kind, name, title, former] : exact_names)
            if (std::optional<LoadedData> data = exact(size, kind))
                plan_.trials.push_back(
                    {.kind = title_of(kind), .data = std::move(*data), .sweep = sweep, .most_examined = most_examined});
    }
    void add_exact(const Workload& size) {
        add_exact(size, sweep_at(n_of(size)), is_all_ ? examined_of_all : examined_of_many);
    }

    /// Vectors of one length. Long ones are fewer, because the work grows with their length.
    void add_exact_of_length(std::int64_t dims) {
        if (dims < rule_.dims.least || dims > rule_.dims.most) return;
        constexpr double most_work = 2e6;
        const auto most_rows = static_cast<std::int64_t>(std::sqrt(most_work / static_cast<double>(dims)));
        const std::int64_t rows =
            std::clamp(std::clamp<std::int64_t>(most_rows, 5, rows_of_exact), rule_.rows.least, rule_.rows.most);
        add_exact({type_.id, rows, rule_.sets == 2 ? rows / 2 + 1 : rows, dims});
    }

    void add_exact() {
        if (counts_coordinates(rule_)) {
            for (const std::int64_t n : {std::int64_t{65}, std::int64_t{4097}, long_vector})
                add_exact({type_.id, 1, 1, n});
            return;
        }
        if (options_.dims || !has_several_lengths(rule_)) {
            add_exact_of_length(options_.dims.value_or(rule_.dims.least));
            return;
        }
        if (is_all_)
            for (const std::int64_t dims : telling_dims) add_exact_of_length(dims);
        else
            add_exact_of_length(17);
        add_exact_of_length(long_dims);
        if (is_all_ && rule_.dims.most > long_dims) add_exact_of_length(rule_.dims.most);
    }

    [[nodiscard]] Workload published() const {
        Workload size = type_.classic;
        size.type = type_.id;
        if (options_.dims) size.dims = *options_.dims;
        return size;
    }
    /// The largest matrix that is stored has 2^30 entries, and indices of bytes overflow there.
    [[nodiscard]] Workload largest() const { return {type_.id, max_stored_rows, max_stored_rows, published().dims}; }

    void add_few_blocks() {
        if (rule_.takes_distances) return;
        std::vector<Workload> sizes{published()};
        if (type_.output == OutputKind::matrix && (is_all_ || !type_.is_published)) sizes.push_back(largest());
        if (!type_.is_published) sizes.erase(sizes.begin());
        for (const Workload& size : sizes) {
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

// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/check_runs.h"

#include "app/chart/number_text.h"
#include "app/subjects/workshop/check_data.h"
#include "kernels/data/errors.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/telling_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pairscope::app::workshop {
namespace {

constexpr std::int64_t first_size = 256, first_length = 16;
/// The first of the usual runs in which a larger pitch is tried, too.
constexpr std::int64_t least_size_with_pitch = 31;
/// Every block of a run into a texture is followed, so that only small ones are made.
constexpr std::int64_t most_into_texture = 129;
/// Random sizes: enough for several tiles and blocks, and so small that a run takes a few hundredths of a second.
constexpr int random_runs = 4;
constexpr std::int64_t most_random_vectors = 400, most_random_length = 48, most_random_coordinates = 20'000;

/// More than 2^31 entries, and no extent of a grid of single rows is too large for CUDA.
constexpr std::int64_t rows_that_overflow = 50'021;
constexpr std::int64_t few_coordinates = 4;
/// Between the sizes that are run as a whole and those at which an index overflows. No tile divides them.
constexpr std::array<std::int64_t, 2> rows_between{4099, 10'007};

/// Random numbers times these give distances above 1e5 and below 1e-6.
constexpr std::pair<std::string_view, double> far_scale{"large distances", 1e6}, near_scale{"small distances", 1e-7};
constexpr std::int64_t size_of_scaled = 65;

/// Larger random sizes, one in each range, with so many operations that they take about a second. Those of the first
/// two take less, and tell how fast the kernel is.
constexpr std::array<SizeRange, 4> larger_vectors{{{401, 700}, {701, 1000}, {1002, 2048}, {2049, 4098}}};
constexpr std::array<SizeRange, 4> larger_coordinates{
    {{20'001, 60'000}, {60'001, 100'000}, {100'004, 400'000}, {400'001, 1 << 20}}};
constexpr double most_operations = 2e8, most_operations_of_first = 2e7;
/// Few vectors that are as long as they may be, as far as this takes no longer.
constexpr std::int64_t long_rows = 5;
constexpr double most_operations_of_long = 1e7;
/// By how many entries the rows of an output are further apart.
constexpr std::int64_t usual_further_pitch = 7, most_further_pitch = 100;

void check_in(std::string_view name, std::int64_t size, const SizeRange& range) {
    if (size < range.least || size > range.most)
        throw InputError(fmt::format("{} is {}: choose from {} to {}", name, grouped(size), grouped(range.least),
                                     grouped(range.most)));
}

void check_asked(const WorkloadType& type, const FirstSize& asked) {
    const InputRule& rule = type.inputs;
    if (asked.n) check_in("n", *asked.n, counted_range(rule));
    if (asked.m && (rule.sets == 1 || counts_coordinates(rule)))
        throw InputError(fmt::format("{} has no number of vectors in a second set: leave m out", type.id));
    if (asked.m) check_in("m", *asked.m, rule.rows);
    if (asked.dims && counts_coordinates(rule))
        throw InputError(fmt::format("n is the number of coordinates for {}: leave dims out", type.id));
    if (asked.dims) check_in("dims", *asked.dims, rule.dims);
}

void check_size(const Workload& size) {
    if (std::max(size.rows, size.cols) > most_simulated_rows)
        throw InputError(
            fmt::format("a try takes at most {} vectors in a set: choose a smaller n", grouped(most_simulated_rows)));
    if (size.dims > most_simulated_coordinates)
        throw InputError(
            fmt::format("a try takes at most {} coordinates: choose a smaller n", grouped(most_simulated_coordinates)));
}

/// From `least` to `most`.
std::int64_t random_in(Pcg32& random, std::int64_t least, std::int64_t most) {
    return std::min(most, least + static_cast<std::int64_t>(static_cast<double>(most - least + 1) * random.uniform()));
}

Workload random_size(const WorkloadType& type, Pcg32& random) {
    const InputRule& rule = type.inputs;
    if (counts_coordinates(rule))
        return {type.id, 1, 1, random_in(random, rule.dims.least, std::min(rule.dims.most, most_random_coordinates))};
    const auto vectors = [&] {
        return random_in(random, rule.rows.least, std::min(rule.rows.most, most_random_vectors));
    };
    const std::int64_t rows = vectors(), cols = rule.sets == 2 ? vectors() : rows;
    return {type.id, rows, cols, random_in(random, rule.dims.least, std::min(rule.dims.most, most_random_length))};
}

/// One and two blocks of so many threads, where the last tile is a whole one; and a size that 4 divides and 8 does not.
std::vector<std::int64_t> sizes_about(std::int64_t threads) {
    constexpr std::int64_t most = 1024;
    std::vector<std::int64_t> sizes{36};
    for (const std::int64_t n : {threads, 2 * threads})
        if (n > 2 && n <= most && n != first_size) sizes.push_back(n);
    return sizes;
}

/// So many vectors in each set, or coordinates; absent where the workload has no such size.
std::optional<Workload> size_of(const WorkloadType& type, std::int64_t n) {
    const InputRule& rule = type.inputs;
    if (counts_coordinates(rule)) {
        if (n < rule.dims.least || n > rule.dims.most) return {};
        return Workload{type.id, 1, 1, n};
    }
    if (n < rule.rows.least || n > rule.rows.most) return {};
    return Workload{type.id, n, n, std::clamp(first_length, rule.dims.least, rule.dims.most)};
}

/// Larger than is run as a whole, the published size, and a matrix in which an index of 32 bits overflows.
std::vector<Workload> sizes_of_few_blocks(const WorkloadType& type, const TellingSizes& telling) {
    const InputRule& rule = type.inputs;
    if (type.output != OutputKind::matrix) return telling.few_blocks;
    const auto square = [&](std::int64_t rows) {
        return Workload{type.id, rows, rows, std::clamp(few_coordinates, rule.dims.least, rule.dims.most)};
    };
    std::vector<Workload> sizes;
    for (const std::int64_t rows : rows_between) sizes.push_back(square(rows));
    sizes.insert(sizes.end(), telling.few_blocks.begin(), telling.few_blocks.end());
    if (rows_that_overflow <= rule.rows.most) sizes.push_back(square(rows_that_overflow));
    return sizes;
}

/// Degrees, bytes and vectors of unit length have no other scale.
bool has_scales(const WorkloadType& type) {
    return type.inputs.element == Element::float32 && !type.inputs.unit_length && type.metric != Metric::great_circle;
}

void add_scaled(const WorkloadType& type, std::uint64_t seed, std::vector<CheckRun>& runs) {
    const auto size = size_of(type, size_of_scaled);
    if (!size || !has_scales(type)) return;
    for (const auto& [kind, scale] : {far_scale, near_scale})
        runs.push_back({.kind = kind,
                        .size = *size,
                        .seed = seed,
                        .most_examined = examined_of_many,
                        .scale = scale,
                        .data = CheckData::random});
}

/// The vectors become shorter until it takes about a second. Absent: it takes longer.
std::optional<Workload> larger_size(const WorkloadType& type, const SizeRange& range, double most_steps,
                                    Pcg32& random) {
    const InputRule& rule = type.inputs;
    const SizeRange& allowed = counted_range(rule);
    const std::int64_t most = std::min(range.most, allowed.most);
    if (most < range.least || range.least < allowed.least) return {};
    const std::int64_t n = random_in(random, range.least, most);
    if (counts_coordinates(rule)) return Workload{type.id, 1, 1, n};
    Workload size{type.id, n, rule.sets == 2 ? random_in(random, range.least, most) : n,
                  random_in(random, rule.dims.least, std::min(rule.dims.most, most_random_length))};
    while (size.dims > rule.dims.least && steps_of(size) > most_steps)
        size.dims = std::max(rule.dims.least, size.dims * 3 / 4);
    return steps_of(size) <= most_steps ? std::optional(size) : std::nullopt;
}

/// The vectors have the published length if that is large, and else the largest one that does not take too long.
std::optional<Workload> size_of_long(const WorkloadType& type) {
    const InputRule& rule = type.inputs;
    if (!has_several_lengths(rule) || rule.dims.most <= long_dims) return {};
    const std::int64_t rows = std::clamp(long_rows, rule.rows.least, rule.rows.most);
    Workload size{type.id, rows, rule.sets == 2 ? rows - 1 : rows,
                  type.classic.dims > long_dims ? type.classic.dims : rule.dims.most};
    while (size.dims > long_dims && steps_of(size) > most_operations_of_long) size.dims = size.dims / 2 | 1;
    return size.dims > long_dims ? std::optional(size) : std::nullopt;
}

/// Makes the list of runs, one kind after the other.
class Runs {
public:
    Runs(const WorkloadType& type, const TakenPlaces& places, std::uint64_t seed)
        : type_(type), places_(places), seed_(seed), random_(seed),
          has_output_pitch_(places.output_pitch && type.output == OutputKind::matrix),
          sizes_(telling_sizes(type, Thoroughness::usual)) {}

    [[nodiscard]] std::vector<CheckRun> made() {
        add_usual();
        add_whole_tiles();
        add_exact();
        add_random();
        add_scaled(type_, seed_, runs_);
        add_special_data();
        add_sigmas();
        add_threads();
        add_long();
        add_larger();
        add_few_blocks();
        return std::move(runs_);
    }

private:
    CheckRun& add(std::string_view kind, const Workload& size) {
        return runs_.emplace_back(
            CheckRun{.kind = kind, .size = size, .seed = seed_, .most_examined = examined_of_many});
    }

    void add_usual() {
        bool needs_pitch = has_output_pitch_ || places_.input_pitch;
        for (const Workload& size : sizes_.usual) {
            add("usual", size).seed = 1;
            if (places_.texture && n_of(size) <= most_into_texture) {
                CheckRun& textured = add("a texture", size);
                textured.seed = 1;
                textured.into_texture = true;
            }
            if (places_.blocks.size() > 1) { // in turns, which tries each of them at some sizes
                const int block = places_.blocks[1 + runs_.size() % (places_.blocks.size() - 1)];
                CheckRun& other = add("blocks of another size", size);
                other.seed = 1;
                other.block = block;
            }
            if (!needs_pitch || n_of(size) < least_size_with_pitch) continue;
            needs_pitch = false;
            CheckRun& pitched = add("a larger pitch", size);
            pitched.seed = 1;
            pitched.further_pitch = has_output_pitch_ ? usual_further_pitch : 0;
            pitched.has_larger_input_pitch = places_.input_pitch;
        }
    }

    void add_whole_tiles() {
        for (const std::int64_t n : sizes_about(places_.threads))
            if (const auto size = size_of(type_, n)) add("whole tiles", *size);
    }

    void add_exact() {
        for (const Workload& size : sizes_.exact)
            for (const auto& [kind, name, title, former] : exact_names)
                if (exact_question(size, kind)) add(title_of(kind), size).exact = kind;
    }

    void add_random() {
        Workload size;
        for (int i = 0; i < random_runs; ++i) {
            if (i != 1) size = random_size(type_, random_); // one size comes twice, with other data
            CheckRun& run = add("random", size);
            run.seed = seed_ + static_cast<std::uint64_t>(i);
            run.data = CheckData::random;
        }
    }

    void add_special_data() {
        const auto add_data = [&](std::string_view kind, CheckData data) {
            if (const auto size = size_of(type_, size_of_scaled)) add(kind, *size).data = data;
        };
        if (type_.example_vectors != nullptr) add_data("counts", CheckData::example_vectors);
        if (has_rule_for_zeros(type_)) add_data("vectors of zeros", CheckData::zeros);
        if (has_rule_for_nan(type_)) add_data("NaN in the vectors", CheckData::nan);
        if (!has_rule_for_ties(type_)) return;
        constexpr std::int64_t rows_of_ties = 601, dims_of_ties = 3;
        CheckRun& ties = add("pairs that are equally far apart", {type_.id, rows_of_ties, rows_of_ties, dims_of_ties});
        ties.data = CheckData::ties;
        ties.most_examined = none_examined;
        ties.is_left_out_late = true; // with fewer vectors there would be no ties
    }

    void add_sigmas() {
        if (!has_sigma(type_)) return;
        const double usual = usual_parameters(type_).front();
        const auto size = size_of(type_, counts_coordinates(type_.inputs) ? usual_sizes.back() : size_of_scaled);
        if (!size) return;
        for (const double factor : {1.0, 0.3, 2.6}) {
            CheckRun& run = add(factor == 1.0 ? "points of which many are far apart" : "another sigma", *size);
            run.data = CheckData::random;
            run.sigma = factor * usual;
        }
    }

    void add_threads() {
        if (!places_.is_cpu || !places_.all_threads) return;
        for (const int threads : {1, 3})
            if (const auto size = size_of(type_, size_of_scaled))
                add("another number of threads", *size).threads = threads;
    }

    void add_long() {
        const auto size = size_of_long(type_);
        if (!size) return;
        CheckRun& run = add("long vectors", *size);
        run.exact = ExactKind::whole_numbers;
        run.is_left_out_late = true;
    }

    void add_larger() {
        const auto& ranges = counts_coordinates(type_.inputs) ? larger_coordinates : larger_vectors;
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            const auto size =
                larger_size(type_, ranges[i], i < 2 ? most_operations_of_first : most_operations, random_);
            if (!size) continue;
            CheckRun& run = add("random", *size);
            run.data = CheckData::random;
            run.further_pitch = has_output_pitch_ ? random_in(random_, 1, most_further_pitch) : 0;
            run.sigma = has_sigma(type_) ? usual_parameters(type_).front() : 0; // else long vectors have the value 0
            run.most_examined = none_examined;
            run.is_left_out_late = true;
        }
    }

    void add_few_blocks() {
        for (const Workload& size : sizes_of_few_blocks(type_, sizes_)) {
            if (places_.is_cpu && size.rows > rows_between.front()) continue;
            CheckRun& run = add(places_.is_cpu ? "whole numbers" : "few blocks", size);
            run.few_blocks = !places_.is_cpu;
            run.exact = ExactKind::whole_numbers;
        }
    }

    const WorkloadType& type_;
    const TakenPlaces& places_;
    std::uint64_t seed_;
    Pcg32 random_;
    bool has_output_pitch_;
    TellingSizes sizes_;
    std::vector<CheckRun> runs_;
};

} // namespace

Question first_question(const WorkloadType& type, const FirstSize& asked) {
    check_asked(type, asked);
    const InputRule& rule = type.inputs;
    const std::int64_t n = asked.n.value_or(first_size);
    Workload size{type.id, n, rule.sets == 2 ? asked.m.value_or(n) : n, asked.dims.value_or(first_length)};
    if (counts_coordinates(rule)) size = {type.id, rule.rows.least, rule.rows.least, n};
    size.dims = std::clamp(size.dims, rule.dims.least, rule.dims.most);
    check_size(size);
    return example_question(size, 1);
}

double steps_of(const Workload& size) {
    const Work work = work_of(size);
    return work.flops + work.integer_operations + work.exponentials;
}

std::vector<CheckRun> runs_of_check(const WorkloadType& type, const TakenPlaces& places, std::uint64_t seed) {
    return Runs(type, places, seed).made();
}

} // namespace pairscope::app::workshop

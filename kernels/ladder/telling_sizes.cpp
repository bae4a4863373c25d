// SPDX-License-Identifier: MIT
#include "kernels/ladder/telling_sizes.h"

#include "kernels/data/dataset.h"

#include <algorithm>
#include <cmath>

namespace pairscope {
namespace {

/// Where n counts the coordinates of single vectors: more of them than blocks of 256 threads add up in two levels.
constexpr std::int64_t long_vector = 100'003;
/// The lengths of the vectors, where they may have several: one, an even and an odd one, those around a tile.
constexpr std::array<std::int64_t, 9> telling_dims{1, 2, 3, 16, 17, 5, 4, 33, 8};
/// Vectors of data with exact sums: more than two tiles of 32, and no multiple.
constexpr std::int64_t rows_of_exact = 67;

bool is_in(const SizeRange& range, std::int64_t size) { return size >= range.least && size <= range.most; }

class Sizes {
public:
    Sizes(const WorkloadType& type, Thoroughness how, const std::optional<std::int64_t>& dims)
        : type_(type), rule_(type.inputs), is_all_(how == Thoroughness::all), dims_(dims) {}

    [[nodiscard]] TellingSizes found() const {
        return {.usual = usual(), .exact = exact(), .few_blocks = few_blocks()};
    }

private:
    /// The sizes of two sets differ, so that rows and columns cannot be mixed up unnoticed. The largest first set has
    /// a small second one, because a simulation takes seconds for each million pairs.
    [[nodiscard]] Workload of_rows(std::int64_t rows, std::int64_t dims) const {
        const std::int64_t ratio = rows == large_sizes.back() ? 8 : 2;
        return {type_.id, rows, rule_.sets == 2 ? rows / ratio + 1 : rows, dims};
    }

    [[nodiscard]] std::vector<Workload> usual() const {
        std::vector<std::int64_t> counts(usual_sizes.begin(), usual_sizes.end()), dims;
        if (is_all_) counts.insert(counts.end(), large_sizes.begin(), large_sizes.end());
        if (counts_coordinates(rule_)) counts.push_back(long_vector);
        std::erase_if(counts, [&](std::int64_t count) { return !is_in(counted_range(rule_), count); });
        if (!dims_ && has_several_lengths(rule_))
            for (const std::int64_t each : telling_dims)
                if (is_in(rule_.dims, each)) dims.push_back(each);
        if (dims.empty()) dims.push_back(dims_.value_or(type_.classic.dims));
        std::vector<Workload> sizes;
        for (const std::int64_t count : counts)
            sizes.push_back(counts_coordinates(rule_) ? Workload{type_.id, 1, 1, count}
                                                      : of_rows(count, dims[sizes.size() % dims.size()]));
        return sizes;
    }

    /// What a pair of vectors needs, as a multiple of what a pair of the shortest ones needs: mostly their length. An
    /// alignment needs the square of it.
    [[nodiscard]] double steps_of_pair(std::int64_t dims) const {
        const auto operations = [&](std::int64_t length) {
            const Work work = work_of({type_.id, 1, 1, length});
            return work.flops + work.integer_operations;
        };
        const double least = operations(rule_.dims.least), length = static_cast<double>(dims);
        return least > 0.0 ? std::max(length, operations(dims) / least) : length;
    }

    /// Long vectors are fewer, because the work grows with their length.
    void add_exact(std::int64_t dims, std::vector<Workload>& sizes) const {
        if (!is_in(rule_.dims, dims)) return;
        constexpr double most_work = 2e6;
        const auto most_rows = static_cast<std::int64_t>(std::sqrt(most_work / steps_of_pair(dims)));
        const std::int64_t rows = std::clamp<std::int64_t>(most_rows, 5, rows_of_exact);
        sizes.push_back(of_rows(std::clamp(rows, rule_.rows.least, rule_.rows.most), dims));
    }

    [[nodiscard]] std::vector<Workload> exact() const {
        std::vector<Workload> sizes;
        if (counts_coordinates(rule_)) {
            for (const std::int64_t n : {std::int64_t{65}, std::int64_t{4097}, long_vector})
                sizes.push_back({type_.id, 1, 1, n});
            return sizes;
        }
        if (dims_ || !has_several_lengths(rule_)) {
            add_exact(dims_.value_or(rule_.dims.least), sizes);
            return sizes;
        }
        if (is_all_)
            for (const std::int64_t dims : telling_dims) add_exact(dims, sizes);
        else
            add_exact(17, sizes);
        add_exact(long_dims, sizes);
        if (is_all_ && rule_.dims.most > long_dims) add_exact(rule_.dims.most, sizes);
        return sizes;
    }

    /// The published size, and the largest matrix that is stored: it has 2^30 entries, and indices of bytes overflow
    /// there.
    [[nodiscard]] std::vector<Workload> few_blocks() const {
        if (rule_.takes_distances) return {};
        Workload published = type_.classic;
        published.type = type_.id;
        published.dims = dims_.value_or(published.dims);
        std::vector<Workload> sizes;
        if (type_.is_published) sizes.push_back(published);
        if (type_.output == OutputKind::matrix && (is_all_ || !type_.is_published))
            sizes.push_back({type_.id, max_stored_rows, max_stored_rows, published.dims});
        return sizes;
    }

    const WorkloadType& type_;
    const InputRule& rule_;
    bool is_all_;
    std::optional<std::int64_t> dims_;
};

} // namespace

bool has_several_lengths(const InputRule& rule) {
    return !counts_coordinates(rule) && rule.dims.least < rule.dims.most && !rule.takes_distances;
}

TellingSizes telling_sizes(const WorkloadType& type, Thoroughness how, const std::optional<std::int64_t>& dims) {
    return Sizes(type, how, dims).found();
}

} // namespace pairscope

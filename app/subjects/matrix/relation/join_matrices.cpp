// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/join_matrices.h"

#include "app/spine/files/metric_name.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/columns/categories.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/sequences/text_vectors.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/cpu/memory.h"
#include "kernels/matrix/operations.h"
#include "kernels/matrix/unstored/blocks.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/seriation/linkage.h"
#include "profiling/recording/file.h"
#include "render/matrix_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace pairscope::app {
namespace {

constexpr association::MantelChoice usual_test{};

/// The rows of both sides that stand in the same rows of their files.
association::CommonItems items_by_row(const Dataset& first, const Dataset& second) {
    std::unordered_map<std::int64_t, std::int32_t> rows;
    for (std::int64_t row = 0; row < second.rows; ++row) rows.emplace(id_of_row(second, row), std::int32_t(row));
    association::CommonItems items;
    items.by_position = true;
    std::vector<bool> is_taken(std::size_t(second.rows), false);
    for (std::int64_t row = 0; row < first.rows; ++row) {
        const auto found = rows.find(id_of_row(first, row));
        if (found == rows.end()) {
            items.only_first.push_back(std::int32_t(row));
            continue;
        }
        items.first.push_back(std::int32_t(row));
        items.second.push_back(found->second);
        is_taken[std::size_t(found->second)] = true;
    }
    for (std::size_t row = 0; row < is_taken.size(); ++row)
        if (!is_taken[row]) items.only_second.push_back(std::int32_t(row));
    items.same_order = std::ranges::is_sorted(items.second);
    if (std::ssize(items.first) < association::fewest_common)
        throw InputError(fmt::format("{} and {} have {} in common, and a comparison needs at least {}", first.name,
                                     second.name, counted(std::ssize(items.first), "row"), association::fewest_common));
    return items;
}

association::CommonItems joined_items(const RelatedSets& sets, bool is_one_file) {
    const Dataset &first = *sets.first.first, &second = *sets.second.first;
    refuse_too_many_rows(first);
    refuse_too_many_rows(second);
    if (is_one_file) return items_by_row(first, second);
    association::CommonItems items = association::common_items(first, second);
    // Rows without names may stand in another order than in their file.
    return items.by_position ? items_by_row(first, second) : items;
}

/// Sorts the items by a key of their row in the first set.
template <class Key> void sort_items(association::CommonItems& items, const Key& key_of) {
    std::vector<std::size_t> order(items.first.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return key_of(items.first[i]); });
    const auto sorted = [&](const std::vector<std::int32_t>& rows) {
        std::vector<std::int32_t> moved;
        for (const std::size_t i : order) moved.push_back(rows[i]);
        return moved;
    };
    items.first = sorted(items.first);
    items.second = sorted(items.second);
}

/// The entries of a set between the rows of some items.
class Entries {
public:
    Entries(const Question& question, const seriation::MeasuredSet* measured)
        : set_(question.first.get()), measured_(measured) {
        if (measured == nullptr) return;
        diagonal_.assign(std::size_t(set_->rows), 0.0f);
        if (!set_->holds_distances)
            for (std::int64_t row = 0; row < set_->rows; ++row)
                if (std::isnan(entry_by_formula(question.workload, question.inputs(), row, row)))
                    diagonal_[std::size_t(row)] = std::numeric_limits<float>::quiet_NaN();
        places_.assign(std::size_t(set_->rows), -1);
        for (std::size_t i = 0; i < measured->rows.size(); ++i)
            places_[std::size_t(measured->rows[i])] = std::int32_t(i);
        // A row may have no place in a tree, and still be at a distance from some others.
        const neighbours::NeighbourQuestion asked = neighbour_question(question, 1);
        for (const std::int32_t row : measured->left_out) {
            left_out_.emplace(row, neighbours::distances_of_keys(asked, neighbours::keys_of(asked, row)));
        }
    }
    /// NaN where a pair has no distance.
    [[nodiscard]] float between(std::int32_t row, std::int32_t col) const {
        const bool is_on_diagonal = row == col;
        if (measured_ == nullptr || (is_on_diagonal && set_->holds_distances)) // it may have another diagonal than 0
            return std::get<std::vector<float>>(
                set_->values)[std::size_t(row) * std::size_t(set_->dims) + std::size_t(col)];
        if (const auto found = left_out_.find(row); found != left_out_.end())
            return is_on_diagonal ? std::numeric_limits<float>::quiet_NaN() : float(found->second[std::size_t(col)]);
        if (const auto found = left_out_.find(col); found != left_out_.end())
            return float(found->second[std::size_t(row)]);
        const std::int32_t a = places_[std::size_t(row)], b = places_[std::size_t(col)];
        if (is_on_diagonal) return diagonal_[std::size_t(row)];
        const auto& [count, values] = measured_->distances;
        return float(values[seriation::place_of_pair(std::min(a, b), std::max(a, b), count)]);
    }

private:
    const Dataset* set_;
    const seriation::MeasuredSet* measured_;
    std::vector<float> diagonal_; ///< 0, or NaN for a row that has no distance from itself, such as 0 / 0
    std::vector<std::int32_t> places_;
    std::unordered_map<std::int32_t, std::vector<double>> left_out_; ///< the distances of each such row
};

void look_over(ItemMatrix& matrix, Engine& engine, const RunControl& control) {
    const MatrixShape shape = matrix.entries.shape;
    matrix.summary = summarize(engine, matrix.entries.memory(), shape, control);
    const std::int64_t factor = overview_factor(shape);
    auto overview = std::make_shared<Overview>();
    reduce(engine, matrix.entries.memory(), shape, factor, overview.get());
    matrix.overview = std::move(overview);
}

void fill(OutputBuffer& out, const Entries& entries, const std::vector<std::int32_t>& rows,
          const std::stop_token& stop) {
    const LinearMemory memory = out.memory();
    for (std::size_t i = 0; i < rows.size() && !stop.stop_requested(); ++i)
        for (std::size_t k = 0; k < rows.size(); ++k)
            memory.data[std::int64_t(i) * memory.pitch + std::int64_t(k)] = entries.between(rows[i], rows[k]);
}

void subtract(const OutputBuffer& first, const OutputBuffer& second, OutputBuffer& out) {
    const LinearMemory a = first.memory(), b = second.memory(), to = out.memory();
    for (std::int64_t row = 0; row < out.shape.rows; ++row)
        for (std::int64_t col = 0; col < out.shape.cols; ++col)
            to.data[row * to.pitch + col] = a.data[row * a.pitch + col] - b.data[row * b.pitch + col];
}

bool has_one_distance_per_pair(const Dataset& set) {
    return !set.holds_distances || (!set.is_asymmetric && set.missing_pairs == 0);
}

const WorkloadType& workload_of_rows(const OtherMatrix& other, const DataSnapshot& now, std::int64_t dims) {
    const WorkloadType& type = type_of(now.question.workload);
    if (!other.workload.empty()) return type_of(other.workload);
    const bool fits = !type.inputs.takes_distances && type.inputs.sets == 1 && dims >= type.inputs.dims.least &&
                      dims <= type.inputs.dims.most;
    if (fits) return type;
    if (!type.inputs.takes_distances)
        if (const WorkloadType* same = workload_of_metric(name_of_metric(now.question), 1)) return *same;
    return *workload_of_metric(name_of(Metric::euclidean), 1);
}

/// A recording says what its data are.
std::optional<OtherSource> source_of_recording(const std::filesystem::path& file) {
    if (!look_at(file).is(FileFormat::recording)) return {};
    const profiling::Recording recording = profiling::load_recording(file);
    const auto workload = recorded_workload(recording);
    if (!workload)
        throw InputError(fmt::format("{} is a recording without data: choose one that holds its points or vectors",
                                     file.filename().string()));
    const WorkloadType& type = type_of(*workload);
    if (takes_points(type) && recording.sets.empty())
        return OtherSource{.workload = type.id,
                           .source = FileSource{.path = file, .columns = {}, .order = Order::as_loaded, .whole = true}};
    return OtherSource{.workload = type.id, .source = VectorSource{.a = file, .b = {}, .n = {}, .m = {}}};
}

} // namespace

OtherSource source_of_other(const OtherMatrix& other, const DataSnapshot& now) {
    if (!other.file.empty()) {
        if (auto recorded = source_of_recording(other.file)) return *recorded;
        if (other.similarity != Similarity::no || other.symmetrise != Symmetrise::no) {
            VectorSource source{.a = other.file, .b = {}, .n = {}, .m = {}, .as = ReadAs::matrix};
            source.similarity = other.similarity;
            source.symmetrise = other.symmetrise;
            return {.workload = workload_of_distances()->id, .source = std::move(source)};
        }
        const bool has_columns = !other.columns.empty();
        const WorkloadType& type = workload_of_rows(
            other, now, has_columns ? std::ssize(other.columns) : original_of(*now.question.first).dims);
        if (has_columns) {
            VectorSource source{.a = other.file, .b = {}, .n = {}, .m = {}};
            source.columns.names = other.columns;
            return {.workload = type.id, .source = std::move(source)};
        }
        if (takes_points(type))
            return {.workload = type.id,
                    .source = FileSource{.path = other.file, .columns = {}, .order = Order::as_loaded, .whole = true}};
        return {.workload = type.id, .source = VectorSource{.a = other.file, .b = {}, .n = {}, .m = {}}};
    }
    if (other.columns.empty()) {
        if (other.workload.empty()) throw InputError("choose another file, another metric or other columns");
        return {.workload = type_of(other.workload).id};
    }
    const auto* points = std::get_if<FileSource>(&now.source);
    const auto* vectors = std::get_if<VectorSource>(&now.source);
    if (points == nullptr && (vectors == nullptr || vectors->a.empty()))
        throw InputError("the current vectors come from no file, and so there are no other columns: choose another "
                         "metric, or open a file first");
    VectorSource source = points != nullptr ? with_all_columns(*points) : *vectors;
    source.b.clear();
    source.n.reset();
    source.m.reset();
    source.dims.reset();
    source.columns.names = other.columns;
    source.columns.are_places = false;
    return {.workload = workload_of_rows(other, now, std::ssize(other.columns)).id, .source = std::move(source)};
}

Question rows_by_metric(const DataSnapshot& now, std::string_view workload) {
    const WorkloadType& type = type_of(workload);
    const Dataset& rows = original_of(*now.question.first);
    if (rows.holds_distances)
        throw InputError(fmt::format("{} holds distances that are given, and has no vectors to compare by another "
                                     "metric: choose another file",
                                     rows.name));
    if (const WorkloadType& shown = type_of(now.question.workload); !take_alike(type, shown, rows)) {
        if (sequences::takes_texts(type) == sequences::takes_texts(shown))
            throw InputError(fmt::format("the rows of {} have texts, which are categories to one of the metrics and no "
                                         "coordinates to the other: name the file and the metric of the second matrix",
                                         rows.name));
        throw InputError(
            fmt::format("edit distances compare texts, and other metrics compare numbers, so the rows of {} "
                        "cannot have both: choose another file",
                        rows.name));
    }
    if (const std::string reason = why_not_asked(rows, type); !reason.empty()) throw InputError(reason);
    Question question{.workload = type.id};
    question.parameters = usual_parameters(type);
    question.first = as_needed_by(type, now.question.first);
    if (!question.first->why_unprepared.empty()) throw InputError(question.first->why_unprepared);
    return question;
}

std::int64_t steps_to_count(const RelatedSets& sets) {
    return sets.first.first->rows + sets.second.first->rows + usual_test.permutations;
}

std::shared_ptr<const TwoMatrices> join_matrices(const JoinAsked& asked, const RunControl& control) {
    const RelatedSets& sets = asked.sets;
    const MatrixOrder* const order = asked.order;
    const Dataset &first = *sets.first.first, &second = *sets.second.first;
    auto two = std::make_shared<TwoMatrices>();
    two->sets = sets;
    two->remarks = asked.remarks;
    two->items = joined_items(sets, asked.is_one_file);
    if (order != nullptr)
        sort_items(two->items, [&](std::int32_t row) { return order->row_places[std::size_t(row)]; });
    else
        sort_items(two->items, [](std::int32_t row) { return row; });

    const auto count = std::ssize(two->items.first);
    cpu::require_memory("two matrices and their difference", 3 * 4 * count * count, cpu::free_memory());
    std::array<std::optional<seriation::MeasuredSet>, 2> measured;
    if (has_one_distance_per_pair(first)) measured[0] = measured_side(sets.first, control);
    if (has_one_distance_per_pair(second)) measured[1] = measured_side(sets.second, control);
    if (control.stop.stop_requested()) return nullptr;

    Engine engine{Device{}};
    for (ItemMatrix& matrix : two->matrices) matrix.entries = engine.allocate(MatrixShape{count, count});
    auto& [one, other, difference] = two->matrices;
    fill(one.entries, Entries(sets.first, measured[0] ? &*measured[0] : nullptr), two->items.first, control.stop);
    fill(other.entries, Entries(sets.second, measured[1] ? &*measured[1] : nullptr), two->items.second, control.stop);
    subtract(one.entries, other.entries, difference.entries);
    for (ItemMatrix& matrix : two->matrices) {
        if (control.stop.stop_requested()) return nullptr;
        look_over(matrix, engine, {.stop = control.stop});
    }
    return two;
}

std::shared_ptr<const TwoMatrices> tested(const TwoMatrices& two, const RunControl& control) {
    auto tested = std::make_shared<TwoMatrices>(two);
    tested->is_tested = true;
    association::CommonItems items = two.items;
    // In the order of the file, as the terminal tests them: random orders depend on it.
    sort_items(items, [&](std::int32_t row) { return id_of_row(*two.sets.first.first, row); });
    try {
        const MeasuredSides measured{.first = measured_side(two.sets.first, control),
                                     .second = measured_side(two.sets.second, control)};
        tested->relation = relation_of_items(two.sets, std::move(items), measured, usual_test, control);
    } catch (const InputError& error) {
        tested->why_no_relation = error.what();
    }
    if (control.stop.stop_requested()) return nullptr;
    return tested;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_preparation.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/prepared/column_preparation.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/prepared/prepared_sets.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace pairscope::scale {
namespace {

using SetsInSlabs = std::span<SlabReader* const>;
constexpr std::int64_t coordinates_at_once = std::int64_t{1} << 16; ///< in a part of a file that is looked through

bool is_done_row_by_row(const WorkloadType& type) {
    return type.prepare == subtract_row_means || type.prepare == divide_by_row_sums ||
           type.prepare == take_roots_of_shares;
}
bool is_of_columns(const WorkloadType& type) {
    return type.prepare == divide_by_deviations || type.prepare == whiten || type.prepare == bring_near_zero;
}
/// Lists compare the numbers in double precision, where equal ones are the same category without another number.
bool is_of_categories(const WorkloadType& type) {
    return type.prepare == number_categories || type.prepare == number_categories_of_sets;
}

/// Calls `use` with all rows of the sets in their order, some rows at a time.
template <class Use> void for_rows_of(SetsInSlabs sets, const Use& use) {
    for (const SlabReader* set : sets) {
        const std::int64_t step = std::max<std::int64_t>(1, coordinates_at_once / set->file().cols());
        for (std::int64_t first = 0; first < set->rows(); first += step) {
            set->file().read_ahead(first + step, step);
            use(set->read(first, std::min(step, set->rows() - first)).set);
        }
    }
}

std::vector<double> whole_numbers_of(const Dataset& set) {
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(set.rows * set.dims));
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t k = 0; k < set.dims; ++k) numbers.push_back(whole_coordinate(set, row, k));
    return numbers;
}

/// Calls `use` with each row of the sets, in their order.
template <class Use> void for_each_row(SetsInSlabs sets, const Use& use) {
    for_rows_of(sets, [&](const Dataset& some) {
        const std::vector<double> numbers = whole_numbers_of(some);
        const auto length = static_cast<std::size_t>(some.dims);
        for (std::size_t at = 0; at < numbers.size(); at += length) use(std::span(numbers).subspan(at, length));
    });
}

/// How many whole columns of all sets fit at once, with one more that is sorted.
std::int64_t whole_columns_at_once(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    constexpr std::int64_t of_part = coordinates_at_once * (SlabReader::bytes_while_read + 8), rooms = 1;
    std::int64_t bytes = 0;
    for (const SlabReader* set : sets) bytes += static_cast<std::int64_t>(sizeof(double)) * set->rows();
    const std::int64_t fit = (memory - of_part) / bytes - rooms;
    if (fit >= 1) return fit;
    throw InputError(fmt::format("the {} looks at whole columns, and there is no room for one of {}: give {} more with "
                                 "--memory",
                                 metric_title_of(type), sets.front()->file().name(),
                                 bytes_in_words(static_cast<double>((rooms + 1) * bytes + of_part - memory))));
}

/// Calls `use` with the numbers of each column in all sets, in the order of the columns.
template <class Use>
void for_whole_columns(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory, const Use& use) {
    const std::int64_t dims = sets.front()->dims(), at_once = whole_columns_at_once(type, sets, memory);
    for (std::int64_t first = 0; first < dims; first += at_once) {
        std::vector<std::vector<double>> columns(static_cast<std::size_t>(std::min(at_once, dims - first)));
        std::int64_t rows = 0;
        for (const SlabReader* set : sets) rows += set->rows();
        for (auto& column : columns) column.reserve(static_cast<std::size_t>(rows));
        for_rows_of(sets, [&](const Dataset& some) {
            for (std::int64_t row = 0; row < some.rows; ++row)
                for (std::size_t i = 0; i < columns.size(); ++i)
                    columns[i].push_back(whole_coordinate(some, row, first + static_cast<std::int64_t>(i)));
        });
        for (const auto& column : columns) use(std::span<const double>(column));
    }
}

void refuse_rows(const WorkloadType& type, SetsInSlabs sets, std::string_view why) {
    if (why.empty()) return;
    throw InputError(fmt::format("cannot compare the rows of {} by the {}: {}", sets.front()->file().name(),
                                 metric_title_of(type), why));
}

/// Changes the numbers of all rows of a slab. The set as it was loaded is not kept: only whether it was prepared counts
/// for the distances.
template <class Change> void change_rows_of(Dataset& set, const Change& change) {
    std::vector<double> numbers = whole_numbers_of(set);
    change(std::span<double>(numbers));
    set_prepared_numbers(set, numbers);
    set.original = std::make_shared<const Dataset>();
}

/// Changes the rows of a slab one after the other.
template <class Change> auto changing_each_row(Change change) {
    return [change = std::move(change)](Dataset& set) {
        const auto length = static_cast<std::size_t>(set.dims);
        change_rows_of(set, [&](std::span<double> numbers) {
            for (std::size_t at = 0; at < numbers.size(); at += length) change(numbers.subspan(at, length));
        });
    };
}

std::vector<ColumnFigures> column_figures(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    std::vector<ColumnFigures> columns;
    for_whole_columns(type, sets, memory,
                      [&](std::span<const double> numbers) { columns.push_back(figures_of_column(numbers)); });
    return columns;
}

/// How all rows are prepared, and a note on their columns.
struct PreparedColumns {
    SlabForm::Prepare prepare{};
    std::string note{};
};

PreparedColumns standardising(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    auto columns = std::make_shared<const std::vector<ColumnFigures>>(column_figures(type, sets, memory));
    refuse_rows(type, sets, why_not_standardised(*columns));
    std::string note = note_on_constant(*columns);
    return {.prepare = changing_each_row([columns](std::span<double> row) {
                for (std::size_t k = 0; k < row.size(); ++k) row[k] = standardised(row[k], (*columns)[k]);
            }),
            .note = std::move(note)};
}

SlabForm::Prepare whitening(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    const auto found = std::make_shared<Whitening>(column_figures(type, sets, memory));
    refuse_rows(type, sets, found->why_not());
    for_each_row(sets, [&](std::span<const double> row) { found->add_to_means(row); });
    for_each_row(sets, [&](std::span<const double> row) { found->add_to_products(row); });
    refuse_rows(type, sets, found->finish());
    return changing_each_row(
        [whitening = std::shared_ptr<const Whitening>(found)](std::span<double> row) { whitening->change(row); });
}

SlabForm::Prepare bringing_near_zero(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    std::vector<double> subtracted;
    for_whole_columns(type, sets, memory,
                      [&](std::span<const double> numbers) { subtracted.push_back(subtracted_from_column(numbers)); });
    return changing_each_row([subtracted = std::move(subtracted)](std::span<double> row) {
        for (std::size_t k = 0; k < row.size(); ++k)
            if (subtracted[k] != 0.0) row[k] -= subtracted[k];
    });
}

PreparedColumns of_columns(const WorkloadType& type, SetsInSlabs sets, std::int64_t memory) {
    if (type.prepare == whiten) return {.prepare = whitening(type, sets, memory)};
    if (type.prepare == bring_near_zero) return {.prepare = bringing_near_zero(type, sets, memory)};
    return standardising(type, sets, memory);
}

SlabForm::Prepare row_by_row(const WorkloadType& type) {
    return [prepare = type.prepare](Dataset& set) {
        change_rows_of(set, [&](std::span<double> numbers) { std::ignore = prepare(numbers, set.dims); });
    };
}

/// An infinite number is a category like others of whole sets, and keeps a row from having distances here.
SlabForm::Prepare refusing_infinite_categories(const SlabReader& reader) {
    return [&reader](Dataset& set) {
        const auto* const values = std::get_if<std::vector<float>>(&set.values);
        if (values != nullptr && std::ranges::any_of(*values, [](float x) { return std::isinf(x); }))
            reader.file().refuse("it has an infinite number, which would be a category: replace it, or leave --memory "
                                 "out");
    };
}

/// Whatever as_needed_by() does to a set without looking at other rows.
SlabForm::Prepare as_needed(const WorkloadType& type) {
    return [&type](Dataset& set) {
        const auto loaded = std::make_shared<Dataset>(std::move(set));
        const std::shared_ptr<const Dataset> needed = as_needed_by(type, loaded);
        set = needed == loaded ? std::move(*loaded) : *needed;
        set.original.reset();
        set.note.clear();
    };
}

/// Which coordinate is the latitude, as as_needed_by() decides it of a whole set without telling names.
SlabForm::Prepare as_places(SlabReader* reader, const std::vector<std::string>& axes) {
    if (!reader->form().scales.empty())
        reader->file().refuse("great-circle distances need longitude and latitude in degrees: leave standardising out");
    std::array<ImpossiblePlaces, 2> by_latitude; // by the coordinate that is taken for the latitude
    for_rows_of({&reader, 1}, [&](const Dataset& some) {
        for (const std::size_t latitude : {0u, 1u}) {
            ImpossiblePlaces& all = by_latitude[latitude];
            const ImpossiblePlaces found = impossible_places(some, latitude);
            if (all.count == 0 && found.count > 0) all.first = all.looked_at + found.first;
            all.count += found.count;
            all.looked_at += found.looked_at;
        }
    });
    const std::size_t latitude = by_latitude[0].count < by_latitude[1].count ? 0 : 1;
    const ImpossiblePlaces& impossible = by_latitude[latitude];
    if (impossible.are_many())
        throw InputError(fmt::format(
            "cannot use {} as places: in {} of {} the latitude is not between -90 and 90, or the longitude is not "
            "between -360 and 360. The first such row is {}; give a file with longitude and latitude in degrees",
            reader->file().name(), grouped(impossible.count), counted(reader->rows(), "row"),
            grouped(impossible.first)));
    std::optional<LatitudeAxis> axis;
    if (latitude == 0) axis = LatitudeAxis{.axis = 0, .by_ranges = true};
    return [axis, axes](Dataset& set) {
        set.axes = axes;
        set.latitude_axis = axis;
    };
}

} // namespace

std::string_view why_not_in_slabs(const WorkloadType& type) {
    if (type.inputs.takes_distances) return "shows distances that are given, and a file of them is read as a whole";
    if (counts_coordinates(type.inputs)) return "compares two long vectors, which are read as a whole";
    if (type.prepare == nullptr || is_done_row_by_row(type) || is_of_columns(type) || is_of_categories(type)) return {};
    return "compares sequences, whose ends are found in whole sets";
}

std::string prepare_slabs(const WorkloadType& type, SetsInSlabs sets, const std::vector<std::string>& axes,
                          std::int64_t memory) {
    PreparedColumns of_all;
    if (is_of_columns(type))
        of_all = of_columns(type, sets, memory);
    else if (is_done_row_by_row(type))
        of_all.prepare = row_by_row(type);
    for (SlabReader* const set : sets) {
        if (of_all.prepare)
            set->prepare_by(of_all.prepare);
        else if (is_of_categories(type))
            set->prepare_by(refusing_infinite_categories(*set));
        else if (type.metric == Metric::great_circle)
            set->prepare_by(as_places(set, axes));
        else if (is_seen_from_zero(type.metric) || type.metric == Metric::own)
            set->prepare_by(as_needed(type));
    }
    return of_all.note;
}

std::string_view which_rows_have_none(const WorkloadType& type) {
    if (type.prepare == subtract_row_means) return "all of its numbers are equal, or one is missing or infinite";
    if (type.prepare == divide_by_row_sums || type.prepare == take_roots_of_shares)
        return "a number is negative, missing or infinite, or all of them are 0";
    return {};
}

} // namespace pairscope::scale

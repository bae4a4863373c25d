// SPDX-License-Identifier: MIT
#include "kernels/data/vectors.h"

#include "kernels/data/columns/column_doubts.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/matched_columns.h"
#include "kernels/data/columns/standardise.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/idx.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/readers.h"
#include "kernels/data/rounding.h"
#include "kernels/data/squares.h"
#include "kernels/data/table.h"
#include "kernels/data/table_vectors.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

namespace pairscope {
namespace {

void refuse_if_short(const ByteSource& source, const NpyHeader& header) {
    const auto bytes = source.size();
    if (!bytes || *bytes == 0 || *bytes >= header.data_bytes()) return;
    source.refuse(fmt::format("its header promises {} bytes of numbers ({} x {}, {}), but the whole file has only {}; "
                              "copy the file again, or save the array again",
                              grouped(header.data_bytes()), grouped(header.rows), grouped(header.cols), header.type,
                              grouped(*bytes)));
}

/// The number of a row and a column, as the file has it.
std::function<double(std::int64_t, std::int64_t)> numbers_of(const ReadVectors& read) {
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&read.set.values))
        return [bytes, dims = read.set.dims](std::int64_t row, std::int64_t k) {
            return static_cast<double>((*bytes)[static_cast<std::size_t>(row * dims + k)]);
        };
    return [&read](std::int64_t row, std::int64_t k) { return read.numbers.at(row, k); };
}

ReadVectors from_array(ByteSource& source, const std::string& name, const InputRule& rule,
                       const VectorRequest& request) {
    const NpyHeader header = read_npy_header(source, NpyShape::vectors);
    refuse_if_short(source, header); // a damaged header may promise anything
    const bool by_column = are_columns_vectors(header.rows, header.cols, rule);
    const std::int64_t vectors = by_column ? header.cols : header.rows, dims = by_column ? header.rows : header.cols;
    require_dims(name, rule, dims);
    ReadVectors read{.set = {.name = name, .rows = kept(vectors, rule, request.most_rows), .dims = dims}};
    Dataset& data = read.set;
    VectorFiller filler(rule.element, by_column ? vectors : data.rows, data.dims, request.digits);
    const auto keep = [&](std::int64_t row, std::int64_t col, double value) {
        const std::string wrong = by_column ? filler.take(col, row, value) : filler.take(row, col, value);
        if (!wrong.empty()) source.refuse(fmt::format("{} has {}", place_in_words(row, col), wrong));
    };
    const RoundedWholes rounded = read_npy_items(source, header, by_column ? dims : data.rows, keep);
    filler.finish(data, read.numbers);
    read.small = filler.small();
    read.numbers.keep_first_rows(data.rows); // a file by columns has all of them at once
    if (auto* bytes = std::get_if<std::vector<std::uint8_t>>(&data.values))
        bytes->resize(static_cast<std::size_t>(data.rows * data.dims));
    if (!by_column) note_rows(data, header.rows);
    if (const std::string note = note_on(rounded); !note.empty()) add_note(data, note);
    if (const std::string note = note_on_dimensions(header); !note.empty()) add_note(data, note);
    if (!by_column && !counts_coordinates(rule) && data.rows > 0)
        if (const std::string note = note_on_array(data.rows, data.dims, numbers_of(read)); !note.empty())
            add_note(data, note);
    return read;
}

/// The labels that lie beside the pictures, one for each row; a note where there are fewer.
void read_labels(Dataset& data, const std::filesystem::path& path, const std::stop_token& stop) {
    ByteSource source(path, stop);
    const IdxHeader header = read_idx_header(source);
    if (header.cols() != 1) {
        add_note(data,
                 fmt::format("the labels in {} are left out, because they are {} x {} numbers, and each row takes "
                             "one",
                             shown(path.filename()), grouped(header.rows()), grouped(header.cols())));
        return;
    }
    if (header.rows() < data.rows) {
        data.note += fmt::format("{}the labels in {} are left out, because there are {} for {} rows",
                                 data.note.empty() ? "" : "; ", shown(path.filename()), grouped(header.rows()),
                                 grouped(data.rows));
        return;
    }
    read_idx_items(source, header, data.rows, [&](std::int64_t, std::int64_t, double value) {
        data.labels.push_back(fmt::format("{}", value)); // class 1000001 keeps its digits
    });
}

/// Damaged labels are no reason to refuse the pictures.
void add_labels(Dataset& data, const std::filesystem::path& path, const std::stop_token& stop) {
    if (path.empty()) return;
    try {
        read_labels(data, path, stop);
    } catch (const InputError& error) {
        if (stop.stop_requested()) throw;
        data.labels.clear();
        add_note(data, fmt::format("its labels are left out, because they cannot be read: {}", error.what()));
    }
}

ReadVectors from_idx(ByteSource& source, const std::filesystem::path& path, const InputRule& rule,
                     std::int64_t most_rows, std::stop_token stop) {
    const IdxHeader header = read_idx_header(source);
    const std::string name = shown(path.filename());
    require_dims(name, rule, header.cols());
    ReadVectors read{.set = {.name = name, .rows = kept(header.rows(), rule, most_rows), .dims = header.cols()}};
    Dataset& data = read.set;
    VectorFiller filler(rule.element, data.rows, data.dims, Digits::all);
    read_idx_items(source, header, data.rows, [&](std::int64_t row, std::int64_t col, double value) {
        if (const std::string wrong = filler.take(row, col, value); !wrong.empty())
            source.refuse(fmt::format("row {}, coordinate {} (counted from 0) has {}", grouped(row), col, wrong));
    });
    filler.finish(data, read.numbers);
    if (header.extent.size() == 3) data.picture_width = header.extent.back();
    note_rows(data, header.rows());
    add_labels(data, labels_beside(path), stop);
    return read;
}

/// Says how many vectors have a coordinate that is not finite (their rows of a matrix are not, either), and what
/// float32 does to them. Vectors that are scaled to length 1 afterwards have no large differences.
void add_notes(Dataset& data, const RoundingLoss& loss, const InputRule& rule) {
    const auto* values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr) return;
    std::int64_t odd = 0;
    for (auto row = values->begin(); row != values->end(); row += data.dims)
        odd += std::all_of(row, row + data.dims, [](float value) { return std::isfinite(value); }) ? 0 : 1;
    if (odd > 0)
        add_note(data, fmt::format("{} {} a coordinate that is missing, nan or infinite", counted(odd, "vector"),
                                   odd == 1 ? "has" : "have"));
    if (rule.unit_length) return;
    if (const std::string note = note_on(square_limits(data)); !note.empty()) add_note(data, note);
    const bool are_listed = !counts_coordinates(rule);
    if (const std::string note = note_on(loss, "vector", are_listed); !note.empty()) add_note(data, note);
    if (!are_listed) data.low.clear(); // nobody reads them
}

void standardise_if_asked(ReadVectors& read, const VectorRequest& request) {
    if (!request.columns.standardise) return;
    const bool has_first = request.first != nullptr && !request.first->scales.empty();
    const ScaledBy by =
        has_first
            ? ScaledBy{.file = request.first->name, .rows = request.first->rows}
            : ScaledBy{.file = read.set.name, .rows = read.set.rows, .incomplete = count_incomplete(read.numbers)};
    standardise(read, request);
    read.set.unit = standardised_unit;
    add_note(read.set, note_of_standardising(read.set.scales, read.set.axes, by));
}

/// A vector that is the only one of its set has no column: its coordinates are compared with one other number each. The
/// coordinates of pictures are drawn as they are.
std::vector<ColumnOrigin> origins_of(std::span<const FileNumbers* const> sets, const Dataset& first,
                                     const InputRule& rule, const VectorRequest& request) {
    const bool may_shift = request.may_shift && !rule.unit_length && !counts_coordinates(rule);
    if (!may_shift || first.picture_width > 0) return {};
    return origins_for(sets);
}

void take_numbers(ReadVectors& read, std::span<const ColumnOrigin> origins) {
    if (read.numbers.dims() == 0) return; // bytes
    const SmallNumbers small = set_coordinates(read.set, std::move(read.numbers), origins);
    if (read.small.count == 0) read.small = small;
}

/// Notes the numbers that are too near to 0 for float32. Throws InputError where no others are compared.
void note_small(ReadVectors& read, const Dataset* across) {
    const SmallNumbers& small = read.small;
    if (small.count == 0) return;
    const std::string row = read.rows_of != nullptr ? row_in_words(*read.rows_of, small.row)
                                                    : fmt::format("row {} (counted from 0)", grouped(small.row));
    const std::string place = place_of(small, read.set.axes, row);
    if ((small.do_vary || across != nullptr) && widest_difference(read.set, across) < least_whole)
        throw InputError(fmt::format("cannot use {}: {}", read.set.name, why_all_small(small, place)));
    add_note(read.set, note_on(small, place));
}

/// Two sets share their origins and columns, so the first one's notes are enough.
void note_columns(Dataset& data, std::span<const ColumnOrigin> origins) {
    if (const std::string note = note_on_origin(origins, data.axes); !note.empty()) add_note(data, note);
    if (!data.scales.empty()) return;
    if (const std::string note = note_on_units(data.axes); !note.empty()) add_note(data, note);
}

/// Only columns of a text table have names.
void require_no_names(const std::string& name, const VectorRequest& request) {
    if (request.columns.names.empty()) return;
    throw InputError(fmt::format("cannot take column {} of {}: only the columns of a text table have names; leave the "
                                 "columns out, or save the array as CSV with a header",
                                 excerpt(request.columns.names.front()), name));
}

} // namespace

ReadVectors read_vectors(const InputFile& file, const InputRule& rule, const VectorRequest& request,
                         std::stop_token stop) {
    const std::string name = shown(file.path.filename());
    require_standardisable(name, rule, request);
    if (!file.is(FileFormat::text)) { // whose table is read below
        ByteSource source(file.path, stop);
        const FileFormat format = begin_reading(source, file);
        const bool is_array = format == FileFormat::npy || format == FileFormat::npz;
        const bool is_pictures = format == FileFormat::idx;
        if (is_pictures && !request.label.empty())
            throw InputError(fmt::format("cannot take labels of column {} in {}: it has no columns with names, and its "
                                         "labels lie beside it in a file of their own; leave the label out",
                                         excerpt(request.label), name));
        if (is_array || is_pictures) require_no_names(name, request);
        if (is_pictures || (is_array && request.label.empty())) {
            ReadVectors read = is_array ? from_array(source, name, rule, request)
                                        : from_idx(source, file.path, rule, request.most_rows, stop);
            if (request.first != nullptr)
                if (const std::string note =
                        matched_columns({.file = request.first->name, .names = request.first->axes}, {.file = name})
                            .note;
                    !note.empty())
                    add_note(read.set, note);
            standardise_if_asked(read, request);
            return read;
        }
    }
    auto table = std::make_shared<const Table>(load_table(file, stop, {.least = 1}));
    ReadVectors read = read_vectors(*table, rule, request);
    if (!read.table) read.table = std::move(table);
    return read;
}

ReadVectors read_vectors(const Table& table, const InputRule& rule, const VectorRequest& request) {
    require_standardisable(table.name, rule, request);
    ReadVectors read = vectors_in(table, rule, request);
    standardise_if_asked(read, request);
    return read;
}

Dataset finished(ReadVectors read, const InputRule& rule, const VectorRequest& request) {
    const FileNumbers* const one = &read.numbers;
    const std::vector<ColumnOrigin> origins = origins_of({&one, 1}, read.set, rule, request);
    take_numbers(read, origins);
    note_columns(read.set, origins);
    note_small(read, nullptr);
    add_notes(read.set, rounding_loss(read.set, read.set), rule);
    return std::move(read.set);
}

TwoSets finished(ReadVectors first, ReadVectors second, const InputRule& rule, const VectorRequest& request) {
    const std::array<const FileNumbers*, 2> both{&first.numbers, &second.numbers};
    const std::vector<ColumnOrigin> origins = origins_of(both, first.set, rule, request);
    take_numbers(first, origins);
    take_numbers(second, origins);
    note_columns(first.set, origins);
    note_small(first, &second.set);
    note_small(second, &first.set);
    const RoundingLoss of_first = rounding_loss(first.set, second.set),
                       of_second = rounding_loss(second.set, first.set);
    add_notes(first.set, of_first, rule);
    add_notes(second.set, of_second, rule);
    return {std::move(first.set), std::move(second.set)};
}

Dataset load_vectors(const InputFile& file, const InputRule& rule, const VectorRequest& request, std::stop_token stop) {
    return finished(read_vectors(file, rule, request, std::move(stop)), rule, request);
}

Dataset load_vectors(const InputFile& file, const InputRule& rule, std::int64_t most_rows, std::stop_token stop) {
    return load_vectors(file, rule, VectorRequest{.most_rows = most_rows}, std::move(stop));
}

std::string why_not_asked(const Dataset& data, const WorkloadType& type) {
    if (!data.why_unprepared.empty())
        return fmt::format("cannot compare the rows of {} by the {}: {}", data.name, metric_title_of(type),
                           data.why_unprepared);
    if (type.metric == Metric::great_circle && !data.scales.empty())
        return fmt::format("{} needs longitude and latitude in degrees, and the columns of {} were standardised; leave "
                           "standardising out",
                           type.id, data.name);
    if (type.inputs.texts != TextColumns::left_out && !data.scales.empty())
        return fmt::format(
            "{} compares categories, of which 0 stands for none, and the columns of {} were standardised; "
            "leave standardising out",
            type.id, data.name);
    if (type.metric == Metric::great_circle)
        if (std::string reason = why_no_places(data); !reason.empty()) return reason;
    const auto* values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr || type.output == OutputKind::matrix) return {};
    const auto odd = std::ranges::find_if_not(*values, [](float value) { return std::isfinite(value); });
    if (odd == values->end()) return {};
    const std::int64_t at = odd - values->begin(), row = at / data.dims;
    const std::int64_t in_file = data.source_rows.empty() ? row : data.source_rows[static_cast<std::size_t>(row)];
    return fmt::format("{} takes finite numbers only, and coordinate {} in row {} (counted from 0) of {} is {}; {}",
                       type.id, at % data.dims, grouped(in_file), data.name,
                       std::isnan(*odd) ? "missing or nan" : "infinite",
                       counts_coordinates(type.inputs) ? "replace that number" : "leave that row out");
}

} // namespace pairscope

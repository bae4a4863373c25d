// SPDX-License-Identifier: MIT
#include "kernels/core/vectors.h"

#include "kernels/core/byte_source.h"
#include "kernels/core/errors.h"
#include "kernels/core/globe.h"
#include "kernels/core/idx.h"
#include "kernels/core/npy.h"
#include "kernels/core/readable.h"
#include "kernels/core/squares.h"
#include "kernels/core/standardise.h"
#include "kernels/core/table.h"
#include "kernels/core/table_vectors.h"
#include "kernels/core/text.h"
#include "kernels/core/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

Dataset from_array(ByteSource& source, const std::string& name, const InputRule& rule, std::int64_t most_rows) {
    const NpyHeader header = read_npy_header(source, NpyShape::vectors);
    refuse_if_short(source, header); // a damaged header may promise anything
    const bool by_column = are_columns_vectors(header.rows, header.cols, rule);
    const std::int64_t vectors = by_column ? header.cols : header.rows, dims = by_column ? header.rows : header.cols;
    require_dims(name, rule, dims);
    Dataset data{.name = name, .rows = kept(vectors, rule, most_rows), .dims = dims};
    VectorFiller filler(rule.element, by_column ? vectors : data.rows, data.dims);
    read_npy_items(source, header, by_column ? dims : data.rows, [&](std::int64_t row, std::int64_t col, double value) {
        const std::string wrong = by_column ? filler.take(col, row, value) : filler.take(row, col, value);
        if (!wrong.empty()) source.refuse(fmt::format("{} has {}", place_in_words(row, col), wrong));
    });
    filler.finish(data);
    if (by_column && data.rows < vectors) return first_rows(data, data.rows);
    if (!by_column) note_rows(data, header.rows);
    return data;
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
        data.labels.push_back(fmt::format("{:g}", value));
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

Dataset from_idx(ByteSource& source, const std::filesystem::path& path, const InputRule& rule, std::int64_t most_rows,
                 std::stop_token stop) {
    const IdxHeader header = read_idx_header(source);
    const std::string name = shown(path.filename());
    require_dims(name, rule, header.cols());
    Dataset data{.name = name, .rows = kept(header.rows(), rule, most_rows), .dims = header.cols()};
    VectorFiller filler(rule.element, data.rows, data.dims);
    read_idx_items(source, header, data.rows, [&](std::int64_t row, std::int64_t col, double value) {
        if (const std::string wrong = filler.take(row, col, value); !wrong.empty())
            source.refuse(fmt::format("row {}, coordinate {} (counted from 0) has {}", grouped(row), col, wrong));
    });
    filler.finish(data);
    if (header.extent.size() == 3) data.picture_width = header.extent.back();
    note_rows(data, header.rows());
    add_labels(data, labels_beside(path), stop);
    return data;
}

/// Says how many vectors have a coordinate that is not finite (their rows of a matrix are not, either), and what
/// standardising did. Vectors that are scaled to length 1 afterwards have no large differences.
Dataset with_notes(Dataset data, const InputRule& rule) {
    const auto* values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr) return data;
    std::int64_t odd = 0;
    for (auto row = values->begin(); row != values->end(); row += data.dims)
        odd += std::all_of(row, row + data.dims, [](float value) { return std::isfinite(value); }) ? 0 : 1;
    if (odd > 0)
        add_note(data, fmt::format("{} {} a coordinate that is missing, nan or infinite", counted(odd, "vector"),
                                   odd == 1 ? "has" : "have"));
    if (!rule.unit_length)
        if (const std::string note = note_on(square_limits(data)); !note.empty()) add_note(data, note);
    if (data.scales.empty()) return data;
    data.unit = standardised_unit;
    add_note(data, note_of_standardising(data.scales, data.axes));
    return data;
}

Dataset finished(Dataset data, const InputRule& rule, const VectorRequest& request) {
    if (request.columns.standardise && data.scales.empty()) data = standardised(std::move(data), request);
    return with_notes(std::move(data), rule);
}

/// Only columns of a text table have names.
void require_no_names(const std::string& name, const VectorRequest& request) {
    if (request.columns.names.empty()) return;
    throw InputError(fmt::format("cannot take column {} of {}: only the columns of a text table have names; leave the "
                                 "columns out, or save the array as CSV with a header",
                                 excerpt(request.columns.names.front()), name));
}

template <class T> std::vector<T> part(const std::vector<T>& all, std::int64_t first, std::int64_t last) {
    if (all.empty()) return {};
    return {all.begin() + first, all.begin() + last};
}

Dataset rows_between(const Dataset& data, std::int64_t first, std::int64_t last) {
    Dataset found = data;
    found.rows = last - first;
    found.labels = part(data.labels, first, last);
    found.source_rows = part(data.source_rows, first, last);
    std::visit([&](const auto& all) { found.values = part(all, first * data.dims, last * data.dims); }, data.values);
    return found;
}

} // namespace

Dataset load_vectors(const std::filesystem::path& path, const InputRule& rule, const VectorRequest& request,
                     std::stop_token stop) {
    const std::string name = shown(path.filename());
    require_standardisable(name, rule, request);
    {
        ByteSource source(path, stop);
        const bool is_array = source.peek(npy_magic.size()) == npy_magic;
        const bool is_pictures = !is_array && (is_named_idx(path) || is_idx(source.peek(idx_magic_bytes)));
        if (is_array || is_pictures) require_no_names(name, request);
        if (is_array) return finished(from_array(source, name, rule, request.most_rows), rule, request);
        if (is_pictures) return finished(from_idx(source, path, rule, request.most_rows, stop), rule, request);
    }
    return vectors_of(load_table(path, stop, {.least = 1}), rule, request);
}

Dataset vectors_of(const Table& table, const InputRule& rule, const VectorRequest& request) {
    require_standardisable(table.name, rule, request);
    return finished(vectors_in(table, rule, request), rule, request);
}

Dataset load_vectors(const std::filesystem::path& path, const InputRule& rule, std::int64_t most_rows,
                     std::stop_token stop) {
    return load_vectors(path, rule, VectorRequest{.most_rows = most_rows}, std::move(stop));
}

Dataset first_rows(const Dataset& data, std::int64_t rows) {
    const Dataset part = rows_between(data, 0, std::min(rows, data.rows));
    return data.holds_distances ? first_coordinates(part, part.rows) : part;
}

Dataset first_coordinates(const Dataset& data, std::int64_t dims) {
    if (dims >= data.dims) return data;
    Dataset part = data;
    part.dims = dims;
    if (part.picture_width > dims) part.picture_width = 0; // not one whole row of pixels is left
    if (!part.axes.empty()) part.axes.resize(static_cast<std::size_t>(dims));
    if (!part.origin.empty()) part.origin.resize(static_cast<std::size_t>(dims));
    if (!part.scales.empty()) part.scales.resize(static_cast<std::size_t>(dims));
    std::visit(
        [&](auto& values) {
            for (std::int64_t row = 1; row < data.rows; ++row)
                std::copy_n(values.begin() + row * data.dims, dims, values.begin() + row * dims);
            values.resize(static_cast<std::size_t>(data.rows * dims));
        },
        part.values);
    return part;
}

Dataset with_unit_length(Dataset data) {
    constexpr double nearly = 1e-6; // rounded coordinates of a scaled vector do not bring its length farther from 1
    auto& values = std::get<std::vector<float>>(data.values);
    std::int64_t scaled = 0, zeros = 0;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const std::span vector(values.data() + row * data.dims, static_cast<std::size_t>(data.dims));
        double square = 0.0;
        for (const float x : vector) square += double{x} * double{x};
        const double length = std::sqrt(square);
        zeros += length == 0.0 ? 1 : 0;
        if (!std::isfinite(length) || length == 0.0 || std::abs(length - 1.0) < nearly) continue;
        for (float& x : vector) x = static_cast<float>(double{x} / length);
        ++scaled;
    }
    if (scaled > 0)
        data.note += fmt::format("{}{} {} scaled to length 1", data.note.empty() ? "" : "; ", counted(scaled, "vector"),
                                 scaled == 1 ? "was" : "were");
    if (zeros == 0) return data;
    const std::string note = fmt::format("{} of zeros {} length 0, which cannot be scaled to 1",
                                         counted(zeros, "vector"), zeros == 1 ? "keeps" : "keep");
    if (data.note.find(note) == std::string::npos) add_note(data, note); // it may have been scaled before
    return data;
}

std::string why_not_asked(const Dataset& data, const WorkloadType& type) {
    if (type.metric == Metric::great_circle && !data.scales.empty())
        return fmt::format("{} needs longitude and latitude in degrees, and the columns of {} were standardised; leave "
                           "standardising out",
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

SplitSet split(const Dataset& data, std::int64_t rows) {
    if (data.rows < 2)
        throw InputError(
            fmt::format("cannot split {} into two sets: it has only 1 vector; give a second file", data.name));
    if (rows < 1 || rows >= data.rows)
        throw InputError(fmt::format("cannot split {}, which has {} rows, after the first {}: choose from 1 to {}",
                                     data.name, grouped(data.rows), grouped(rows), grouped(data.rows - 1)));
    return {rows_between(data, 0, rows), rows_between(data, rows, data.rows)};
}

} // namespace pairscope

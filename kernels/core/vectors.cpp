// SPDX-License-Identifier: MIT
#include "kernels/core/vectors.h"

#include "kernels/core/byte_source.h"
#include "kernels/core/column_roles.h"
#include "kernels/core/errors.h"
#include "kernels/core/idx.h"
#include "kernels/core/npy.h"
#include "kernels/core/readable.h"
#include "kernels/core/squares.h"
#include "kernels/core/table.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace pairscope {
namespace {

/// Takes values of vectors whose number is known, one after the other in any order.
class Filler {
public:
    Filler(Element element, std::int64_t rows, std::int64_t dims) : dims_(dims) {
        const auto count = static_cast<std::size_t>(rows * dims);
        if (element == Element::float32)
            values_ = std::vector<float>(count);
        else
            values_ = std::vector<std::uint8_t>(count);
    }
    /// Empty if it was taken, else what is wrong with the value.
    [[nodiscard]] std::string take(std::int64_t row, std::int64_t col, double value) {
        const auto at = static_cast<std::size_t>(row * dims_ + col);
        if (auto* floats = std::get_if<std::vector<float>>(&values_)) {
            (*floats)[at] = static_cast<float>(value);
            if (std::isinf((*floats)[at]) && !std::isinf(value))
                return fmt::format("{:g}, beyond the 3.4e38 that float32 can hold; scale the numbers down", value);
            return {};
        }
        if (std::isnan(value)) // some of them have a sign, which says nothing to a person
            return "no number (nan), but this workload takes bytes: whole numbers from 0 to 255; leave that row out";
        if (!(value >= 0.0 && value <= 255.0 && value == std::floor(value)))
            return fmt::format("{:g}, but this workload takes bytes: whole numbers from 0 to 255; scale and round the "
                               "numbers to that range",
                               value);
        std::get<std::vector<std::uint8_t>>(values_)[at] = static_cast<std::uint8_t>(value);
        return {};
    }
    [[nodiscard]] Values values() { return std::move(values_); }

private:
    std::int64_t dims_;
    Values values_;
};

void require_dims(const std::string& name, const InputRule& rule, std::int64_t dims) {
    if (dims >= rule.dims.least && dims <= rule.dims.most) return;
    const std::string taken = rule.dims.least == rule.dims.most
                                  ? grouped(rule.dims.least)
                                  : fmt::format("{} to {}", grouped(rule.dims.least), grouped(rule.dims.most));
    throw InputError(fmt::format("cannot use {}: its vectors have {}, and this workload takes {}", name,
                                 counted(dims, "coordinate"), taken));
}

std::int64_t kept(std::int64_t rows, const InputRule& rule, std::int64_t most_rows) {
    return std::min({rows, rule.rows.most, most_rows});
}

void note_rows(Dataset& data, std::int64_t total) {
    if (data.rows < total) data.note = fmt::format("first {} of {} rows", grouped(data.rows), grouped(total));
}

/// Does the workload take fewer vectors than there are rows, but as many as there are columns?
bool are_columns_vectors(std::int64_t rows, std::int64_t cols, const InputRule& rule) {
    return cols > 0 && cols <= rule.rows.most && rule.rows.most < rows;
}

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
    Filler filler(rule.element, by_column ? vectors : data.rows, data.dims);
    read_npy_items(source, header, by_column ? dims : data.rows, [&](std::int64_t row, std::int64_t col, double value) {
        const std::string wrong = by_column ? filler.take(col, row, value) : filler.take(row, col, value);
        if (!wrong.empty())
            source.refuse(fmt::format("row {}, column {} has {}", grouped(row + 1), grouped(col + 1), wrong));
    });
    data.values = filler.values();
    if (by_column && data.rows < vectors) return first_rows(data, data.rows);
    if (!by_column) note_rows(data, header.rows);
    return data;
}

/// The labels that lie beside the pictures, one for each row; a note where there are fewer.
void add_labels(Dataset& data, const std::filesystem::path& path, std::stop_token stop) {
    if (path.empty()) return;
    ByteSource source(path, stop);
    const IdxHeader header = read_idx_header(source);
    if (header.cols() != 1 || header.rows() < data.rows) {
        data.note += fmt::format("{}the labels in {} are left out, because there are {} for {} rows",
                                 data.note.empty() ? "" : "; ", shown(path.filename()), grouped(header.rows()),
                                 grouped(data.rows));
        return;
    }
    read_idx_items(source, header, data.rows, [&](std::int64_t, std::int64_t, double value) {
        data.labels.push_back(fmt::format("{:g}", value));
    });
}

Dataset from_idx(ByteSource& source, const std::filesystem::path& path, const InputRule& rule, std::int64_t most_rows,
                 std::stop_token stop) {
    const IdxHeader header = read_idx_header(source);
    const std::string name = shown(path.filename());
    require_dims(name, rule, header.cols());
    Dataset data{.name = name, .rows = kept(header.rows(), rule, most_rows), .dims = header.cols()};
    Filler filler(rule.element, data.rows, data.dims);
    read_idx_items(source, header, data.rows, [&](std::int64_t row, std::int64_t col, double value) {
        if (const std::string wrong = filler.take(row, col, value); !wrong.empty())
            source.refuse(fmt::format("row {}, coordinate {} has {}", grouped(row + 1), grouped(col + 1), wrong));
    });
    data.values = filler.values();
    if (header.extent.size() == 3) data.picture_width = header.extent.back();
    note_rows(data, header.rows());
    add_labels(data, labels_beside(path), stop);
    return data;
}

[[noreturn]] void refuse_value(const Table& table, std::int64_t row, const Column& column, const std::string& wrong) {
    throw InputError(fmt::format("cannot use {}: row {} of column {} has {}", table.name, grouped(row + 1),
                                 excerpt(column.name), wrong));
}

/// Each column as a vector.
Dataset columns_of(const Table& table, std::span<const Column* const> numeric, const InputRule& rule) {
    require_dims(table.name, rule, table.rows);
    Dataset data{.name = table.name, .rows = std::ssize(numeric), .dims = table.rows};
    Filler filler(rule.element, data.rows, data.dims);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const Column& column = *numeric[static_cast<std::size_t>(row)];
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const std::string wrong = filler.take(row, k, column.numbers[static_cast<std::size_t>(k)]);
            if (!wrong.empty()) refuse_value(table, k, column, wrong);
        }
    }
    data.values = filler.values();
    data.note = data.dims < table.total_rows
                    ? fmt::format("each column is a vector, of which the first {} of {} rows are taken",
                                  grouped(data.dims), grouped(table.total_rows))
                    : "each column is a vector";
    return data;
}

/// One for each row. A number that is missing is no label.
std::vector<std::string> labels_in(const Column* column, std::int64_t rows) {
    std::vector<std::string> labels;
    for (std::size_t row = 0; column != nullptr && row < static_cast<std::size_t>(rows); ++row) {
        if (!column->is_numeric())
            labels.emplace_back(column->texts[row]);
        else
            labels.push_back(std::isnan(column->numbers[row]) ? "" : fmt::format("{:g}", column->numbers[row]));
    }
    return labels;
}

[[noreturn]] void refuse_without_numbers(const Table& table) {
    const auto hinting = std::ranges::find_if(table.columns, [](const Column& c) { return !c.hint.empty(); });
    throw InputError(
        fmt::format("cannot use {}: no column has numbers; {}", table.name,
                    hinting == table.columns.end() ? "open a table with columns of numbers" : hinting->hint));
}

/// Each row as a vector.
Dataset rows_of(const Table& table, const InputRule& rule, std::int64_t most_rows) {
    const ColumnRoles roles = column_roles(table);
    const std::vector<const Column*>& numeric = roles.coordinates;
    if (numeric.empty()) refuse_without_numbers(table);
    require_dims(table.name, rule, std::ssize(numeric));
    Dataset data{.name = table.name, .rows = kept(table.rows, rule, most_rows), .dims = std::ssize(numeric)};
    Filler filler(rule.element, data.rows, data.dims);
    for (std::int64_t col = 0; col < data.dims; ++col) {
        const Column& column = *numeric[static_cast<std::size_t>(col)];
        data.axes.push_back(column.name);
        for (std::int64_t row = 0; row < data.rows; ++row) {
            const std::string wrong = filler.take(row, col, column.numbers[static_cast<std::size_t>(row)]);
            if (!wrong.empty()) refuse_value(table, row, column, wrong);
        }
    }
    data.values = filler.values();
    data.labels = labels_in(roles.label, data.rows);
    data.picture_width = roles.picture_width;
    note_rows(data, table.total_rows);
    if (!roles.note.empty()) data.note += (data.note.empty() ? "" : "; ") + roles.note;
    return data;
}

Dataset from_table(const Table& table, const InputRule& rule, std::int64_t most_rows) {
    std::vector<const Column*> numeric;
    for (const Column& column : table.columns)
        if (column.is_numeric()) numeric.push_back(&column);
    const bool by_column = are_columns_vectors(table.rows, std::ssize(numeric), rule);
    Dataset data = by_column ? columns_of(table, numeric, rule) : rows_of(table, rule, most_rows);
    data.credit = table.credit;
    return data;
}

/// Says how many vectors have a coordinate that is not finite: their rows of a matrix are not, either.
Dataset with_note_of_odd_rows(Dataset data) {
    const auto* values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr) return data;
    std::int64_t odd = 0;
    for (auto row = values->begin(); row != values->end(); row += data.dims)
        odd += std::all_of(row, row + data.dims, [](float value) { return std::isfinite(value); }) ? 0 : 1;
    if (odd > 0)
        data.note += fmt::format("{}{} {} a coordinate that is missing, nan or infinite", data.note.empty() ? "" : "; ",
                                 counted(odd, "vector"), odd == 1 ? "has" : "have");
    if (const std::string note = note_on(square_limits(data)); !note.empty())
        data.note += (data.note.empty() ? "" : "; ") + note;
    return data;
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

Dataset load_vectors(const std::filesystem::path& path, const InputRule& rule, std::int64_t most_rows,
                     std::stop_token stop) {
    {
        ByteSource source(path, stop);
        if (source.peek(npy_magic.size()) == npy_magic)
            return with_note_of_odd_rows(from_array(source, shown(path.filename()), rule, most_rows));
        if (is_named_idx(path) || is_idx(source.peek(idx_magic_bytes)))
            return with_note_of_odd_rows(from_idx(source, path, rule, most_rows, stop));
    }
    return with_note_of_odd_rows(from_table(load_table(path, stop, 1), rule, most_rows));
}

Dataset first_rows(const Dataset& data, std::int64_t rows) { return rows_between(data, 0, std::min(rows, data.rows)); }

Dataset first_coordinates(const Dataset& data, std::int64_t dims) {
    if (dims >= data.dims) return data;
    Dataset part = data;
    part.dims = dims;
    if (part.picture_width > dims) part.picture_width = 0; // not one whole row of pixels is left
    if (!part.axes.empty()) part.axes.resize(static_cast<std::size_t>(dims));
    if (!part.origin.empty()) part.origin.resize(static_cast<std::size_t>(dims));
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
    std::int64_t scaled = 0;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const std::span vector(values.data() + row * data.dims, static_cast<std::size_t>(data.dims));
        double square = 0.0;
        for (const float x : vector) square += double{x} * double{x};
        const double length = std::sqrt(square);
        if (!std::isfinite(length) || length == 0.0 || std::abs(length - 1.0) < nearly) continue;
        for (float& x : vector) x = static_cast<float>(double{x} / length);
        ++scaled;
    }
    if (scaled > 0)
        data.note += fmt::format("{}{} {} scaled to length 1", data.note.empty() ? "" : "; ", counted(scaled, "vector"),
                                 scaled == 1 ? "was" : "were");
    return data;
}

std::string why_not_finite(const Dataset& data, const WorkloadType& type) {
    const auto* values = std::get_if<std::vector<float>>(&data.values);
    if (values == nullptr || type.output == OutputKind::matrix) return {};
    const auto odd = std::ranges::find_if_not(*values, [](float value) { return std::isfinite(value); });
    if (odd == values->end()) return {};
    const std::int64_t at = odd - values->begin(), row = at / data.dims;
    const std::int64_t in_file = data.source_rows.empty() ? row : data.source_rows[static_cast<std::size_t>(row)];
    return fmt::format("{} takes finite numbers only, and coordinate {} in row {} of {} is {}; {}", type.id,
                       at % data.dims + 1, grouped(in_file + 1), data.name,
                       std::isnan(*odd) ? "missing or nan" : "infinite",
                       counts_coordinates(type.inputs) ? "replace that number" : "leave that row out");
}

SplitSet split(const Dataset& data, std::int64_t rows) {
    if (data.rows < 2)
        throw InputError(
            fmt::format("cannot split {} into two sets: it has only 1 vector; give a second file", data.name));
    if (rows < 1 || rows >= data.rows)
        throw InputError(fmt::format("cannot split {}, which has {} rows, after row {}: choose from 1 to {}", data.name,
                                     grouped(data.rows), grouped(rows), grouped(data.rows - 1)));
    return {rows_between(data, 0, rows), rows_between(data, rows, data.rows)};
}

} // namespace pairscope

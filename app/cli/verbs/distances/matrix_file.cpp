// SPDX-License-Identifier: MIT
#include "app/cli/verbs/distances/matrix_file.h"

#include "app/cli/verbs/distances/output_place.h"
#include "app/cli/verbs/distances/result_head.h"
#include "app/spine/files/csv.h"
#include "app/spine/files/pieces.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/saving/npy_text.h"
#include "kernels/data/saving/npz_writer.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/neighbours/rows/distance_rows.h"
#include "kernels/neighbours/rows/pairs_within.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace pairscope::cli {
namespace {

bool is_wide(const MatrixTask& task) { return task.file.entry == MatrixEntry64::yes; }
double bytes_of_entry(const MatrixTask& task) { return is_wide(task) ? 8.0 : 4.0; }

std::vector<std::string> names_of(const Dataset& set) {
    const bool has_any = std::ranges::any_of(set.labels, [](const std::string& label) { return !label.empty(); });
    return has_any && std::ssize(set.labels) == set.rows ? set.labels : std::vector<std::string>();
}
std::string name_at(const std::vector<std::string>& names, std::int64_t row) {
    return names.empty() ? fmt::format("{}", row) : names[std::size_t(row)];
}

/// How a number is written into a text. JSON has no NaN.
void add_number(std::string& text, double number, const MatrixTask& task) {
    if (task.file.format == MatrixFormat::json && !std::isfinite(number))
        text += "null";
    else if (std::isnan(number))
        text += "NaN"; // as R reads it, too; its sign says nothing
    else if (is_wide(task))
        fmt::format_to(std::back_inserter(text), "{}", number);
    else
        fmt::format_to(std::back_inserter(text), "{}", float(number));
}

void add_items(std::string& bytes, std::span<const double> numbers, const MatrixTask& task) {
    const auto add = [&](const void* items, std::size_t count) {
        bytes.append(static_cast<const char*>(items), count);
    };
    if (is_wide(task)) return add(numbers.data(), numbers.size_bytes());
    for (const double number : numbers) {
        const auto item = float(number);
        add(&item, sizeof(item));
    }
}

/// The entries of a matrix that is not sparse, row by row.
class EntryWriter {
public:
    EntryWriter(const MatrixTask& task, const ByteSink& sink)
        : task_(task), out_(sink), rows_(task.question.first->rows), cols_(task.question.across().rows),
          row_names_(names_of(*task.question.first)), col_names_(names_of(task.question.across())) {}

    void begin() {
        switch (task_.file.format) {
        case MatrixFormat::npy: {
            const char* const type = is_wide(task_) ? "<f8" : "<f4";
            out_.text() = task_.file.condensed ? npy_header(std::array{pairs()}, type)
                                               : npy_header(std::array{rows_, cols_}, type);
            break;
        }
        case MatrixFormat::json:
            begin_json();
            break;
        case MatrixFormat::csv:
            if (!is_named() || task_.file.condensed) break;
            out_.text() = "name";
            for (std::int64_t col = 0; col < cols_; ++col) out_.text() += "," + csv_of(name_at(col_names_, col));
            out_.text() += '\n';
            break;
        case MatrixFormat::by_ending:
        case MatrixFormat::npz:
            throw std::logic_error("this format is written elsewhere");
        }
    }
    void add(std::int64_t row, std::span<const double> distances) {
        std::string& text = out_.text();
        if (task_.file.format == MatrixFormat::npy) {
            add_items(text, distances, task_);
        } else {
            const bool is_json = task_.file.format == MatrixFormat::json, is_one_list = task_.file.condensed;
            const char between = is_one_list && !is_json ? '\n' : ',';
            if (is_json && !is_one_list) text += row == 0 ? "\n[" : ",\n[";
            if (!is_json && !is_one_list && is_named()) text += csv_of(name_at(row_names_, row)) + ",";
            for (std::size_t i = 0; i < distances.size(); ++i) {
                const bool is_first = is_one_list ? !has_entries_ : i == 0;
                if (!is_first) text += between;
                add_number(text, distances[i], task_);
                has_entries_ = true;
            }
            if (is_json && !is_one_list) text += ']';
            if (!is_json && !is_one_list) text += '\n';
        }
        out_.hand_over_if_long();
    }
    void end() {
        if (task_.file.format == MatrixFormat::json) out_.text() += "\n]}\n";
        if (task_.file.format == MatrixFormat::csv && task_.file.condensed && has_entries_) out_.text() += '\n';
        out_.hand_over();
    }

private:
    [[nodiscard]] bool is_named() const { return !row_names_.empty() || !col_names_.empty(); }
    [[nodiscard]] std::int64_t pairs() const { return rows_ * (rows_ - 1) / 2; }
    [[nodiscard]] static std::string csv_of(const std::string& name) { return app::csv_field(name); }
    void begin_json() {
        app::Json head = task_.head;
        head["rows"] = rows_;
        head["cols"] = cols_;
        if (!row_names_.empty()) head["row_names"] = row_names_;
        if (!col_names_.empty()) head["col_names"] = col_names_;
        out_.text() = app::opened(head) + "\n\"matrix\": [";
    }

    const MatrixTask& task_;
    app::Pieces out_;
    std::int64_t rows_, cols_;
    std::vector<std::string> row_names_, col_names_;
    bool has_entries_ = false;
};

MatrixWritten write_all(const MatrixTask& task, const ByteSink& sink, std::atomic<std::int64_t>* rows_done) {
    constexpr std::int64_t entries_at_once = std::int64_t{1} << 20, most_rows_at_once = 1024;
    const neighbours::NeighbourQuestion asked = app::neighbour_question(task.question, 1);
    const neighbours::DistanceRows distances(asked);
    const std::int64_t rows = asked.first.rows, cols = asked.across().rows;
    const std::int64_t at_once = std::clamp<std::int64_t>(entries_at_once / cols, 1, most_rows_at_once);
    std::vector<double> block(std::size_t(at_once * cols));
    EntryWriter writer(task, sink);
    writer.begin();
    MatrixWritten written{.rows = rows, .cols = cols};
    for (std::int64_t first = 0; first < rows; first += at_once) {
        const std::int64_t count = std::min(at_once, rows - first);
        const auto begin_of = [&](std::int64_t row) { return task.file.condensed ? row + 1 : 0; };
        const auto part_of = [&](std::int64_t i) {
            return std::span(block).subspan(std::size_t(i * cols), std::size_t(cols - begin_of(first + i)));
        };
        const std::int64_t rows_of_task = std::clamp<std::int64_t>(count / 32, 1, 16); // enough tasks for all threads
        cpu::for_rows({.rows = count, .step = rows_of_task, .threads = task.threads},
                      [&](std::int64_t from, std::int64_t to) {
                          std::vector<neighbours::DistanceRows::Part> parts;
                          for (std::int64_t i = from; i < to; ++i)
                              parts.push_back({first + i, begin_of(first + i), part_of(i)});
                          distances.read(parts);
                      });
        for (std::int64_t i = 0; i < count; ++i) {
            writer.add(first + i, part_of(i));
            written.entries += std::ssize(part_of(i));
            ++*rows_done;
        }
    }
    writer.end();
    return written;
}

template <class Number> std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
    return std::as_bytes(std::span(numbers));
}

/// What the rows of a sparse matrix hold. How many entries there are stands before them in the file, so they are kept
/// in files without names until all are found.
class SparseRows {
public:
    explicit SparseRows(const MatrixTask& task) : task_(task), kept_places_(task.folder), kept_entries_(task.folder) {}

    void add(std::span<const neighbours::NearVector> near) {
        std::vector<double> distances;
        for (const neighbours::NearVector& vector : near) {
            places_.push_back(std::int32_t(vector.row));
            distances.push_back(vector.distance);
        }
        add_items(entries_, distances, task_);
        starts_.push_back(starts_.back() + std::ssize(near));
        constexpr std::size_t long_enough = std::size_t{1} << 18;
        if (places_.size() > long_enough) keep();
    }
    void keep() {
        kept_places_.add(bytes_of(places_));
        kept_entries_.add(std::as_bytes(std::span(entries_)));
        places_.clear();
        entries_.clear();
        task_.room(least_bytes(task_) + double(kept_places_.size()) + double(kept_entries_.size()));
    }
    [[nodiscard]] const AnonymousFile& places() const { return kept_places_; }
    [[nodiscard]] const AnonymousFile& entries() const { return kept_entries_; }
    /// Where each row begins, and where the last one ends.
    [[nodiscard]] const std::vector<std::int64_t>& starts() const { return starts_; }

private:
    const MatrixTask& task_;
    AnonymousFile kept_places_, kept_entries_;
    std::vector<std::int32_t> places_;
    std::string entries_;
    std::vector<std::int64_t> starts_{0};
};

/// Compressed sparse rows, as scipy.sparse.save_npz() stores them.
MatrixWritten write_sparse(const MatrixTask& task, const ByteSink& sink, std::atomic<std::int64_t>* rows_done) {
    const neighbours::NeighbourQuestion asked = app::neighbour_question(task.question, 1);
    const neighbours::PairsWithin pairs(asked, *task.file.radius, {});
    SparseRows found(task);
    neighbours::for_each_row_within(
        pairs, neighbours::PairSides::both, {.rows_done = rows_done, .threads = task.threads},
        [&](std::int64_t, std::span<const neighbours::NearVector> near) { found.add(near); });
    found.keep();
    const std::vector<std::int64_t>& starts = found.starts();
    const std::int64_t rows = asked.first.rows, cols = asked.across().rows, count = starts.back();
    const std::array<std::int64_t, 2> shape{rows, cols};
    const bool fits = count <= std::numeric_limits<std::int32_t>::max();
    const std::vector<std::int32_t> short_starts(starts.begin(), fits ? starts.end() : starts.begin());
    NpzWriter archive(sink);
    archive.add("indices", npy_header(std::array{count}, "<i4"), found.places());
    archive.add("indptr", npy_header(std::array{rows + 1}, fits ? "<i4" : "<i8"),
                fits ? bytes_of(short_starts) : bytes_of(starts));
    archive.add("format", npy_header({}, "|S3"), std::as_bytes(std::span(std::string_view("csr"))));
    archive.add("shape", npy_header(std::array{std::int64_t{2}}, "<i8"), std::as_bytes(std::span(shape)));
    archive.add("data", npy_header(std::array{count}, is_wide(task) ? "<f8" : "<f4"), found.entries());
    archive.finish();
    return {.rows = rows, .cols = cols, .entries = count};
}

} // namespace

double least_bytes(const MatrixTask& task) {
    const auto rows = double(task.question.first->rows), cols = double(task.question.across().rows);
    if (task.file.radius) return 8.0 * rows;
    const double entries = task.file.condensed ? 0.5 * rows * (rows - 1.0) : rows * cols;
    if (task.file.format == MatrixFormat::npy) return entries * bytes_of_entry(task);
    constexpr double digits_of_wide = 17.0, digits_of_short = 9.0; // and a comma each
    return entries * (is_wide(task) ? digits_of_wide : digits_of_short);
}

MatrixWritten write_entries(const MatrixTask& task, const ByteSink& sink, std::atomic<std::int64_t>* rows_done) {
    return task.file.radius ? write_sparse(task, sink, rows_done) : write_all(task, sink, rows_done);
}

} // namespace pairscope::cli

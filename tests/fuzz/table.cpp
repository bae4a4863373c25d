// SPDX-License-Identifier: MIT
// Any bytes as a table: points or distances come out, or one sentence.
#include "kernels/data/table.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/distances/distance_table.h"
#include "kernels/data/errors.h"
#include "kernels/data/readers/column_texts.h"
#include "tests/fuzz/fuzz.h"

#include <cmath>

namespace {

/// Distances that are taken for such are symmetric, finite and not negative, and the diagonal is 0.
void look_for_distances(const std::filesystem::path& path) {
    using namespace pairscope;
    const DistanceTable found = proposed_distances(path);
    if (!found.set) return;
    const Dataset& set = *found.set;
    fuzz::require(set.rows == set.dims && set.rows >= least_distances, "distances are a square");
    const auto at = [&](std::int64_t row, std::int64_t col) {
        return coordinates(set)[static_cast<std::size_t>(row * set.dims + col)];
    };
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t col = 0; col <= row; ++col)
            fuzz::require(at(row, col) == at(col, row) && at(row, col) >= 0.0f && (row != col || at(row, col) == 0.0f),
                          "a distance is the same both ways, not negative, and 0 from a row to itself");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    using namespace pairscope;
    const fuzz::InputFile file(bytes, size);
    look_for_distances(file.path());
    try {
        const Table table = load_table(file.path());
        const auto rows = static_cast<std::size_t>(table.rows);
        fuzz::require(table.rows >= 1 && table.rows <= max_rows, "a table has rows, and not too many");
        fuzz::require(table.total_rows >= table.rows, "no more rows are kept than there are");
        for (const Column& column : table.columns) {
            fuzz::require((column.is_numeric() ? column.numbers.size() : column.texts.size()) == rows,
                          "a column has one cell per row");
            const std::vector<std::string> texts = column_texts(table, column, table.rows);
            fuzz::require(texts.size() == rows, "a column has one text per row");
            for (std::size_t row = 0; column.is_numeric() && row < rows; ++row)
                fuzz::require(!texts[row].empty() || std::isnan(column.numbers[row]), "a number has a text");
        }
        const Dataset data = dataset_from(table, likely_columns(table), max_rows, Order::hilbert);
        for (std::int64_t row = 0; row < data.rows; ++row) (void)coordinate_in_file(data, row, row % 2);
    } catch (const InputError& error) {
        fuzz::require_sentence(error);
    }
    return 0;
}

// SPDX-License-Identifier: MIT
// The origins and scales of columns of sets that are larger than memory: some columns at a time.
#include "kernels/data/errors.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/slabs/slab_reader.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope {
namespace {

using Sets = std::span<SlabReader* const>;

constexpr std::int64_t numbers_at_once = std::int64_t{1} << 16; ///< in a part of a file that is read at once

std::int64_t rows_at_once(const SlabReader& set) {
    return std::max<std::int64_t>(1, numbers_at_once / set.file().cols());
}

/// Has a set a number that float32 does not hold?
bool has_other_digits(const SlabReader& set) {
    if (set.file().is_held_by_float32() || set.form().element != Element::float32) return false;
    const std::int64_t step = rows_at_once(set);
    for (std::int64_t first = 0; first < set.rows(); first += step) {
        set.file().read_ahead(first + step, step);
        const FileNumbers numbers = set.numbers(first, std::min(step, set.rows() - first));
        for (std::int64_t row = 0; row < numbers.rows(); ++row)
            for (std::int64_t k = 0; k < numbers.dims(); ++k) {
                const double x = numbers.at(row, k);
                if (static_cast<double>(static_cast<float>(x)) != x && !std::isnan(x)) return true;
            }
    }
    return false;
}

/// Some columns of rows from `first` on. The others are not decoded, since the file is read once for every few columns.
/// Whether the workload takes all numbers is found when slabs are read.
FileNumbers numbers_in_columns(const SlabReader& set, std::span<const std::int64_t> wanted, std::int64_t first,
                               std::int64_t count) {
    const ArrayFile& file = set.file();
    const NpyHeader& header = file.header();
    std::vector<char> bytes(static_cast<std::size_t>(count * file.row_bytes()));
    file.read(first, bytes);
    std::vector<double> items(static_cast<std::size_t>(count) * wanted.size());
    std::size_t at = 0;
    for (std::int64_t row = 0; row < count; ++row)
        for (const std::int64_t k : wanted)
            decode_npy_items(header, bytes.data() + row * file.row_bytes() + k * header.item_bytes(),
                             std::span(&items[at++], 1));
    FileNumbers numbers(std::move(items), std::ssize(wanted));
    std::vector<ColumnScale> scales;
    for (const std::int64_t k : wanted)
        if (!set.form().scales.empty()) scales.push_back(set.form().scales[static_cast<std::size_t>(k)]);
    numbers.standardise(std::move(scales));
    return numbers;
}

/// Whole columns of all sets, one set after the other. They are as large as the memory allows, so nothing copies them.
std::vector<std::vector<double>> columns_of(Sets sets, std::span<const std::int64_t> wanted) {
    std::int64_t rows = 0;
    for (const SlabReader* set : sets) rows += set->rows();
    std::vector<std::vector<double>> columns(wanted.size());
    for (auto& column : columns) column.reserve(static_cast<std::size_t>(rows));
    for (const SlabReader* set : sets) {
        const std::int64_t step = rows_at_once(*set);
        for (std::int64_t first = 0; first < set->rows(); first += step) {
            set->file().read_ahead(first + step, step);
            const FileNumbers numbers = numbers_in_columns(*set, wanted, first, std::min(step, set->rows() - first));
            for (std::int64_t row = 0; row < numbers.rows(); ++row)
                for (std::size_t i = 0; i < wanted.size(); ++i)
                    columns[i].push_back(numbers.at(row, static_cast<std::int64_t>(i)));
        }
    }
    return columns;
}

/// How many columns of all sets fit at once. What is computed with one of them needs room for three more.
std::int64_t columns_at_once(Sets sets, std::int64_t memory) {
    constexpr std::int64_t rooms = 3;
    std::int64_t bytes = 0;
    for (const SlabReader* set : sets) bytes += static_cast<std::int64_t>(sizeof(double)) * set->rows();
    const std::int64_t fit = memory / bytes - rooms;
    if (fit >= 1) return fit;
    throw InputError(fmt::format(
        "float32 does not hold all digits of {}, and there is no room for a whole column, which decides what is "
        "subtracted from it: give {} more with --memory, or choose --origin none",
        sets.front()->file().name(), bytes_in_words(static_cast<double>((rooms + 1) * bytes - memory))));
}

/// The rows that origins_for() samples in whole sets.
std::vector<FileNumbers> samples_of(Sets sets) {
    constexpr std::int64_t most = 1024;
    std::vector<FileNumbers> samples;
    for (const SlabReader* set : sets) {
        const std::int64_t step = std::max<std::int64_t>(1, set->rows() / most);
        std::vector<double> items;
        for (std::int64_t row = 0; row < set->rows(); row += step) {
            const FileNumbers one = set->numbers(row, 1);
            for (std::int64_t k = 0; k < one.dims(); ++k) items.push_back(one.at(0, k));
        }
        samples.emplace_back(std::move(items), set->file().cols());
        if (!set->form().scales.empty()) samples.back().standardise(set->form().scales);
    }
    return samples;
}

/// The columns of which a sample does not say that they need no origin.
std::vector<std::int64_t> doubtful_columns(Sets sets) {
    const std::vector<FileNumbers> samples = samples_of(sets);
    std::vector<std::int64_t> doubtful;
    for (std::int64_t k = 0; k < sets.front()->file().cols(); ++k) {
        std::vector<double> sample;
        for (const FileNumbers& numbers : samples)
            for (std::int64_t row = 0; row < numbers.rows(); ++row)
                if (const double x = numbers.at(row, k); std::isfinite(x)) sample.push_back(x);
        if (may_need_origin(std::move(sample))) doubtful.push_back(k);
    }
    return doubtful;
}

/// Calls `use` with a column and its numbers in all sets, for as many columns at a time as fit.
template <class Use>
void for_columns(Sets sets, std::span<const std::int64_t> columns, std::int64_t memory, const Use& use) {
    const auto at_once = static_cast<std::size_t>(columns.empty() ? 1 : columns_at_once(sets, memory));
    for (std::size_t first = 0; first < columns.size(); first += at_once) {
        const auto some = columns.subspan(first, std::min(at_once, columns.size() - first));
        std::vector<std::vector<double>> all = columns_of(sets, some);
        for (std::size_t i = 0; i < some.size(); ++i) use(some[i], std::move(all[i]));
    }
}

std::vector<std::int64_t> all_columns(const SlabReader& set) {
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < set.file().cols(); ++k) columns.push_back(k);
    return columns;
}

/// The scales of the first set are those of all.
std::vector<ColumnScale> scales_of(SlabReader* first, std::int64_t memory) {
    std::vector<ColumnScale> scales;
    for_columns({&first, 1}, all_columns(*first), memory,
                [&](std::int64_t, const std::vector<double>& numbers) { scales.push_back(scale_of(numbers)); });
    return scales;
}

} // namespace

void find_columns(std::span<SlabReader* const> sets, std::int64_t memory) {
    SlabForm& form = sets.front()->form_;
    if (form.standardise)
        for (const std::vector<ColumnScale> scales = scales_of(sets.front(), memory); SlabReader* const set : sets)
            set->form_.scales = scales;
    const bool may_shift = form.may_shift && !form.unit_length && form.element == Element::float32 &&
                           (form.standardise || sets.front()->file().picture_width() == 0);
    const auto has_digits = [&](const SlabReader* set) { return form.standardise || has_other_digits(*set); };
    if (!may_shift || std::ranges::none_of(sets, has_digits)) return;
    std::vector<ColumnOrigin> origins(static_cast<std::size_t>(sets.front()->file().cols()));
    for_columns(sets, doubtful_columns(sets), memory, [&](std::int64_t k, std::vector<double> numbers) {
        std::erase_if(numbers, [](double x) { return !std::isfinite(x); });
        if (!numbers.empty()) origins[static_cast<std::size_t>(k)] = origin_for(std::move(numbers));
    });
    for (SlabReader* const set : sets) set->form_.origins = origins;
}

} // namespace pairscope

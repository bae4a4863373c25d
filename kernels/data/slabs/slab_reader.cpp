// SPDX-License-Identifier: MIT
#include "kernels/data/slabs/slab_reader.h"

#include "kernels/data/readers/npy.h"
#include "kernels/data/readers/text_table.h"
#include "kernels/data/slabs/block_hash.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"
#include "kernels/data/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace pairscope {
namespace {

constexpr std::int64_t items_at_once = 8192; // doubles that stay in the cache

bool is_plain(const NpyHeader& header, char kind, std::int64_t bytes) {
    const bool is_native = bytes == 1 || header.big_endian() == (std::endian::native == std::endian::big);
    return header.kind() == kind && header.item_bytes() == bytes && is_native;
}

/// A vector of so many items in memory that is there, if it is of this type.
template <class Item> std::vector<Item> vector_in(Values& room, std::size_t items) {
    auto* const held = std::get_if<std::vector<Item>>(&room);
    std::vector<Item> vector = held == nullptr ? std::vector<Item>() : std::move(*held);
    vector.resize(items);
    return vector;
}

/// Calls `take` with the place of the first item and the values of some items.
template <class Take> void for_items(const NpyHeader& header, std::span<const char> bytes, const Take& take) {
    const std::int64_t item = header.item_bytes(), items = std::ssize(bytes) / item;
    std::vector<double> values;
    for (std::int64_t at = 0; at < items; at += items_at_once) {
        values.resize(static_cast<std::size_t>(std::min(items_at_once, items - at)));
        decode_npy_items(header, bytes.data() + at * item, values);
        take(at, std::span<const double>(values));
    }
}

} // namespace

SlabReader::SlabReader(std::shared_ptr<const ArrayFile> file, std::int64_t rows, SlabForm form)
    : file_(std::move(file)), rows_(std::min(rows, file_->rows())), form_(std::move(form)) {
    form_.dims = form_.dims == 0 ? file_->cols() : std::min(form_.dims, file_->cols());
}

Dataset SlabReader::description() const {
    Dataset set{.name = file_->name(), .rows = rows_, .dims = form_.dims};
    if (form_.dims == file_->cols()) set.picture_width = form_.standardise ? 0 : file_->picture_width();
    note_rows(set, file_->rows());
    if (const std::string note = file_->note(); !note.empty()) add_note(set, note);
    if (form_.standardise) {
        set.scales = form_.scales;
        set.unit = standardised_unit;
    }
    return set;
}

SlabReader::Slab SlabReader::read(std::int64_t first, std::int64_t count, Values room) const {
    Slab slab;
    const auto read_into = [&](auto& items) {
        const std::span<char> bytes(reinterpret_cast<char*>(items.data()), items.size() * sizeof(items[0]));
        file_->read(first, bytes);
        slab.hash = hash_of_block({bytes.data(), bytes.size()});
    };
    const NpyHeader& header = file_->header();
    const auto items = static_cast<std::size_t>(count * header.cols);
    if (form_.element == Element::float32 && is_plain(header, 'f', 4)) {
        auto floats = vector_in<float>(room, items); // they are those of the slab, so nothing copies them
        read_into(floats);
        take({std::move(floats), header.cols}, slab.set);
    } else if (form_.element == Element::uint8 && is_plain(header, 'u', 1)) {
        auto taken = vector_in<std::uint8_t>(room, items);
        read_into(taken);
        take(std::move(taken), slab.set);
    } else {
        std::vector<char> bytes(static_cast<std::size_t>(count * file_->row_bytes()));
        read_into(bytes);
        take_bytes(first, bytes, slab.set);
    }
    finish(slab.set);
    return slab;
}

Dataset SlabReader::rows_of(std::span<const std::int64_t> rows) const {
    Dataset all{.rows = 0, .dims = form_.dims};
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (const std::int64_t row : rows) {
        const Dataset one = read(row, 1).set;
        if (all.rows == 0) {
            all = one;
            continue;
        }
        if (!one.low.empty() && all.low.empty()) all.low.resize(static_cast<std::size_t>(all.rows * all.dims));
        std::visit([&](auto& values) { append(values, std::get<std::remove_cvref_t<decltype(values)>>(one.values)); },
                   all.values);
        ++all.rows;
        if (!all.low.empty()) {
            if (one.low.empty())
                all.low.resize(static_cast<std::size_t>(all.rows * all.dims));
            else
                append(all.low, one.low);
        }
    }
    return all;
}

FileNumbers SlabReader::numbers(std::int64_t first, std::int64_t count) const {
    std::vector<char> bytes(static_cast<std::size_t>(count * file_->row_bytes()));
    file_->read(first, bytes);
    return numbers_in(first, bytes);
}

FileNumbers SlabReader::numbers_in(std::int64_t first, std::span<const char> bytes) const {
    const NpyHeader& header = file_->header();
    const auto items = static_cast<std::size_t>(std::ssize(bytes) / header.item_bytes());
    if (is_plain(header, 'f', 4)) {
        std::vector<float> floats(items);
        std::memcpy(floats.data(), bytes.data(), bytes.size());
        return {std::move(floats), header.cols};
    }
    if (file_->is_held_by_float32()) {
        std::vector<float> floats(items);
        for_items(header, bytes, [&](std::int64_t at, std::span<const double> values) {
            std::ranges::transform(values, floats.begin() + at, [](double x) { return static_cast<float>(x); });
        });
        return {std::move(floats), header.cols};
    }
    std::vector<double> doubles(items);
    for_items(header, bytes, [&](std::int64_t at, std::span<const double> values) {
        require_taken(first, values, at);
        std::ranges::copy(values, doubles.begin() + at);
    });
    return {std::move(doubles), header.cols};
}

/// Throws InputError for the first number that the workload does not take.
void SlabReader::require_taken(std::int64_t first, std::span<const double> numbers, std::int64_t at) const {
    constexpr double largest = 0x1p53; // whole numbers up to here are doubles
    const bool may_round = file_->header().kind() != 'f' && file_->header().item_bytes() == 8;
    for (const double number : numbers) {
        if (may_round && std::abs(number) >= largest) has_rounded_.store(true, std::memory_order_relaxed);
        if (const std::string wrong = form_.element == Element::float32 && std::isfinite(static_cast<float>(number))
                                          ? std::string()
                                          : why_not_taken(form_.element, number);
            !wrong.empty())
            file_->refuse(
                fmt::format("{} has {}", place_in_words(first + at / file_->cols(), at % file_->cols()), wrong));
        ++at;
    }
}

void SlabReader::take_bytes(std::int64_t first, std::span<const char> bytes, Dataset& set) const {
    if (form_.element == Element::float32) return take(numbers_in(first, bytes), set);
    const NpyHeader& header = file_->header();
    std::vector<std::uint8_t> taken(static_cast<std::size_t>(std::ssize(bytes) / header.item_bytes()));
    for_items(header, bytes, [&](std::int64_t at, std::span<const double> values) {
        require_taken(first, values, at);
        std::ranges::transform(values, taken.begin() + at, [](double x) { return static_cast<std::uint8_t>(x); });
    });
    take(std::move(taken), set);
}

void SlabReader::take(FileNumbers numbers, Dataset& set) const {
    if (!form_.scales.empty()) numbers.standardise(form_.scales);
    std::ignore = set_coordinates(set, std::move(numbers), form_.origins);
}

void SlabReader::take(std::vector<std::uint8_t> bytes, Dataset& set) const {
    set.dims = file_->cols();
    set.rows = std::ssize(bytes) / set.dims;
    set.values = std::move(bytes);
}

/// Does row by row what is done to whole sets.
void SlabReader::finish(Dataset& set) const {
    if (form_.dims < set.dims) set = first_coordinates(set, form_.dims);
    if (form_.unit_length) set = with_unit_length(std::move(set));
    if (form_.prepare) form_.prepare(set);
    set.note.clear();
}

} // namespace pairscope

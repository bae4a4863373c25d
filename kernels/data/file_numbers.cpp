// SPDX-License-Identifier: MIT
#include "kernels/data/file_numbers.h"

#include "kernels/data/overloaded.h"

#include <algorithm>
#include <utility>

namespace pairscope {
namespace {

using NumberColumns = std::vector<std::span<const double>>;

} // namespace

FileNumbers::FileNumbers(std::vector<std::span<const double>> columns)
    : rows_(columns.empty() ? 0 : std::ssize(columns.front())), dims_(std::ssize(columns)),
      numbers_(std::move(columns)) {}

FileNumbers::FileNumbers(std::vector<double> items, std::int64_t dims)
    : rows_(dims == 0 ? 0 : std::ssize(items) / dims), dims_(dims), numbers_(std::move(items)) {}

FileNumbers::FileNumbers(std::vector<float> items, std::int64_t dims)
    : rows_(dims == 0 ? 0 : std::ssize(items) / dims), dims_(dims), numbers_(std::move(items)) {}

double FileNumbers::read_at(std::int64_t row, std::int64_t k) const {
    if (const auto* columns = std::get_if<NumberColumns>(&numbers_))
        return (*columns)[static_cast<std::size_t>(k)][static_cast<std::size_t>(row)];
    const auto i = static_cast<std::size_t>(row * dims_ + k);
    if (const auto* doubles = std::get_if<std::vector<double>>(&numbers_)) return (*doubles)[i];
    return static_cast<double>(std::get<std::vector<float>>(numbers_)[i]);
}

std::span<const double> FileNumbers::column(std::int64_t k, std::vector<double>& room) const {
    if (const auto* columns = std::get_if<NumberColumns>(&numbers_); columns != nullptr && scales_.empty())
        return (*columns)[static_cast<std::size_t>(k)].first(static_cast<std::size_t>(rows_));
    room.resize(static_cast<std::size_t>(rows_));
    for (std::int64_t row = 0; row < rows_; ++row) room[static_cast<std::size_t>(row)] = at(row, k);
    return room;
}

void FileNumbers::keep_first_rows(std::int64_t rows) {
    rows_ = std::min(rows_, rows);
    const auto items = static_cast<std::size_t>(rows_ * dims_);
    std::visit(Overloaded{[](NumberColumns&) {}, [items](auto& all) { all.resize(items); }}, numbers_);
}

std::vector<float>* FileNumbers::floats() {
    return scales_.empty() ? std::get_if<std::vector<float>>(&numbers_) : nullptr;
}

} // namespace pairscope

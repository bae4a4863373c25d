// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/kept_output.h"

#include "kernels/ladder/plain_kernel.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pairscope::app::workshop {
namespace {

constexpr std::int64_t rows_kept = 16; ///< a matrix has more

/// Two outputs may both be off by their tolerance, and be rounded.
bool are_close(double a, double b, double tolerance) {
    return a == b || std::abs(a - b) <= 4 * tolerance * std::max(std::abs(a), std::abs(b));
}

/// The place in the turned order of what was in place `place`; without a turn it is the same one.
std::int64_t turned_place(std::int64_t place, std::int64_t count, std::optional<std::int64_t> turn) {
    return turn ? (place + count - turned_by(*turn, count)) % count : place;
}

template <class Part> Part part_at(const float* words) {
    Part part;
    std::memcpy(static_cast<void*>(&part), words, sizeof part);
    return part;
}

constexpr const char* kept_answers = "a timed launch {} has given another output, so that its times say nothing: {}. A "
                                     "kernel must compute everything in "
                                     "each launch";

} // namespace

KeptOutput::KeptOutput(const Workload& workload, const float* data, std::uint64_t inputs_number,
                       std::minstd_rand& random)
    : workload_(workload), kind_(type_of(workload.type).output), words_(words_of(output_of(workload))),
      tolerance_(type_of(workload.type).plain->tolerance), inputs_number_(inputs_number) {
    const bool keeps_some = kind_ == OutputKind::matrix && words_.rows > rows_kept;
    for (std::int64_t i = 0; i < (keeps_some ? rows_kept : words_.rows); ++i)
        rows_.push_back(keeps_some ? std::uniform_int_distribution<std::int64_t>(0, words_.rows - 1)(random) : i);
    for (const std::int64_t row : rows_)
        kept_.insert(kept_.end(), data + row * words_.cols, data + (row + 1) * words_.cols);
}

std::string KeptOutput::differs_from(const float* data) const { return first_difference(data, std::nullopt); }
std::string KeptOutput::differs_from_turned(const float* data, std::int64_t turn) const {
    return first_difference(data, turn);
}

std::string KeptOutput::first_difference(const float* data, std::optional<std::int64_t> turn) const {
    const auto told = [&](const std::string& what) {
        return fmt::format(fmt::runtime(kept_answers), turn ? "on other data" : "on the same data", what);
    };
    if (kind_ == OutputKind::scalar || kind_ == OutputKind::pair) {
        const bool is_pair = kind_ == OutputKind::pair;
        const double before = is_pair ? part_at<FoundPair>(kept_.data()).value : part_at<double>(kept_.data());
        const double now = is_pair ? part_at<FoundPair>(data).value : part_at<double>(data);
        return are_close(before, now, tolerance_) ? "" : told(fmt::format("{:.9g} instead of {:.9g}", now, before));
    }
    if (kind_ == OutputKind::matches) {
        const std::string found = difference_of_matches(data, turn);
        return found.empty() ? "" : told(found);
    }
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const std::int64_t row = turned_place(rows_[k], words_.rows, turn);
        for (std::int64_t col = 0; col < words_.cols; ++col) {
            const std::int64_t place = kind_ == OutputKind::matrix ? turned_place(col, words_.cols, turn) : col;
            const double before = kept_[k * static_cast<std::size_t>(words_.cols) + static_cast<std::size_t>(col)];
            const double now = data[row * words_.cols + place];
            if (!are_close(before, now, tolerance_))
                return told(fmt::format("row {}, column {} is {:.9g} instead of {:.9g}", row, place, now, before));
        }
    }
    return {};
}

/// The best value counts, because two vectors may be equally near.
std::string KeptOutput::difference_of_matches(const float* data, std::optional<std::int64_t> turn) const {
    for (std::int64_t i = 0; i < words_.rows; ++i) {
        const std::int64_t row = turned_place(i, words_.rows, turn);
        const auto before = part_at<FoundMatch>(kept_.data() + i * words_.cols);
        const auto now = part_at<FoundMatch>(data + row * words_.cols);
        if (!are_close(before.best_value, now.best_value, tolerance_) ||
            !are_close(before.second_value, now.second_value, tolerance_))
            return fmt::format("the best value of vector {} is {:.9g} instead of {:.9g}", row, now.best_value,
                               before.best_value);
    }
    return {};
}

} // namespace pairscope::app::workshop

// SPDX-License-Identifier: MIT
#include "kernels/data/prepared/prepared_sets.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/vector_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

std::shared_ptr<const Dataset> as_loaded(const std::shared_ptr<const Dataset>& set) {
    return set && set->original ? set->original : set;
}

void append_rows(const Dataset& set, std::vector<double>& numbers) {
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t k = 0; k < set.dims; ++k) numbers.push_back(whole_coordinate(set, row, k));
}

std::shared_ptr<const Dataset> with_numbers(const std::shared_ptr<const Dataset>& set, std::span<const double> numbers,
                                            const Preparation& done) {
    auto needed = std::make_shared<Dataset>(*set);
    set_prepared_numbers(*needed, numbers);
    needed->why_unprepared = done.why_not;
    if (!done.note.empty()) add_note(*needed, done.note);
    needed->original = set;
    return needed;
}

} // namespace

void set_prepared_numbers(Dataset& set, std::span<const double> numbers) {
    std::vector<float> values(numbers.size()), low(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        values[i] = static_cast<float>(numbers[i]);
        low[i] = std::isfinite(values[i]) ? static_cast<float>(numbers[i] - static_cast<double>(values[i])) : 0.0f;
    }
    if (std::ranges::all_of(low, [](float x) { return x == 0.0f; })) low.clear();
    set.values = std::move(values);
    set.low = std::move(low);
    set.origin.clear();
    set.decimals.reset();
    set.unit.clear();
    set.has_exact_sums = false;
}

void prepare_sets(const WorkloadType& type, std::shared_ptr<const Dataset>& first,
                  std::shared_ptr<const Dataset>& second) {
    const bool is_one_set = second == first;
    const std::shared_ptr<const Dataset> a = as_loaded(first), b = is_one_set ? nullptr : as_loaded(second);
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>((a->rows + (b ? b->rows : 0)) * a->dims));
    append_rows(*a, numbers);
    if (b) append_rows(*b, numbers);
    const Preparation done = type.prepare(numbers, a->dims);
    if (!done.why_not.empty()) std::ranges::fill(numbers, std::numeric_limits<double>::quiet_NaN());
    const auto of_first = static_cast<std::size_t>(a->rows * a->dims);
    first = with_numbers(a, std::span(numbers).first(of_first), done);
    if (is_one_set) second = first;
    if (b) second = with_numbers(b, std::span(numbers).subspan(of_first), done);
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/memory/array_index.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace pairscope::simt {
namespace {

std::int64_t elements_of(const OutsideIndex& outside) {
    return std::accumulate(outside.extents.begin(), outside.extents.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t bytes_of(const SharedVariable& variable) {
    return static_cast<std::int64_t>(variable.end - variable.begin);
}

bool is_row_of(const SharedVariable& variable, const OutsideIndex& outside) {
    return elements_of(outside) * outside.element_bytes < bytes_of(variable);
}

bool is_that_element(const SharedVariable& variable, const OutsideIndex& outside, std::uintptr_t place) {
    const std::int64_t row = elements_of(outside) * outside.element_bytes, step = row / outside.extents[0];
    const std::int64_t begin = static_cast<std::int64_t>(place - variable.begin) - outside.index * step;
    return begin >= 0 && begin < bytes_of(variable) && begin % row < step;
}

} // namespace

std::vector<std::int64_t> extents_of(std::string_view type) {
    std::vector<std::int64_t> extents;
    for (std::size_t at = type.find('['); at != std::string_view::npos; at = type.find('[', at + 1)) {
        std::int64_t extent = 0;
        std::from_chars(type.data() + at + 1, type.data() + type.size(), extent);
        extents.push_back(extent);
    }
    return extents;
}

std::vector<SharedVariable> candidates(std::span<const SharedVariable> variables, std::string_view function,
                                       const OutsideIndex& outside) {
    if (!function.starts_with("_Z") || outside.extents.empty() || elements_of(outside) < 1) return {};
    // Copies of a function that the optimiser made have names with a dot.
    const std::string within = "_ZZ" + std::string(function.substr(2, function.find('.') - 2)) + "E";
    std::vector<SharedVariable> found;
    std::ranges::copy_if(variables, std::back_inserter(found), [&](const SharedVariable& variable) {
        const std::int64_t unit = elements_of(outside) * std::max(1, outside.element_bytes);
        return variable.symbol.starts_with(within) && bytes_of(variable) % unit == 0;
    });
    return found;
}

std::optional<OutsideIndex> matched(const SharedVariable& variable, const OutsideIndex& outside, std::uintptr_t place) {
    if (outside.element_bytes > 0)
        return is_that_element(variable, outside, place) ? std::optional(outside) : std::nullopt;
    // The variable may be the whole array, or have rows of vectors.
    for (const std::int64_t bytes : {bytes_of(variable) / elements_of(outside), std::int64_t{8}, std::int64_t{16}}) {
        OutsideIndex sized = outside;
        sized.element_bytes = static_cast<int>(bytes);
        if (is_that_element(variable, sized, place)) return sized;
    }
    return std::nullopt;
}

std::string describe(const OutsideIndex& outside, const SharedVariable* variable) {
    if (outside.extents.empty()) return fmt::format("uses index {}, which is outside of its array", outside.index);
    const std::int64_t count = outside.extents[0];
    const std::string elements = count == 1 ? "1 element (0)" : fmt::format("{} elements (0 to {})", count, count - 1);
    if (variable == nullptr) return fmt::format("uses index {} of an array that has {}", outside.index, elements);
    if (is_row_of(*variable, outside))
        return fmt::format("uses index {} in a row of the shared array {}, whose rows have {}", outside.index,
                           variable->name, elements);
    return fmt::format("uses index {} of the shared array {}, which has {}", outside.index, variable->name, elements);
}

} // namespace pairscope::simt

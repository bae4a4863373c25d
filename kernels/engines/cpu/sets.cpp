// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/sets.h"

#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <chrono>

namespace pairscope::cpu {
namespace {

constexpr std::int64_t rows_together = 256;

template <class T> void lay_out_rows(const Input& from, const Input& to, std::int64_t first, std::int64_t last) {
    const auto* const source = static_cast<const T*>(from.data);
    auto* const target = static_cast<T*>(const_cast<void*>(to.data));
    const std::int64_t dims = to.layout == Layout::interleaved ? (to.dims + 3) / 4 * 4 : to.dims;
    for (std::int64_t k = 0; k < dims; ++k)
        for (std::int64_t i = first; i < last; ++i) {
            const T value = k < from.dims && i < from.rows ? source[i * from.pitch + k] : T{};
            switch (to.layout) {
            case Layout::row_major:
                target[i * to.pitch + k] = value;
                break;
            case Layout::column_major:
                target[k * to.pitch + i] = value;
                break;
            case Layout::interleaved:
                target[(k / 4 * to.pitch + i) * 4 + k % 4] = value;
                break;
            }
        }
}

} // namespace

void lay_out(const Input& from, const Input& to) {
    const std::int64_t rows = to.layout == Layout::row_major ? to.rows : to.pitch; // what fills the pitch becomes 0
    for_rows({.rows = (rows + rows_together - 1) / rows_together, .threads = 0},
             [&](std::int64_t first, std::int64_t last) {
                 const std::int64_t begin = first * rows_together, end = std::min(last * rows_together, rows);
                 if (from.element == Element::float32)
                     lay_out_rows<float>(from, to, begin, end);
                 else
                     lay_out_rows<std::uint8_t>(from, to, begin, end);
             });
}

void SetStore::load(const Input& set) {
    sets_.clear();
    sets_.emplace(Layout::row_major, LaidOut{copied(set), 0.0});
}

const Input& SetStore::in(Layout layout) {
    if (const auto found = sets_.find(layout); found != sets_.end()) return found->second.copy.input;
    const Input& from = sets_.at(Layout::row_major).copy.input;
    LaidOut made{uninitialised(laid_out(from, layout)), 0.0};
    const auto start = std::chrono::steady_clock::now();
    lay_out(from, made.copy.input);
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return sets_.emplace(layout, std::move(made)).first->second.copy.input;
}

double SetStore::seconds_of(Layout layout) const {
    const auto found = sets_.find(layout);
    return found == sets_.end() ? 0.0 : found->second.seconds;
}

} // namespace pairscope::cpu

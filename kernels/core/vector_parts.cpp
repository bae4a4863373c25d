// SPDX-License-Identifier: MIT
#include "kernels/core/vector_parts.h"

#include "kernels/core/errors.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope {

VectorFiller::VectorFiller(Element element, std::int64_t rows, std::int64_t dims) : dims_(dims), rounded_(rows) {
    const auto count = static_cast<std::size_t>(rows * dims);
    if (element == Element::float32)
        values_ = std::vector<float>(count);
    else
        values_ = std::vector<std::uint8_t>(count);
}

std::string VectorFiller::take(std::int64_t row, std::int64_t col, double value) {
    const auto at = static_cast<std::size_t>(row * dims_ + col);
    if (auto* floats = std::get_if<std::vector<float>>(&values_)) {
        (*floats)[at] = static_cast<float>(value);
        if (std::isinf((*floats)[at]) && !std::isinf(value))
            return fmt::format("{:g}, beyond the 3.4e38 that float32 can hold; scale the numbers down", value);
        rounded_.take(row, col, value);
        return {};
    }
    if (std::isnan(value)) // some of them have a sign, which means nothing to a user
        return "no number (nan), but this workload takes whole numbers from 0 to 255; leave that row out";
    if (!(value >= 0.0 && value <= 255.0 && value == std::floor(value)))
        return fmt::format("{:g}, but this workload takes whole numbers from 0 to 255; scale and round the "
                           "numbers to that range",
                           value);
    std::get<std::vector<std::uint8_t>>(values_)[at] = static_cast<std::uint8_t>(value);
    return {};
}

void VectorFiller::finish(Dataset& data) {
    if (const auto* floats = std::get_if<std::vector<float>>(&values_))
        if (const std::string note = note_on_merged(rounded_.count_merged(*floats), "vector"); !note.empty())
            add_note(data, note);
    data.values = std::move(values_);
}

void require_dims(const std::string& name, const InputRule& rule, std::int64_t dims) {
    if (dims >= rule.dims.least && dims <= rule.dims.most) return;
    const std::string taken = rule.dims.least == rule.dims.most
                                  ? grouped(rule.dims.least)
                                  : fmt::format("{} to {}", grouped(rule.dims.least), grouped(rule.dims.most));
    throw InputError(fmt::format("cannot use {}: its vectors have {}, and this workload takes {}; {}", name,
                                 counted(dims, "coordinate"), taken,
                                 dims > rule.dims.most ? "use fewer of its columns, or choose another workload"
                                                       : "choose another file or another workload"));
}

std::int64_t kept(std::int64_t rows, const InputRule& rule, std::int64_t most_rows) {
    return std::min({rows, rule.rows.most, most_rows});
}

void note_rows(Dataset& data, std::int64_t total) {
    if (data.rows < total) add_note(data, fmt::format("first {} of {} rows", grouped(data.rows), grouped(total)));
}

void add_note(Dataset& data, const std::string& note) { data.note += (data.note.empty() ? "" : "; ") + note; }

bool are_columns_vectors(std::int64_t rows, std::int64_t cols, const InputRule& rule) {
    return cols > 0 && cols <= rule.rows.most && rule.rows.most < rows;
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/data/vector_parts.h"

#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope {

std::string why_not_taken(Element element, double value) {
    if (element == Element::float32) {
        if (!std::isinf(static_cast<float>(value)) || std::isinf(value)) return {};
        return fmt::format("{:g}, beyond the 3.4e38 that float32 can hold; scale the numbers down", value);
    }
    if (std::isnan(value)) // some of them have a sign, which means nothing to a user
        return "no number (nan), but this workload takes whole numbers from 0 to 255; leave that row out";
    if (value >= 0.0 && value <= 255.0 && value == std::floor(value)) return {};
    return fmt::format("{:g}, but this workload takes whole numbers from 0 to 255; scale and round the "
                       "numbers to that range",
                       value);
}

VectorFiller::VectorFiller(Element element, std::int64_t rows, std::int64_t dims, Digits digits)
    : dims_(dims), digits_(digits) {
    const auto count = static_cast<std::size_t>(rows * dims);
    if (element == Element::float32)
        items_ = std::vector<float>(count);
    else
        items_ = std::vector<std::uint8_t>(count);
}

std::string VectorFiller::take(std::int64_t row, std::int64_t col, double value) {
    const auto at = static_cast<std::size_t>(row * dims_ + col);
    if (auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&items_)) {
        if (std::string wrong = why_not_taken(Element::uint8, value); !wrong.empty()) return wrong;
        (*bytes)[at] = static_cast<std::uint8_t>(value);
        return {};
    }
    const auto rounded = static_cast<float>(value);
    if (auto* const floats = std::get_if<std::vector<float>>(&items_)) {
        if (std::isinf(rounded))
            if (std::string wrong = why_not_taken(Element::float32, value); !wrong.empty()) return wrong;
        if (digits_ == Digits::float32 || static_cast<double>(rounded) == value || std::isnan(value)) {
            (*floats)[at] = rounded;
            if (loses_by_size(value, value - static_cast<double>(rounded), precision_of_one_float))
                small_.add(row, col, value);
            return {};
        }
        items_ = std::vector<double>(floats->begin(), floats->end()); // all others, too, have to be doubles then
    }
    if (std::isinf(rounded))
        if (std::string wrong = why_not_taken(Element::float32, value); !wrong.empty()) return wrong;
    std::get<std::vector<double>>(items_)[at] = value;
    return {};
}

Values VectorFiller::values() {
    if (auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&items_)) return std::move(*bytes);
    return std::move(std::get<std::vector<float>>(items_));
}

void VectorFiller::finish(Dataset& data, FileNumbers& numbers) {
    std::visit(Overloaded{[&](std::vector<std::uint8_t>& bytes) { data.values = std::move(bytes); },
                          [&](auto& items) { numbers = FileNumbers(std::move(items), dims_); }},
               items_);
}

namespace {

/// A workload of Euclidean distances that takes such vectors; null: there is none.
const WorkloadType* workload_for(std::int64_t dims) {
    const auto fits = [&](const WorkloadType& type) {
        const InputRule& rule = type.inputs;
        return type.output == OutputKind::matrix && type.metric == Metric::euclidean &&
               rule.element == Element::float32 && !counts_coordinates(rule) && !rule.takes_distances &&
               rule.dims.least <= dims && dims <= rule.dims.most;
    };
    const auto found = std::ranges::find_if(workload_types(), fits);
    return found == workload_types().end() ? nullptr : &*found;
}

} // namespace

void require_dims(const std::string& name, const InputRule& rule, std::int64_t dims) {
    if (dims >= rule.dims.least && dims <= rule.dims.most) return;
    const std::string taken = rule.dims.least == rule.dims.most
                                  ? grouped(rule.dims.least)
                                  : fmt::format("{} to {}", grouped(rule.dims.least), grouped(rule.dims.most));
    const WorkloadType* const other = workload_for(dims);
    const std::string advice = other == nullptr
                                   ? std::string("choose another workload")
                                   : fmt::format("choose another workload, such as --workload {} --a FILE{}", other->id,
                                                 other->inputs.sets == 2 ? " --b FILE" : "");
    throw InputError(fmt::format(
        "cannot use {}: its vectors have {}, and this workload takes {}; {}", name, counted(dims, "coordinate"), taken,
        dims > rule.dims.most ? "use fewer of its columns, or " + advice : "choose another file, or " + advice));
}

std::int64_t kept(std::int64_t rows, const InputRule& rule, std::int64_t most_rows) {
    return std::min({rows, rule.rows.most, most_rows});
}

void note_rows(Dataset& data, std::int64_t total) {
    if (data.rows >= total) return;
    data.rows_in_source = total;
    add_note(data, fmt::format("first {} of {} rows", grouped(data.rows), grouped(total)));
}

void add_note(Dataset& data, const std::string& note) { data.note += (data.note.empty() ? "" : "; ") + note; }

bool are_columns_vectors(std::int64_t rows, std::int64_t cols, const InputRule& rule) {
    // A long file of short vectors has more rows than are read, and no workload takes vectors of so many coordinates.
    const bool may_be_long = rows <= rule.dims.most || rule.rows.most < rule.dims.most;
    return cols > 0 && cols <= rule.rows.most && rule.rows.most < rows && may_be_long;
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
// What all readers of vectors have in common, whatever format the file has.
#pragma once

#include "kernels/core/dataset.h"
#include "kernels/core/rounding.h"
#include "kernels/core/workload.h"

#include <cstdint>
#include <string>

namespace pairscope {

/// Takes values of vectors whose number is known, one after the other in any order.
class VectorFiller {
public:
    VectorFiller(Element element, std::int64_t rows, std::int64_t dims);
    /// Empty if it was taken, else what is wrong with the value.
    [[nodiscard]] std::string take(std::int64_t row, std::int64_t col, double value);
    [[nodiscard]] Values values() { return std::move(values_); }
    /// Gives the values to the set, with a note if vectors that differ in the file became equal.
    void finish(Dataset& data);

private:
    std::int64_t dims_;
    RoundedVectors rounded_;
    Values values_;
};

/// Throws InputError if the workload takes no vectors of so many coordinates.
void require_dims(const std::string& name, const InputRule& rule, std::int64_t dims);
/// How many of the file's vectors are kept.
[[nodiscard]] std::int64_t kept(std::int64_t rows, const InputRule& rule, std::int64_t most_rows);
void note_rows(Dataset& data, std::int64_t total);
void add_note(Dataset& data, const std::string& note);
/// Does the workload take fewer vectors than there are rows, but as many as there are columns?
[[nodiscard]] bool are_columns_vectors(std::int64_t rows, std::int64_t cols, const InputRule& rule);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// What all readers of vectors have in common, whatever format the file has.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/file_numbers.h"
#include "kernels/data/small_numbers.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace pairscope {

/// What is wrong with a number of a file where a workload takes such elements; empty: nothing.
[[nodiscard]] std::string why_not_taken(Element element, double value);

/// How many digits of the numbers of a file are kept until the vectors are finished.
enum class Digits : bool { float32, all };

/// Takes the numbers of an array, whose size is known, one after the other in any order.
class VectorFiller {
public:
    VectorFiller(Element element, std::int64_t rows, std::int64_t dims, Digits digits);
    /// Empty if it was taken, else what is wrong with the value.
    [[nodiscard]] std::string take(std::int64_t row, std::int64_t col, double value);
    /// Bytes or float32 numbers. Throws std::bad_variant_access if all digits were kept, and there were more.
    [[nodiscard]] Values values();
    /// With Digits::float32: the numbers that float32 holds with fewer digits than others.
    [[nodiscard]] const SmallNumbers& small() const { return small_; }
    /// Gives bytes to the set, and other numbers to `numbers`.
    void finish(Dataset& data, FileNumbers& numbers);

private:
    std::int64_t dims_;
    Digits digits_;
    SmallNumbers small_{};
    std::variant<std::vector<float>, std::vector<double>, std::vector<std::uint8_t>> items_;
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

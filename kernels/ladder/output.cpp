// SPDX-License-Identifier: MIT
#include "kernels/ladder/output.h"

namespace pairscope {
namespace {

template <class Record> constexpr std::int64_t words = sizeof(Record) / sizeof(std::uint32_t);

} // namespace

OutputShape matrix_output(std::int64_t rows, std::int64_t cols) { return {OutputKind::matrix, {rows, cols}}; }
OutputShape scalar_output() { return {OutputKind::scalar, {1, 1}}; }
OutputShape pair_output() { return {OutputKind::pair, {1, 1}}; }
OutputShape matches_output(std::int64_t count) { return {OutputKind::matches, {count, 1}}; }

OutputShape values_output(std::int64_t count) { return {OutputKind::values, {count, 1}}; }

MatrixShape words_of(const OutputShape& shape) {
    switch (shape.kind) {
    case OutputKind::matrix:
        return shape.extent;
    case OutputKind::scalar:
        return {1, words<double>};
    case OutputKind::pair:
        return {1, words<FoundPair>};
    case OutputKind::matches:
        return {shape.extent.rows, words<FoundMatch>};
    case OutputKind::values:
        return {shape.extent.rows, words<float>};
    }
    return {};
}

} // namespace pairscope

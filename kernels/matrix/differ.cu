// SPDX-License-Identifier: MIT
// How the entries of a matrix differ from those of another one in the memory of the same GPU.
#include "kernels/matrix/differences.cuh"
#include "kernels/matrix/gpu_operations.h"

#include <utility>

namespace pairscope::cuda {
namespace {

template <class Source> struct OtherMatrix {
    Source matrix;
    __device__ double operator()(std::int64_t row, std::int64_t col) const {
        return static_cast<double>(matrix.load(static_cast<int>(row), static_cast<int>(col)));
    }
};

} // namespace

MatrixErrors into_differences(const Problem& problem, const OutputTarget& other, const ErrorRule& rule,
                              std::stop_token stop, const Workplace& at) {
    MatrixErrors result;
    with_source(other, [&](auto entries) {
        result = matrix::into_differences_on_gpu(problem, OtherMatrix<decltype(entries)>{entries}, rule, stop, at);
    });
    return result;
}

} // namespace pairscope::cuda

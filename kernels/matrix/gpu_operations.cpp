// SPDX-License-Identifier: MIT
#include "kernels/matrix/gpu_operations.h"

#include "kernels/engines/cuda/check.h"
#include "kernels/engines/cuda/host_memory.h"
#include "kernels/engines/cuda/workplace.h"
#include "kernels/matrix/passes.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace pairscope::cuda {
namespace {

void read_linear(const LinearMemory& memory, const Region& region, void* to, cudaStream_t stream) {
    const auto bytes = static_cast<std::size_t>(bytes_of(memory.entry));
    const std::size_t width = static_cast<std::size_t>(region.cols) * bytes;
    const std::size_t first = static_cast<std::size_t>(region.row * memory.pitch + region.col) * bytes;
    check(cudaMemcpy2DAsync(to, width, reinterpret_cast<const std::byte*>(memory.data) + first,
                            static_cast<std::size_t>(memory.pitch) * bytes, width,
                            static_cast<std::size_t>(region.rows), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
}

cudaArray_t array_of(Surface surface) {
    cudaResourceDesc resource{};
    check(cudaGetSurfaceObjectResourceDesc(&resource, surface.handle));
    return resource.res.array.array;
}

void read_surface(Surface surface, const Region& region, void* to, cudaStream_t stream) {
    const auto bytes = static_cast<std::size_t>(bytes_of(surface.entry));
    const std::size_t width = static_cast<std::size_t>(region.cols) * bytes;
    check(cudaMemcpy2DFromArrayAsync(to, width, array_of(surface), static_cast<std::size_t>(region.col) * bytes,
                                     static_cast<std::size_t>(region.row), width, static_cast<std::size_t>(region.rows),
                                     cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
}

/// Entries as they are: halves stay halves.
void read_raw(const OutputTarget& matrix, const Region& region, void* to, cudaStream_t stream) {
    if (const auto* memory = std::get_if<LinearMemory>(&matrix))
        read_linear(*memory, region, to, stream);
    else
        read_surface(std::get<Surface>(matrix), region, to, stream);
}

/// Looks at these rows on the host, one after the other.
Comparison compared_on_host(const MatrixCheck& judge, const BothProblems& problem, const Accuracy& accuracy,
                            const std::vector<std::int64_t>& rows, const std::stop_token& stop, cudaStream_t stream) {
    const std::int64_t cols = problem.host.b.rows;
    std::vector<float> row_values = on_host<float>(cols);
    Comparison found;
    for (const std::int64_t row : rows) {
        if (stop.stop_requested()) break;
        read_raw(problem.device.out, {.row = row, .col = 0, .rows = 1, .cols = cols}, row_values.data(), stream);
        Problem one_row = problem.host;
        one_row.out = LinearMemory{row_values.data(), 0, accuracy.entry}; // its pitch is 0: every row is this one
        judge.compare_row(one_row, row, accuracy, found);
    }
    return found;
}

/// At most a thousand of the rows, with the one that is known to be wrong: for the pattern of what is wrong.
std::vector<std::int64_t> some_rows(const std::vector<std::int64_t>& rows, std::int64_t wrong_row) {
    constexpr std::size_t most_rows = 1024;
    std::vector<std::int64_t> chosen;
    const std::size_t step = (rows.size() + most_rows - 1) / most_rows;
    for (std::size_t i = 0; i < rows.size(); i += step)
        if (rows[i] != wrong_row) chosen.push_back(rows[i]);
    if (wrong_row >= 0) chosen.push_back(wrong_row);
    return chosen;
}

} // namespace

void poison(Surface surface, MatrixShape shape, const Workplace& at) {
    poison_surface(surface, shape, at.stream);
    check(cudaStreamSynchronize(at.stream));
}

void reduce(const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out,
            const Workplace& at) {
    const MatrixShape cells{(shape.rows + factor - 1) / factor, (shape.cols + factor - 1) / factor};
    if (const auto* surface = std::get_if<Surface>(&out)) {
        reduce_matrix(matrix, shape, factor, {.surface = *surface, .shape = cells}, at.stream);
        check(cudaStreamSynchronize(at.stream));
        return;
    }
    const std::int64_t count = cells.rows * cells.cols;
    auto* const min = at.scratch.get<float>(3 * count);
    reduce_matrix(matrix, shape, factor, {.min = min, .mean = min + count, .max = min + 2 * count, .shape = cells},
                  at.stream);
    Overview& overview = *std::get<Overview*>(out);
    overview = {.factor = factor, .shape = cells, .min = {}, .mean = {}, .max = {}};
    read_cells(min, overview, at);
}

void copy(const LinearMemory& matrix, MatrixShape shape, Surface into, const Workplace& at) {
    if (matrix.entry != into.entry) throw std::logic_error("the texture has entries of another type");
    const auto bytes = static_cast<std::size_t>(bytes_of(matrix.entry));
    check(cudaMemcpy2DToArrayAsync(array_of(into), 0, 0, matrix.data, static_cast<std::size_t>(matrix.pitch) * bytes,
                                   static_cast<std::size_t>(shape.cols) * bytes, static_cast<std::size_t>(shape.rows),
                                   cudaMemcpyDeviceToDevice, at.stream));
    check(cudaStreamSynchronize(at.stream));
}

void read_cells(const float* cells, Overview& overview, const Workplace& at) {
    const std::int64_t count = overview.shape.rows * overview.shape.cols;
    for (std::vector<float>* to : {&overview.min, &overview.mean, &overview.max}) {
        *to = on_host<float>(count);
        check(cudaMemcpyAsync(to->data(), cells, to->size() * sizeof(float), cudaMemcpyDeviceToHost, at.stream));
        check(cudaStreamSynchronize(at.stream));
        cells += count;
    }
}

std::vector<float> read(const OutputTarget& matrix, Region region, const Workplace& at) {
    const std::int64_t count = region.rows * region.cols;
    std::vector<float> values = on_host<float>(count);
    if (count == 0) return values;
    if (entry_of(matrix) == Entry::float32) {
        read_raw(matrix, region, values.data(), at.stream);
        return values;
    }
    std::vector<std::uint16_t> halves = on_host<std::uint16_t>(count);
    read_raw(matrix, region, halves.data(), at.stream);
    std::transform(halves.begin(), halves.end(), values.begin(), float_of_half);
    return values;
}

Comparison compare(const MatrixCheck& judge, const BothProblems& problem, const Accuracy& accuracy,
                   const std::vector<std::int64_t>& rows, std::stop_token stop, const Workplace& at) {
    Comparison result;
    if (judge.on_gpu.compare == nullptr) {
        result = compared_on_host(judge, problem, accuracy, rows, stop, at.stream);
    } else {
        result = judge.on_gpu.compare(problem.device, accuracy, rows, stop, at);
        if (result.wrong_entries > 0) {
            const OutputTarget& out = problem.device.out;
            result.found = read(out, {.row = result.row, .col = result.col, .rows = 1, .cols = 1}, at).front();
            result.expected = judge.reference(problem.host, result.row, result.col);
        }
        if (!result.right()) {
            const Comparison sampled =
                compared_on_host(judge, problem, accuracy, some_rows(rows, result.row), {}, at.stream);
            result.wrong = sampled.wrong;
            result.unwritten = sampled.unwritten;
        }
    }
    result.rows = problem.host.a.rows;
    result.cols = problem.host.b.rows;
    return result;
}

MatrixErrors into_errors(const MatrixCheck& judge, const Problem& on_device, const ErrorRule& rule,
                         std::stop_token stop, const Workplace& at) {
    if (judge.on_gpu.into_errors == nullptr) throw std::logic_error("this workload has no judge for a GPU");
    return judge.on_gpu.into_errors(on_device, rule, std::move(stop), at);
}

} // namespace pairscope::cuda

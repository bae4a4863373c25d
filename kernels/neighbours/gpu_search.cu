// SPDX-License-Identifier: MIT
#include "kernels/neighbours/gpu_search.h"

#include "kernels/cuda/device_buffer.h"
#include "kernels/cuda/event.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/stream.h"
#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/gpu_tree.h"
#include "kernels/neighbours/scale.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cuda_runtime.h>
#include <limits>
#include <vector>

namespace pairscope::cuda {
namespace {

using namespace neighbours;

constexpr int threads = 128; // per block: a few slow searches then hold up few others

/// Where a search leaves what it found: k entries for each row of the dataset.
struct Found {
    std::int32_t* neighbours;
    float* distances;
    int k;
};

/// Whole sectors at once where k is a multiple of four.
template <int capacity> __device__ void store(const Found& out, std::int32_t row, const NearestList<capacity>& list) {
    const std::int64_t at = static_cast<std::int64_t>(row) * out.k;
    if (capacity >= 4 && out.k == capacity) {
#pragma unroll
        for (int i = 0; i + 3 < capacity; i += 4) {
            const std::uint64_t a = list.keys[i], b = list.keys[i + 1], c = list.keys[i + 2], d = list.keys[i + 3];
            *reinterpret_cast<int4*>(out.neighbours + at + i) = make_int4(row_in(a), row_in(b), row_in(c), row_in(d));
            *reinterpret_cast<float4*>(out.distances + at + i) =
                make_float4(sqrtf(squared_in(a)), sqrtf(squared_in(b)), sqrtf(squared_in(c)), sqrtf(squared_in(d)));
        }
        return;
    }
#pragma unroll
    for (int i = 0; i < capacity; ++i) {
        if (i >= out.k) break;
        out.neighbours[at + i] = row_in(list.keys[i]);
        out.distances[at + i] = sqrtf(squared_in(list.keys[i]));
    }
}

/// One thread for each point, in the order of the curve: the threads of a warp need the same leaves.
template <int capacity>
__global__ void __launch_bounds__(threads)
    search_all(const __grid_constant__ PointTree tree, const __grid_constant__ Found out) {
    const std::int32_t i = blockIdx.x * threads + threadIdx.x;
    if (i >= tree.count) return;
    const std::int32_t row = tree.rows[i];
    Search<capacity> search(tree, tree.places[i], row);
    store(out, row, search.run(i / leaf_points));
}

/// The rows that are left out: the last ones of those that were sorted.
__global__ void mark_left_out(const std::int32_t* rows, int count, Found out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= count) return;
    for (int k = 0; k < out.k; ++k) {
        out.neighbours[static_cast<std::int64_t>(rows[i]) * out.k + k] = -1;
        out.distances[static_cast<std::int64_t>(rows[i]) * out.k + k] = std::numeric_limits<float>::quiet_NaN();
    }
}

} // namespace

/// Memory that the GPU can copy to while the host goes on.
class PinnedFrame {
public:
    PinnedFrame() { check(cudaMallocHost(reinterpret_cast<void**>(&frame_), sizeof *frame_)); }
    ~PinnedFrame() { warn(cudaFreeHost(frame_)); }
    PinnedFrame(const PinnedFrame&) = delete;
    PinnedFrame& operator=(const PinnedFrame&) = delete;
    [[nodiscard]] FoundFrame* get() const { return frame_; }

private:
    FoundFrame* frame_ = nullptr;
};

struct NeighbourSearch::Memory {
    explicit Memory(std::int32_t most)
        : points(2 * std::int64_t{most}), places(padded(most)), rows(padded(most)), unsorted_rows(most), codes(most),
          sorted_codes(most), boxes(boxes_of(levels_for(most))), least(boxes.size()), frame(1),
          scratch(static_cast<std::int64_t>(bytes_to_sort(most))) {}

    Stream stream;
    DeviceBuffer<float> points;
    DeviceBuffer<Place> places;
    DeviceBuffer<std::int32_t> rows, unsorted_rows;
    DeviceBuffer<std::uint64_t> codes, sorted_codes;
    DeviceBuffer<Box> boxes;
    DeviceBuffer<std::int32_t> least;
    DeviceBuffer<FoundFrame> frame;
    PinnedFrame found;
    DeviceBuffer<std::byte> scratch;
    DeviceBuffer<std::int32_t> neighbours;
    DeviceBuffer<float> distances;
    std::int32_t n = 0;
    std::int32_t finite = 0;
    Event begin, framed, sorted, built, end;
};

NeighbourSearch::NeighbourSearch(std::int32_t most_points) : memory_(std::make_unique<Memory>(most_points)) {}
NeighbourSearch::~NeighbourSearch() = default;
NeighbourSearch::NeighbourSearch(NeighbourSearch&&) noexcept = default;
NeighbourSearch& NeighbourSearch::operator=(NeighbourSearch&&) noexcept = default;

void NeighbourSearch::load(std::span<const float> coordinates) {
    Memory& m = *memory_;
    m.n = static_cast<std::int32_t>(coordinates.size() / 2);
    check(cudaMemcpyAsync(m.points.data(), coordinates.data(), coordinates.size_bytes(), cudaMemcpyHostToDevice,
                          m.stream.get()));
    m.stream.synchronize();
}

double NeighbourSearch::search(int k) {
    Memory& m = *memory_;
    const cudaStream_t stream = m.stream.get();
    if (m.neighbours.size() < std::int64_t{m.n} * k) {
        m.neighbours = DeviceBuffer<std::int32_t>(std::int64_t{m.n} * k);
        m.distances = DeviceBuffer<float>(std::int64_t{m.n} * k);
    }
    const Found out{m.neighbours.data(), m.distances.data(), k};
    m.begin.record(stream);
    enqueue_frame(m.points.data(), m.n, m.frame.data(), stream);
    check(cudaMemcpyAsync(m.found.get(), m.frame.data(), sizeof(FoundFrame), cudaMemcpyDeviceToHost, stream));
    m.framed.record(stream);
    enqueue_sort(m.points.data(), m.n, m.frame.data(),
                 {m.codes.data(), m.sorted_codes.data(), m.unsorted_rows.data(), m.rows.data(), m.scratch.data(),
                  static_cast<std::size_t>(m.scratch.size())},
                 stream);
    m.sorted.record(stream);
    m.framed.synchronize(); // the number of points is known while they are being sorted
    m.finite = static_cast<std::int32_t>(m.found.get()->count);
    if (const std::int32_t left_out = m.n - m.finite; left_out > 0)
        launch_grid(mark_left_out, tiles(left_out, threads), threads, 0, stream, m.rows.data() + m.finite, left_out,
                    out);
    PointTree tree = levels_for(m.finite);
    tree.places = m.places.data();
    tree.rows = m.rows.data();
    tree.boxes = m.boxes.data();
    tree.least = m.least.data();
    if (m.finite > 0)
        enqueue_tree(m.points.data(), tree, {m.places.data(), m.rows.data(), m.boxes.data(), m.least.data()}, stream);
    m.built.record(stream);
    if (m.finite > 0)
        with_list_for(k, [&]<int capacity>(const NearestList<capacity>&) {
            launch_grid(search_all<capacity>, tiles(m.finite, threads), threads, 0, stream, tree, out);
        });
    check(cudaGetLastError());
    m.end.record(stream);
    m.end.synchronize();
    return seconds_between(m.begin, m.end);
}

NeighbourSearch::Parts NeighbourSearch::parts() const {
    const Memory& m = *memory_;
    return {.sort = seconds_between(m.begin, m.sorted),
            .tree = seconds_between(m.sorted, m.built),
            .search = seconds_between(m.built, m.end)};
}

void NeighbourSearch::read(NeighbourTable& table) const {
    const Memory& m = *memory_;
    check(cudaMemcpyAsync(table.neighbours.data(), m.neighbours.data(), table.neighbours.size() * sizeof(std::int32_t),
                          cudaMemcpyDeviceToHost, m.stream.get()));
    check(cudaMemcpyAsync(table.distances.data(), m.distances.data(), table.distances.size() * sizeof(float),
                          cudaMemcpyDeviceToHost, m.stream.get()));
    m.stream.synchronize();
}

NeighbourTable nearest_neighbours(const NeighbourQuestion& question, int ordinal, const RunControl& control) {
    check(cudaSetDevice(ordinal));
    NeighbourTable table = empty_table(question);
    if (table.k == 0) return table;
    std::vector<float> room, scaled_room;
    const std::span<const float> points = plane_of(question.first, room);
    const double scale = scale_for(points);
    NeighbourSearch search(static_cast<std::int32_t>(question.first.rows));
    search.load(scaled(points, scale, scaled_room));
    search.search(table.k);
    search.read(table);
    finish_table(table, {.points = points, .candidates = points, .one_set = true, .scale = scale}, control);
    return table;
}

} // namespace pairscope::cuda

// SPDX-License-Identifier: MIT
#include "kernels/neighbours/gpu_search.h"

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/engines/cuda/event.h"
#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/stream.h"
#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/gpu_tree.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

namespace pairscope::cuda {
namespace {

using namespace neighbours;

constexpr int threads = 128; // per block: a few slow searches then hold up few others

/// Where a search leaves what it found: k entries for each row of the dataset.
struct Found {
    std::int32_t* neighbours;
    std::uint8_t* doubtful; ///< see finish_table()
    int k;
    RoundingDoubt doubt;
};

/// The list has one more key than is stored, which tells whether the last one that is stored is sure.
template <int capacity> __device__ void store(const Found& out, std::int32_t row, const NearestList<capacity>& list) {
    constexpr int most = capacity - 1;
    const std::int64_t at = static_cast<std::int64_t>(row) * out.k;
    float last = squared_in(list.keys[most - 1]), next = squared_in(list.keys[most]);
    if (most >= 4 && out.k == most) {
#pragma unroll
        for (int i = 0; i + 3 < most; i += 4) { // whole sectors at once
            const std::uint64_t a = list.keys[i], b = list.keys[i + 1], c = list.keys[i + 2], d = list.keys[i + 3];
            *reinterpret_cast<int4*>(out.neighbours + at + i) = make_int4(row_in(a), row_in(b), row_in(c), row_in(d));
        }
    } else {
#pragma unroll
        for (int i = 0; i < most; ++i) {
            if (i >= out.k) break;
            out.neighbours[at + i] = row_in(list.keys[i]);
            last = squared_in(list.keys[i]);
            next = squared_in(list.keys[i + 1]);
        }
    }
    // A key that is not there is NaN, and not doubtful.
    out.doubtful[row] = sqrtf(next) <= sqrtf(last) * (1.0f + out.doubt.part) + out.doubt.distance ? 1 : 0;
}

/// One thread for each point, in the order of the curve: the threads of a warp need the same leaves.
template <int capacity>
__global__ void __launch_bounds__(threads)
    search_all(const __grid_constant__ PointTree tree, const __grid_constant__ Found out) {
    const std::int32_t i = blockIdx.x * threads + threadIdx.x;
    if (i >= tree.count) return;
    const std::int32_t row = tree.rows[i];
    NearestByKey<capacity> nearest(tree.places[i], row);
    TreeWalk<float, NearestByKey<capacity>>(tree, nearest).run(i / leaf_points);
    store(out, row, nearest.list());
}

/// The rows that are left out: the last ones of those that were sorted.
__global__ void mark_left_out(const std::int32_t* rows, int count, Found out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= count) return;
    out.doubtful[rows[i]] = 0;
    for (int k = 0; k < out.k; ++k) out.neighbours[static_cast<std::int64_t>(rows[i]) * out.k + k] = -1;
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
          scratch(static_cast<std::int64_t>(bytes_to_sort(most))), doubtful(most) {}

    Stream stream;
    DeviceBuffer<float> points;
    DeviceBuffer<TreePoint> places;
    DeviceBuffer<std::int32_t> rows, unsorted_rows;
    DeviceBuffer<std::uint64_t> codes, sorted_codes;
    DeviceBuffer<Box> boxes;
    DeviceBuffer<std::int32_t> least;
    DeviceBuffer<FoundFrame> frame;
    PinnedFrame found;
    DeviceBuffer<std::byte> scratch;
    DeviceBuffer<std::uint8_t> doubtful;
    DeviceBuffer<std::int32_t> neighbours;
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

double NeighbourSearch::search(int k, const neighbours::RoundingDoubt& doubt) {
    Memory& m = *memory_;
    const cudaStream_t stream = m.stream.get();
    if (m.neighbours.size() < std::int64_t{m.n} * k) m.neighbours = DeviceBuffer<std::int32_t>(std::int64_t{m.n} * k);
    const Found out{m.neighbours.data(), m.doubtful.data(), k, doubt};
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
        with_longer_list_for(k, [&]<int capacity>(const NearestList<capacity>&) {
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

void NeighbourSearch::finish(NeighbourTable& table, const NeighbourQuestion& question,
                             const RunControl& control) const {
    const Memory& m = *memory_;
    std::vector<std::uint8_t> doubtful(static_cast<std::size_t>(table.rows));
    check(cudaMemcpyAsync(table.neighbours.data(), m.neighbours.data(), table.neighbours.size() * sizeof(std::int32_t),
                          cudaMemcpyDeviceToHost, m.stream.get()));
    check(cudaMemcpyAsync(doubtful.data(), m.doubtful.data(), doubtful.size(), cudaMemcpyDeviceToHost, m.stream.get()));
    m.stream.synchronize();
    finish_table(table, question, doubtful, control);
}

NeighbourTable nearest_neighbours(const NeighbourQuestion& question, int ordinal, const RunControl& control) {
    check(cudaSetDevice(ordinal));
    NeighbourTable table = empty_table(question);
    if (table.k == 0) return table;
    std::vector<float> room;
    NeighbourSearch search(static_cast<std::int32_t>(question.first.rows));
    search.load(rounded_plane_of(question.first, room));
    search.search(table.k, doubt_about(question.first));
    search.finish(table, question, control);
    return table;
}

} // namespace pairscope::cuda

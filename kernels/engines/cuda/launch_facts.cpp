// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch_facts.h"

#include "kernels/engines/cuda/check.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>

namespace pairscope::cuda {
namespace {

struct DestroyGraph {
    void operator()(cudaGraph_t graph) const { warn(cudaGraphDestroy(graph)); }
};
using Graph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;

Graph captured(cudaStream_t stream, const std::function<void(cudaStream_t)>& enqueue) {
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    cudaGraph_t graph = nullptr;
    try {
        enqueue(stream);
    } catch (...) {
        warn(cudaStreamEndCapture(stream, &graph));
        if (graph != nullptr) warn(cudaGraphDestroy(graph));
        throw;
    }
    check(cudaStreamEndCapture(stream, &graph));
    return Graph(graph);
}

std::array<int, 3> sides(const dim3& d) {
    return {static_cast<int>(d.x), static_cast<int>(d.y), static_cast<int>(d.z)};
}

int attribute(cudaDeviceAttr which, int ordinal) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, ordinal));
    return value;
}

LaunchFacts facts_of(const cudaKernelNodeParams& node, const Device& device) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, node.func));
    const char* name = nullptr;
    check(cudaFuncGetName(&name, node.func));
    LaunchFacts facts{.kernel = name, .grid = sides(node.gridDim), .block = sides(node.blockDim)};
    facts.registers = attributes.numRegs;
    facts.shared_bytes = static_cast<std::int64_t>(attributes.sharedSizeBytes) + node.sharedMemBytes;
    const int threads = facts.block[0] * facts.block[1] * facts.block[2];
    check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&facts.blocks_per_unit, node.func, threads, node.sharedMemBytes));
    const int warp = attribute(cudaDevAttrWarpSize, device.ordinal);
    const int most = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device.ordinal) / warp;
    facts.occupancy = static_cast<double>(facts.blocks_per_unit * ((threads + warp - 1) / warp)) / most;
    return facts;
}

/// Absent for a copy, a fill, or a kernel that is not this program's.
std::optional<LaunchFacts> facts_of(cudaGraphNode_t node, const Device& device) {
    cudaGraphNodeType type{};
    check(cudaGraphNodeGetType(node, &type));
    if (type != cudaGraphNodeTypeKernel) return std::nullopt;
    cudaKernelNodeParams parameters{};
    const cudaError_t error = cudaGraphKernelNodeGetParams(node, &parameters);
    if (error == cudaErrorInvalidDeviceFunction) { // a library's, which this program's runtime does not know
        static_cast<void>(cudaGetLastError());     // clears this error, so that no later call reports it
        return std::nullopt;
    }
    check(error);
    return facts_of(parameters, device);
}

} // namespace

std::vector<LaunchFacts> captured_launches(const Device& device, cudaStream_t stream,
                                           const std::function<void(cudaStream_t)>& enqueue) {
    const Graph graph = captured(stream, enqueue);
    std::size_t count = 0;
    check(cudaGraphGetNodes(graph.get(), nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    check(cudaGraphGetNodes(graph.get(), nodes.data(), &count));
    std::vector<LaunchFacts> launches; // on one stream: the nodes are in the order they were enqueued
    for (const cudaGraphNode_t node : nodes)
        if (auto facts = facts_of(node, device)) launches.push_back(std::move(*facts));
    return launches;
}

} // namespace pairscope::cuda

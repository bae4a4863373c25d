// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/memory.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

namespace pairscope::cpu {
namespace {

/// A line of /proc/meminfo, "MemAvailable:  1234 kB" [bytes]. A system without that file refuses nothing.
std::int64_t meminfo(std::string_view key) {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    std::int64_t kilobytes = 0;
    while (file >> name >> kilobytes && std::getline(file, unit))
        if (name == key) return kilobytes * 1024;
    return std::numeric_limits<std::int64_t>::max();
}

} // namespace

std::int64_t total_memory() { return meminfo("MemTotal:"); }
std::int64_t free_memory() { return meminfo("MemAvailable:"); }

void require_memory(std::string_view what, std::int64_t bytes, std::int64_t free_bytes) {
    if (bytes <= free_bytes) return;
    throw MemoryError(fmt::format("{} needs {} of memory, but only {} are free: choose fewer points", what,
                                  bytes_in_words(static_cast<double>(bytes)),
                                  bytes_in_words(static_cast<double>(free_bytes))));
}

std::shared_ptr<float> allocate_floats(std::string_view what, std::int64_t count) {
    constexpr std::int64_t huge_page = 2 << 20;
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(float));
    require_memory(what, bytes, free_memory());
    const std::int64_t alignment = bytes >= huge_page ? huge_page : 64;
    const auto padded = static_cast<std::size_t>((bytes + alignment - 1) / alignment * alignment);
    void* const memory = std::aligned_alloc(static_cast<std::size_t>(alignment), padded);
    if (memory == nullptr)
        throw MemoryError(
            fmt::format("{} needs {} of memory, which the system refuses to this process: choose fewer points", what,
                        bytes_in_words(static_cast<double>(bytes))));
    // Fewer, larger pages: a matrix of 1 GB then has 512 of them instead of 262144.
    if (alignment == huge_page) madvise(memory, padded, MADV_HUGEPAGE);
    return {static_cast<float*>(memory), [](float* owned) { std::free(owned); }};
}

CopiedInput uninitialised(const Input& shape) {
    CopiedInput made{allocate_floats("the dataset", (shape.size_bytes() + 3) / 4), shape};
    made.input.data = made.memory.get();
    return made;
}

CopiedInput copied(const Input& input) {
    CopiedInput copy = uninitialised(input);
    std::memcpy(copy.memory.get(), input.data, static_cast<std::size_t>(input.size_bytes()));
    return copy;
}

} // namespace pairscope::cpu

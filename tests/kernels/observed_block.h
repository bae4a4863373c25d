// SPDX-License-Identifier: MIT
// A test calls these functions in place of the threads of a block. Each store writes a new value into real memory.
#pragma once

#include "kernels/engines/simt/observer.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace pairscope::simt {

constexpr std::uintptr_t points_at = 0x10000000, out_at = 0x20000000, dynamic_at = 0x30000000, static_at = 0x40000000;
/// Stand for lines of a kernel.
constexpr std::uintptr_t line_1 = 0x1000, line_2 = 0x1010, line_3 = 0x1020, line_4 = 0x1030;

constexpr int points_bytes = 4096, out_bytes = 8192, shared_bytes = 4096;

inline MemoryMap sample_memory() {
    return {.ranges = {{"points", points_at, points_at + points_bytes, true, nullptr},
                       {.name = "out",
                        .begin = out_at,
                        .end = out_at + out_bytes,
                        .written = std::make_shared<WrittenWords>(out_bytes / 4),
                        .cols = 64}},
            .surfaces = {}};
}

/// Zeroed pages at the addresses above, which stay until the program ends.
inline void have_memory_at(std::uintptr_t address) {
    void* const wanted = reinterpret_cast<void*>(address);
    void* const pages =
        mmap(wanted, 2 * 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages != wanted) throw std::runtime_error("the test cannot have memory at a fixed address");
}
inline void have_memory() {
    static const bool done = [] {
        for (const std::uintptr_t at : {out_at, dynamic_at, static_at}) have_memory_at(at);
        return true;
    }();
    (void)done;
}

/// An observer and the block it looks at: 64 threads unless a test says otherwise. `pc` stands for a line.
class ObservedBlock {
public:
    explicit ObservedBlock(const Observer::Options& options = {}, Index3 size = {64, 1, 1},
                           const MemoryMap& memory = sample_memory())
        : size_(size), observer_(memory, options) {
        have_memory();
        begin();
    }

    void begin(std::int64_t index = 0) {
        observer_.begin_block({.block = {static_cast<unsigned>(index), 0, 0},
                               .linear_index = index,
                               .size = size_,
                               .dynamic_begin = dynamic_at,
                               .dynamic_end = dynamic_at + shared_bytes,
                               .static_begin = static_at,
                               .static_end = static_at + shared_bytes});
    }
    bool load(int thread, std::uintptr_t pc, std::uintptr_t address, int bytes = 4) {
        return observer_.access({thread, pc}, address, bytes, Operation::load);
    }
    bool store(int thread, std::uintptr_t pc, std::uintptr_t address, int bytes = 4) {
        return store_value(thread, pc, address, ++last_value_, bytes);
    }
    bool store_value(int thread, std::uintptr_t pc, std::uintptr_t address, std::uint32_t value, int bytes = 4) {
        if (!observer_.access({thread, pc}, address, bytes, Operation::store)) return false;
        const int used = std::min(bytes, 4);
        std::memcpy(reinterpret_cast<void*>(address), &value, static_cast<std::size_t>(used));
        return true;
    }
    bool atomic(int thread, std::uintptr_t pc, std::uintptr_t address, int bytes = 4) {
        return observer_.access({thread, pc}, address, bytes, Operation::atomic);
    }
    Observer& observer() { return observer_; }

    /// Ends the block, and what was observed so far.
    std::shared_ptr<Observed> end() {
        observer_.end_block();
        return observer_.take();
    }

private:
    Index3 size_;
    Observer observer_;
    std::uint32_t last_value_ = 0;
};

inline ObservedSite site_at(const Observed& observed, std::uintptr_t pc) {
    const auto found = std::ranges::find(observed.sites, pc, &ObservedSite::pc);
    return found == observed.sites.end() ? ObservedSite{} : *found;
}

/// "kind: sentence" of each finding, in the order of their places.
inline std::vector<std::string> told(Observed& observed) {
    std::ranges::sort(observed.findings, {}, &ObservedFinding::pc);
    std::vector<std::string> all;
    for (const ObservedFinding& f : observed.findings) all.push_back(std::string(name_of(f.kind)) + ": " + f.told);
    return all;
}

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
// A set of vectors in device memory, in every layout that a variant asked for.
#pragma once

#include "kernels/engines/cuda/device_buffer.h"
#include "kernels/ladder/workload.h"

#include <cstddef>
#include <driver_types.h>
#include <map>
#include <vector>

namespace pairscope::cuda {

/// Writes the row-major set `from` into `to`, whose layout and pitch say how; coordinates that an interleaved set lacks
/// become 0. Only enqueues.
void lay_out(const Input& from, const Input& to, cudaStream_t stream);

/// Belongs to one device, which is current whenever a member is called.
class SetStore {
public:
    /// Forgets what it held, and waits for the copy. Throws MemoryError.
    void load(const Input& set, cudaStream_t stream);
    void clear() { sets_.clear(); }
    [[nodiscard]] bool empty() const { return sets_.empty(); }
    [[nodiscard]] Input on_host() const;
    [[nodiscard]] const Input& row_major() const { return sets_.at(Layout::row_major).input; }
    /// Made by the first call, which waits for it. Throws MemoryError.
    [[nodiscard]] const Input& in(Layout layout, cudaStream_t stream);
    [[nodiscard]] double seconds_of(Layout layout) const; ///< that making it took; 0 of the row-major one

private:
    struct LaidOut {
        DeviceBuffer<std::byte> memory;
        Input input; ///< in that memory
        double seconds = 0.0;
    };
    std::vector<std::byte> host_;
    std::map<Layout, LaidOut> sets_;
};

} // namespace pairscope::cuda

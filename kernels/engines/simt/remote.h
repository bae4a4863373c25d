// SPDX-License-Identifier: MIT
// The executor in another process: how a variant runs whose code this process does not load, such as a user's own
// kernel.
#pragma once

#include "kernels/engines/simt/executor.h"

#include <optional>

namespace pairscope::simt {

/// Executes one variant elsewhere. The functions mean what those of executor.h mean, may be called from several
/// threads, and throw std::runtime_error with one sentence where the other process has ended.
class Remote {
public:
    Remote() = default;
    virtual ~Remote() = default;
    Remote(const Remote&) = delete;
    Remote& operator=(const Remote&) = delete;

    virtual void run(const Run& run) = 0;
    /// The entries are there where `options` asks for few blocks.
    [[nodiscard]] virtual TracedEntries traced(const Inputs& inputs, const TraceOptions& options) = 0;
    [[nodiscard]] virtual std::optional<EntryWriter> find_writer(const Inputs& inputs, const TraceOptions& options,
                                                                 MatrixEntry entry) = 0;
};

} // namespace pairscope::simt

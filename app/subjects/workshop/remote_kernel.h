// SPDX-License-Identifier: MIT
// An own kernel as a variant that runs in a child: pictures, traces and checks use it like any other variant.
#pragma once

#include "app/subjects/workshop/built_kernel.h"
#include "kernels/engines/simt/remote.h"

#include <memory>

namespace pairscope::app::workshop {

class RemoteKernel final : public simt::Remote {
public:
    explicit RemoteKernel(std::shared_ptr<Workshop> workshop) : workshop_(std::move(workshop)) {}

    void run(const Run& run) override;
    [[nodiscard]] simt::TracedEntries traced(const Inputs& inputs, const simt::TraceOptions& options) override;
    [[nodiscard]] std::optional<simt::EntryWriter> find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                               MatrixEntry entry) override;

    /// Lets the child end, once nobody uses it: another version of the file takes its place.
    void close();

private:
    /// Throws std::runtime_error after close().
    [[nodiscard]] std::shared_ptr<Workshop> workshop() const;

    mutable std::mutex mutex_;
    std::shared_ptr<Workshop> workshop_;
};

} // namespace pairscope::app::workshop

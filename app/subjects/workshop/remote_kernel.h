// SPDX-License-Identifier: MIT
// An own kernel as a variant that runs in a child: pictures, traces and checks use it like any other variant.
#pragma once

#include "app/subjects/workshop/built_kernel.h"
#include "kernels/engines/simt/remote.h"

#include <chrono>
#include <memory>
#include <mutex>

namespace pairscope::app::workshop {

class RemoteKernel final : public simt::Remote {
public:
    explicit RemoteKernel(const std::shared_ptr<Workshop>& workshop) : file_(workshop->file()), workshop_(workshop) {}

    void run(const Run& run) override;
    [[nodiscard]] simt::TracedEntries traced(const Inputs& inputs, const simt::TraceOptions& options) override;
    [[nodiscard]] std::optional<simt::EntryWriter> find_writer(const Inputs& inputs, const simt::TraceOptions& options,
                                                               MatrixEntry entry) override;

    /// Lets the child end, once nobody uses it: another version of the file takes its place.
    void close();
    /// Lets the child end if nobody has used it for so long. It is built again when it is needed.
    void rest_if_unused_for(std::chrono::duration<double> time);
    /// Has it a child now?
    [[nodiscard]] bool has_child() const;

private:
    /// Throws std::runtime_error after close(), and if it cannot be built again.
    [[nodiscard]] std::shared_ptr<Workshop> workshop();

    own::OwnFile file_;
    mutable std::mutex mutex_;
    std::shared_ptr<Workshop> workshop_; ///< null: it rests, or is closed
    bool is_closed_ = false;
    std::chrono::steady_clock::time_point used_ = std::chrono::steady_clock::now();
};

} // namespace pairscope::app::workshop

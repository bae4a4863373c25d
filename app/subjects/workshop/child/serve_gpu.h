// SPDX-License-Identifier: MIT
// The child's side of a GPU: compiles the user's kernels for it and runs them there. Whether an output is right is said
// by the process that asked, because the kernels can read everything that this process has on the GPU.
#pragma once

#include "app/subjects/workshop/gpu_messages.h"
#include "kernels/data/dataset.h"
#include "kernels/own/gpu_code.h"
#include "kernels/own/object.h"
#include "profiling/station.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::app::workshop {

class GpuServer {
public:
    [[nodiscard]] GpuBuildReply build(const GpuBuildRequest& request, const own::OwnObject& object);
    /// Throws std::runtime_error where it fails.
    [[nodiscard]] GpuReply run(const GpuRequest& request, const std::stop_token& stop);

private:
    /// The inputs, as they came, or with their vectors in another order.
    struct Inputs {
        Dataset a, b; ///< b has no rows where there is one set
        [[nodiscard]] const Dataset& second() const { return b.rows == 0 ? a : b; }
    };

    void read_inputs(const RunRequest& request);
    void load(const GpuRequest& request);
    void require_same_inputs();
    [[nodiscard]] const KernelVariant& variant_for(const GpuRequest& request) const;
    OutputBuffer& output_for(const KernelVariant& variant);
    void send_output(const RunRequest& request, const OutputBuffer& output);

    std::optional<own::GpuCode> code_;
    KernelVariant variant_;
    std::optional<profiling::Station> station_;
    Inputs inputs_, turned_;
    std::vector<double> parameters_;
    std::uint64_t number_ = 0; ///< the inputs have it, which counts up by two
    bool is_turned_ = false;
    std::optional<OutputBuffer> output_;
};

} // namespace pairscope::app::workshop

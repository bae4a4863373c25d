// SPDX-License-Identifier: MIT
// Where variants run: one engine per device, with the points loaded and a matrix to write.
#pragma once

#include "app/cli/run_options.h"
#include "app/cli/texture_place.h"
#include "kernels/core/engine.h"
#include "profiling/runner.h"

#include <map>
#include <memory>
#include <string>

namespace pairscope::cli {

class Stations {
public:
    /// A stop ends the filling of new matrices early.
    explicit Stations(std::shared_ptr<const Dataset> data, std::stop_token stop = {})
        : data_(std::move(data)), stop_(std::move(stop)) {}

    /// Why this run cannot be made into this target, in one sentence; empty if it can. Throws MemoryError, cuda::Error.
    [[nodiscard]] std::string why_not(const Planned& run, TargetKind kind);

    /// The engine of a device, with the points. Throws MemoryError, cuda::Error.
    [[nodiscard]] Engine& engine(const Device& device) { return station(device).engine; }
    /// The matrix in the device's memory, or in the texture that why_not() found. The last one goes if it had other
    /// entries. Throws MemoryError.
    [[nodiscard]] profiling::RunTarget target(const Device& device, TargetKind kind, Entry entry);

    [[nodiscard]] const Dataset& data() const { return *data_; }
    [[nodiscard]] MatrixShape shape() const { return {data_->rows, data_->rows}; }
    [[nodiscard]] Workload workload(std::string_view type) const { return {type, data_->rows, data_->rows, data_->dims}; }

private:
    struct Station {
        Engine engine;
        AnswerBuffer buffer;                  ///< empty until it is needed
        std::optional<OpenedTexture> texture; ///< absent until it is needed
        Entry texture_entry = Entry::float32;
        simt::SurfaceMemory simulated; ///< of a CPU: the texture that is the buffer
    };
    Station& station(const Device& device);
    const OpenedTexture& texture(const Device& device, Entry entry);
    AnswerBuffer& buffer(const Device& device, Entry entry);

    std::shared_ptr<const Dataset> data_;
    std::stop_token stop_;
    std::map<std::string, Station> stations_; ///< by device id
};

} // namespace pairscope::cli

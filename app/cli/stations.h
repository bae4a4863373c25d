// SPDX-License-Identifier: MIT
// Where variants run: one engine per device, with the inputs loaded and room for an answer.
#pragma once

#include "app/cli/data_options.h"
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
    explicit Stations(LoadedData data, std::stop_token stop = {}) : data_(std::move(data)), stop_(std::move(stop)) {}

    /// Why this run cannot be made into this target, in one sentence; empty if it can. Throws MemoryError, cuda::Error.
    [[nodiscard]] std::string why_not(const Planned& run, TargetKind kind);

    /// The engine of a device, with the points. Throws MemoryError, cuda::Error.
    [[nodiscard]] Engine& engine(const Device& device) { return station(device).engine; }
    /// The matrix in the device's memory, or in the texture that why_not() found. The last one goes if it had other
    /// entries. Throws MemoryError.
    [[nodiscard]] profiling::RunTarget target(const Device& device, TargetKind kind, Entry entry);

    /// words_of() the answer
    [[nodiscard]] MatrixShape shape() const { return words_of(answer_of(workload())); }
    [[nodiscard]] Workload workload() const { return data_.size(); }

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

    LoadedData data_;
    std::stop_token stop_;
    std::map<std::string, Station> stations_; ///< by device id
};

} // namespace pairscope::cli

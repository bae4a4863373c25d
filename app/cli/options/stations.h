// SPDX-License-Identifier: MIT
// Where the verbs run variants: a station per device, with the inputs loaded and room for an output in its memory or in
// a texture.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/options/run_options.h"
#include "app/cli/options/texture_place.h"
#include "profiling/station.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace pairscope::cli {

class Stations {
public:
    /// A stop ends the filling of new matrices early.
    explicit Stations(std::stop_token stop = {}) : stop_(std::move(stop)) {}

    /// From now on variants are asked about these inputs. Outputs, textures and inputs from before are let go, so that
    /// the new ones have the memory to themselves; counters stay.
    void begin(LoadedData data);
    /// Frees the memory that other parts of this GPU, or the whole of it, have taken: only one of them runs at a time.
    void leave_other_parts(const Device& device);

    /// Why this run cannot be made into this target, in one sentence; empty if it can. Throws MemoryError, cuda::Error.
    [[nodiscard]] std::string why_not(const Planned& run, TargetKind kind);

    /// The device, with whatever is loaded there.
    [[nodiscard]] profiling::Station& at(const Device& device) { return place(device).station; }
    /// The device with the inputs loaded. Throws MemoryError, cuda::Error.
    [[nodiscard]] profiling::Station& loaded(const Device& device);
    /// The output of this variant in the device's memory, or in the texture that why_not() found. The last one goes if
    /// it had other entries or another size. Throws MemoryError.
    [[nodiscard]] profiling::RunTarget target(const Device& device, TargetKind kind, const KernelVariant& variant);
    /// The run of this variant there, into such a target. Throws MemoryError.
    [[nodiscard]] profiling::StationRun run(const KernelVariant& variant, const Device& device, TargetKind kind) {
        return {.variant = variant, .workload = workload(), .target = target(device, kind, variant)};
    }

    /// words_of() the output of this variant
    [[nodiscard]] MatrixShape shape(const KernelVariant& variant) const {
        return words_of(output_of(workload(), variant.both_directions));
    }
    [[nodiscard]] Workload workload() const { return data_.question.size(); }

private:
    struct PerDevice {
        profiling::Station station;
        OutputBuffer buffer{};                  ///< empty until it is needed
        std::optional<OpenedTexture> texture{}; ///< absent until it is needed
        Entry texture_entry = Entry::float32;
        simt::SurfaceMemory simulated{}; ///< for a CPU: the texture that is the buffer
    };
    static void free_memory(PerDevice& here);
    PerDevice& place(const Device& device);
    const OpenedTexture& texture(const Device& device, const KernelVariant& variant);
    OutputBuffer& buffer(const Device& device, const KernelVariant& variant);

    LoadedData data_;
    std::uint64_t revision_ = 0; ///< revision of the inputs
    std::stop_token stop_;
    std::map<std::string, PerDevice> places_; ///< by device id
};

} // namespace pairscope::cli

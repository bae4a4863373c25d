// SPDX-License-Identifier: MIT
// Another process: how a variant runs whose code this process does not load, such as a user's own kernel.
#pragma once

#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/launch_facts.h"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <vector>

namespace pairscope::simt {

/// A run on the GPU of the other process.
struct GpuRun {
    const Inputs& inputs;              ///< in host memory, row-major
    std::uint64_t inputs_number = 0;   ///< inputs of the same number are the same
    std::optional<LinearMemory> out{}; ///< host memory for the output; absent: nobody reads it
    int launches = 1;                  ///< one after the other
    int block = 0;                     ///< threads; 0: the usual number
    std::stop_token stop{};
};

/// Runs one variant elsewhere. The first functions mean what those of executor.h mean. All may be called from several
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

    /// Runs a function for the CPU there. Returns the seconds that it took, without the way to the other process. A run
    /// whose output nobody reads may be made on other data, whose output is then compared. Throws std::runtime_error.
    virtual double run_on_cpu(const Run& run, bool is_output_read) {
        static_cast<void>(is_output_read);
        static_cast<void>(run);
        throw std::logic_error("this variant is no function for the CPU");
    }

    /// Can run_on_gpu() be called? If not, the variant is only simulated.
    [[nodiscard]] virtual bool runs_on_gpu() const { return false; }
    /// Returns the seconds of one launch, as Engine::run() does. A run whose output nobody reads may be mixed with runs
    /// on other data, whose outputs are compared. Throws std::runtime_error.
    virtual double run_on_gpu(const GpuRun& run) = 0;
    /// What it would launch on that GPU.
    [[nodiscard]] virtual std::vector<LaunchFacts> launch_facts(const GpuRun& run) = 0;
};

} // namespace pairscope::simt

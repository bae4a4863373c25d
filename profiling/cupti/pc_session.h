// SPDX-License-Identifier: MIT
// CUPTI's PC sampling: which instructions warps are at, from a start to a stop. In its continuous mode nothing is
// sampled without start and stop.
#pragma once

#include "profiling/counting/counting.h"
#include "profiling/cupti/library.h"

#include <cupti_pcsampling.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {

/// What most of it is for.
inline constexpr std::string_view attempt_to_sample = "instructions cannot be sampled";

/// The functions of CUPTI for this, by the last part of their names.
struct PcFunctions {
    decltype(&cuptiPCSamplingEnable) enable = nullptr;
    decltype(&cuptiPCSamplingDisable) disable = nullptr;
    decltype(&cuptiPCSamplingStart) start = nullptr;
    decltype(&cuptiPCSamplingStop) stop = nullptr;
    decltype(&cuptiPCSamplingGetData) get_data = nullptr;
    decltype(&cuptiPCSamplingSetConfigurationAttribute) configure = nullptr;
    decltype(&cuptiPCSamplingGetNumStallReasons) count_reasons = nullptr;
    decltype(&cuptiPCSamplingGetStallReasons) get_reasons = nullptr;
    decltype(&cuptiGetSassToSourceCorrelation) place_of = nullptr;
    decltype(&cuptiGetCubinCrc) checksum = nullptr;
};

/// Null if one is missing. The library is open already and stays so.
[[nodiscard]] std::unique_ptr<PcFunctions> pc_functions_of(const Library& library);

/// What was seen of one instruction.
struct SeenPc {
    std::uint64_t checksum = 0;                    ///< CUPTI's checksum of the module
    std::map<std::uint32_t, std::uint64_t> counts; ///< samples by CUPTI's number of the reason
};
/// By function and offset in it.
using SeenPcs = std::map<std::pair<std::string, std::int64_t>, SeenPc>;

/// Sampling is switched on from its making to its end, on the current thread.
class PcSession {
public:
    /// A multiprocessor looks at a warp every 2^period cycles. Throws Error, cuda::Error.
    PcSession(const PcFunctions& functions, int ordinal, int period);
    ~PcSession();
    PcSession(const PcSession&) = delete;
    PcSession& operator=(const PcSession&) = delete;

    /// Launches from start to stop. Throws Error, and what a launch throws.
    void run(int launches, const Launch& launch);
    /// Adds what was seen since the last reading. Throws Error.
    void read(SeenPcs& seen, std::uint64_t& dropped);
    /// Samples of kernels whose module CUPTI does not know. It learns of modules when it is first used for sampling or
    /// counting, and while sampling is on; seen on an H200 with CUDA 13.
    [[nodiscard]] std::uint64_t unknown() const { return unknown_; }
    /// The names of the reasons by CUPTI's numbers.
    [[nodiscard]] const std::map<std::uint32_t, std::string>& reasons() const { return reasons_; }

private:
    class Buffer;
    static void add(const CUpti_PCSamplingData& data, SeenPcs& seen, std::uint64_t& dropped);
    CUptiResult stop();
    void configure(int period);
    void disable();

    const PcFunctions& functions_;
    CUcontext context_;
    std::map<std::uint32_t, std::string> reasons_;
    std::unique_ptr<Buffer> hardware_, read_;
    std::uint64_t unknown_ = 0;
};

} // namespace pairscope::profiling::cupti

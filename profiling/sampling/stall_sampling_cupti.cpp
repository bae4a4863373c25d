// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/check.h"
#include "profiling/cupti/pc_session.h"
#include "profiling/cupti/reasons.h"
#include "profiling/machine_code/fat_binary.h"
#include "profiling/sampling/stall_sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

namespace pairscope::profiling {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view attempt = cupti::attempt_to_sample;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The samples as plain values, without lines. Reasons that are no stalls by themselves are left out.
StallSamples samples_of(const cupti::SeenPcs& instructions, const std::map<std::uint32_t, std::string>& names) {
    StallSamples samples;
    std::map<std::uint32_t, std::size_t> places;
    for (const auto& [id, name] : names)
        if (auto reason = reason_of_counter(name); // one that has two names is counted once
            reason && std::ranges::find(samples.reasons, *reason) == samples.reasons.end()) {
            places[id] = samples.reasons.size();
            samples.reasons.push_back(*std::move(reason));
        }
    for (const auto& [where, seen] : instructions) {
        StalledPc pc{.function = where.first, .offset = where.second};
        pc.counts.resize(samples.reasons.size(), 0);
        for (const auto& [id, count] : seen.counts)
            if (const auto place = places.find(id); place != places.end()) pc.counts[place->second] += count;
        if (total(pc.counts) == 0) continue;
        samples.pcs.push_back(std::move(pc));
    }
    return samples;
}

} // namespace

struct StallSampling::State {
    Device device;
    cupti::Library library{};
    std::unique_ptr<cupti::PcFunctions> functions{};
    std::string why_not{};
};

StallSampling::StallSampling(const Device& device) : state_(std::make_unique<State>(State{.device = device})) {
    state_->library = cupti::open_library();
    state_->why_not = state_->library.why_not;
    if (state_->library.functions == nullptr) return;
    state_->functions = cupti::pc_functions_of(state_->library);
    if (state_->functions == nullptr)
        state_->why_not = fmt::format("{}: the CUPTI in {} has no PC sampling; install the CUPTI of CUDA 12 or later",
                                      attempt, state_->library.file.string());
}

StallSampling::~StallSampling() = default;
StallSampling::StallSampling(StallSampling&&) noexcept = default;
StallSampling& StallSampling::operator=(StallSampling&&) noexcept = default;

SampledStalls StallSampling::sample(double seconds, const SampledModule& module, const Launch& launch) {
    if (state_->device.backend == Backend::cpu)
        return {.why_not = "instructions are sampled on a GPU only: choose a CUDA variant and a GPU",
                .never_here = true};
    if (state_->functions == nullptr) return {.why_not = state_->why_not, .never_here = true};
    SampledStalls result;
    try {
        const StallPlan plan = plan_of_stalls(seconds, state_->device.units);
        auto from = Clock::now();
        cupti::PcSession session(*state_->functions, state_->device.ordinal, plan.period);
        result.costs.enable = seconds_since(from);
        cupti::SeenPcs instructions;
        StallSamples samples;
        std::uint64_t dropped = 0;
        int launches = 0;
        for (int more = plan.launches; more > 0; ++result.costs.rounds) {
            from = Clock::now();
            session.run(more, launch);
            result.costs.launches += seconds_since(from);
            launches += more;
            from = Clock::now();
            session.read(instructions, dropped);
            samples = samples_of(instructions, session.reasons());
            result.costs.read += seconds_since(from);
            more = launches_to_add(launches, total(samples), result.costs.launches);
        }
        samples.dropped = dropped;
        samples.launches = launches;
        samples.seconds = result.costs.launches;
        samples.period = plan.period;
        if (samples.pcs.empty()) {
            result.why_not =
                session.unknown() > 0
                    ? fmt::format(
                          "{}: the hardware took {} samples in kernels that CUPTI does not know, as happens after "
                          "counters were read; start the program again, and sample before anything is counted",
                          attempt, session.unknown())
                : samples.reasons.empty() && !session.reasons().empty()
                    ? fmt::format(
                          "{}: this CUPTI names its reasons otherwise, {} for example; install the CUPTI of CUDA 13",
                          attempt, session.reasons().begin()->second)
                    : fmt::format("{}: the hardware saw no warp in {} launches, at {} instructions; choose more points",
                                  attempt, launches, instructions.size());
            return result;
        }
        from = Clock::now();
        samples.checksum = checksum(module.cubin);
        for (StalledPc& pc : samples.pcs) // kernels of other modules have no lines here
            if (fmt::format("{:x}", instructions[{pc.function, pc.offset}].checksum) == samples.checksum)
                pc.place = place_of(module.cubin, pc.function, pc.offset);
        result.costs.places = seconds_since(from);
        result.samples = std::move(samples);
    } catch (const cupti::Error& error) {
        result.why_not = error.what();
        result.never_here = error.code != CUPTI_ERROR_OUT_OF_MEMORY;
    }
    return result;
}

std::string StallSampling::checksum(const std::string& cubin) const {
    if (state_->functions == nullptr || cubin.empty()) return {};
    CUpti_GetCubinCrcParams asked{};
    asked.size = CUpti_GetCubinCrcParamsSize;
    asked.cubin = cubin.data();
    asked.cubinSize = cubin.size();
    return state_->functions->checksum(&asked) == CUPTI_SUCCESS ? fmt::format("{:x}", asked.cubinCrc) : "";
}

CodePlace StallSampling::place_of(const std::string& cubin, const std::string& function, std::int64_t offset) const {
    if (state_->functions == nullptr || cubin.empty()) return {};
    CUpti_GetSassToSourceCorrelationParams asked{};
    asked.size = CUpti_GetSassToSourceCorrelationParamsSize;
    asked.cubin = cubin.data();
    asked.cubinSize = cubin.size();
    asked.functionName = function.c_str();
    asked.pcOffset = std::uint64_t(offset);
    const bool found = state_->functions->place_of(&asked) == CUPTI_SUCCESS && asked.fileName != nullptr;
    CodePlace place;
    if (found) {
        const std::filesystem::path path =
            std::filesystem::path(asked.dirName == nullptr ? "" : asked.dirName) / asked.fileName;
        place = {.file = repository_path(path.string()), .line = int(asked.lineNumber)};
    }
    std::free(asked.fileName); // NOLINT: CUPTI made both
    std::free(asked.dirName);  // NOLINT
    return place;
}

} // namespace pairscope::profiling

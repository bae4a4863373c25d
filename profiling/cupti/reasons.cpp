// SPDX-License-Identifier: MIT
#include "profiling/cupti/reasons.h"

#include <fmt/format.h>

#include <filesystem>

namespace pairscope::profiling::cupti {
namespace {

/// What was found, and what to do about it. Only what a user can meet has a text of its own.
std::string_view known_reason(CUptiResult result) {
    switch (static_cast<int>(result)) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
        return "the driver gives them to administrators only (RmProfilingAdminOnly is 1 in "
               "/proc/driver/nvidia/params); run as root, or load the module with "
               "NVreg_RestrictProfilingToAdminUsers=0";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
        return "the host does not give them to this virtual machine; ask its administrator to enable profiling of the "
               "vGPU";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
        return "this virtual GPU has none; use a whole GPU";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
        return "another tool holds CUPTI; start Pairscope without nsys, ncu, compute-sanitizer or cuda-gdb";
    case CUPTI_ERROR_HARDWARE_BUSY:
    case CUPTI_ERROR_INVALID_OPERATION:
        return "another program holds them; end the other profiler, or pause monitoring with dcgmi profile --pause";
    case CUPTI_ERROR_NOT_INITIALIZED:
        return "the driver is older than CUPTI, or libnvperf_host.so is missing beside it; install a newer driver or "
               "the "
               "whole toolkit";
    case CUPTI_ERROR_NOT_SUPPORTED:
    case CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED:
        return "this GPU is not supported; CUPTI counts on compute capability 7.5 and later";
    case CUPTI_ERROR_INVALID_CHIP_NAME:
    case CUPTI_ERROR_NOT_COMPATIBLE:
        return "this CUPTI does not know the GPU; install a newer CUDA toolkit";
    case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
        return "the GPU computes confidentially; switch confidential computing off";
    case CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED:
        return "a mining GPU has none";
    case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
        return "a slice of a GPU (MIG) has none; use a whole GPU";
    case CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED:
        return "GPUs joined by SLI have none; switch SLI off";
    case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
        return "Windows does not give them to this Linux; allow access to GPU performance counters in the NVIDIA "
               "Control "
               "Panel";
    case CUPTI_ERROR_NOT_READY:
        return "no kernel ran while they were read; count a variant that launches one";
    case CUPTI_ERROR_OUT_OF_MEMORY:
        return "there is too little memory; choose fewer points";
    default:
        return {};
    }
}

} // namespace

std::string reason_of(CUptiResult result, std::string_view attempt) {
    if (const std::string_view text = known_reason(result); !text.empty()) return fmt::format("{}: {}", attempt, text);
    return fmt::format(
        "{}: CUPTI failed with error {}; restart the program, and update driver and toolkit if the error stays",
        attempt, static_cast<int>(result));
}

std::string reason_not_started(CUptiResult result, int driver, std::uint32_t cupti) {
    const auto cuda =
        static_cast<int>(cupti / 10'000 * 1000 + cupti / 100 % 100 * 10); // before 13.0 it counted otherwise
    if (cupti < 130'000 || driver >= cuda) return reason_of(result, attempt_to_read);
    return fmt::format(
        "{}: the driver supports CUDA {}.{}, and CUPTI is that of CUDA {}.{}; install a newer driver, or "
        "name the folder of an older CUPTI in PAIRSCOPE_CUPTI",
        attempt_to_read, driver / 1000, driver % 1000 / 10, cuda / 1000, cuda % 1000 / 10);
}

void refuse(CUptiResult result, std::string_view attempt, std::source_location where) {
    std::string text = reason_of(result, attempt);
    if (known_reason(result).empty())
        text += fmt::format(" ({}:{})", std::filesystem::path(where.file_name()).filename().string(), where.line());
    throw Error(result, text);
}

void check(CUptiResult result, std::string_view attempt, std::source_location where) {
    if (result != CUPTI_SUCCESS) refuse(result, attempt, where);
}

} // namespace pairscope::profiling::cupti

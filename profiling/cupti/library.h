// SPDX-License-Identifier: MIT
// CUPTI, found and opened at run time: the program starts without it, and says in one sentence why there are no
// counters.
#pragma once

#include <cuda.h>
#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling::cupti {

/// The functions of CUPTI that are used here, by the last part of their names.
struct Functions {
    decltype(&cuptiGetVersion) get_version = nullptr;
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;

    decltype(&cuptiActivityRegisterCallbacks) activity_register_callbacks = nullptr;
    decltype(&cuptiActivityEnable) activity_enable = nullptr;
    decltype(&cuptiActivityDisable) activity_disable = nullptr;
    decltype(&cuptiActivityFlushAll) activity_flush_all = nullptr;
    decltype(&cuptiActivityGetNextRecord) activity_get_next_record = nullptr;

    decltype(&cuptiProfilerInitialize) profiler_initialize = nullptr;
    decltype(&cuptiProfilerDeviceSupported) profiler_device_supported = nullptr;
    decltype(&cuptiProfilerGetCounterAvailability) profiler_get_counter_availability = nullptr;
    decltype(&cuptiDeviceGetChipName) device_get_chip_name = nullptr;

    decltype(&cuptiProfilerHostGetSupportedChips) host_get_supported_chips = nullptr;
    decltype(&cuptiProfilerHostInitialize) host_initialize = nullptr;
    decltype(&cuptiProfilerHostDeinitialize) host_deinitialize = nullptr;
    decltype(&cuptiProfilerHostGetBaseMetrics) host_get_base_metrics = nullptr;
    decltype(&cuptiProfilerHostGetSubMetrics) host_get_sub_metrics = nullptr;
    decltype(&cuptiProfilerHostGetMetricProperties) host_get_metric_properties = nullptr;
    decltype(&cuptiProfilerHostConfigAddMetrics) host_config_add_metrics = nullptr;
    decltype(&cuptiProfilerHostGetConfigImageSize) host_get_config_image_size = nullptr;
    decltype(&cuptiProfilerHostGetConfigImage) host_get_config_image = nullptr;
    decltype(&cuptiProfilerHostGetNumOfPasses) host_get_num_of_passes = nullptr;
    decltype(&cuptiProfilerHostEvaluateToGpuValues) host_evaluate_to_gpu_values = nullptr;

    decltype(&cuptiRangeProfilerEnable) range_enable = nullptr;
    decltype(&cuptiRangeProfilerDisable) range_disable = nullptr;
    decltype(&cuptiRangeProfilerSetConfig) range_set_config = nullptr;
    decltype(&cuptiRangeProfilerStart) range_start = nullptr;
    decltype(&cuptiRangeProfilerStop) range_stop = nullptr;
    decltype(&cuptiRangeProfilerPushRange) range_push = nullptr;
    decltype(&cuptiRangeProfilerPopRange) range_pop = nullptr;
    decltype(&cuptiRangeProfilerDecodeData) range_decode_data = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataSize) range_get_counter_data_size = nullptr;
    decltype(&cuptiRangeProfilerCounterDataImageInitialize) range_counter_data_initialize = nullptr;
    decltype(&cuptiRangeProfilerGetCounterDataInfo) range_get_counter_data_info = nullptr;

    decltype(&cuptiPmSamplingGetCounterAvailability) sampling_get_counter_availability = nullptr;
    decltype(&cuptiPmSamplingEnable) sampling_enable = nullptr;
    decltype(&cuptiPmSamplingDisable) sampling_disable = nullptr;
    decltype(&cuptiPmSamplingSetConfig) sampling_set_config = nullptr;
    decltype(&cuptiPmSamplingStart) sampling_start = nullptr;
    decltype(&cuptiPmSamplingStop) sampling_stop = nullptr;
    decltype(&cuptiPmSamplingDecodeData) sampling_decode_data = nullptr;
    decltype(&cuptiPmSamplingGetCounterDataSize) sampling_get_counter_data_size = nullptr;
    decltype(&cuptiPmSamplingCounterDataImageInitialize) sampling_counter_data_initialize = nullptr;
    decltype(&cuptiPmSamplingGetCounterDataInfo) sampling_get_counter_data_info = nullptr;
    decltype(&cuptiPmSamplingCounterDataGetSampleInfo) sampling_get_sample_info = nullptr;
};

/// CUPTI, or why it cannot be used. Cheap to copy; once opened it stays in the process, which it does not survive
/// leaving.
struct Library {
    std::shared_ptr<const Functions> functions; ///< null: it cannot be used
    std::string why_not;                        ///< then the reason, in one sentence
    std::filesystem::path file;
    std::uint32_t version = 0; ///< 130001 for 13.0 Update 1
};

/// The first CUPTI that is at least as new as the headers this program was built with.
[[nodiscard]] Library open_library();

/// Where it is looked for, in this order. The empty folder is the loader's own search. `PAIRSCOPE_CUPTI` names the only
/// folder to look into.
[[nodiscard]] std::vector<std::filesystem::path> folders_to_search();

/// A parameter block of CUPTI: all zero but for its size, `..._STRUCT_SIZE` of its header.
template <class Parameters> [[nodiscard]] Parameters sized(std::size_t size) {
    Parameters parameters{};
    parameters.structSize = size;
    return parameters;
}

} // namespace pairscope::profiling::cupti

// SPDX-License-Identifier: MIT
#include "profiling/cupti/library.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace pairscope::profiling::cupti {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 2> file_names{"libcupti.so.13", "libcupti.so.12"};

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Looks functions up, and remembers the first that is missing.
class Finder {
public:
    explicit Finder(void* library) : library_(library) {}

    template <class Function> void find(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library_, name));
        if (function == nullptr && missing_.empty()) missing_ = name;
    }
    [[nodiscard]] const std::string& missing() const { return missing_; }

private:
    void* library_;
    std::string missing_;
};

void find_host_side(Finder& finder, Functions& f) {
    finder.find(f.host_get_supported_chips, "cuptiProfilerHostGetSupportedChips");
    finder.find(f.host_initialize, "cuptiProfilerHostInitialize");
    finder.find(f.host_deinitialize, "cuptiProfilerHostDeinitialize");
    finder.find(f.host_get_base_metrics, "cuptiProfilerHostGetBaseMetrics");
    finder.find(f.host_get_sub_metrics, "cuptiProfilerHostGetSubMetrics");
    finder.find(f.host_get_metric_properties, "cuptiProfilerHostGetMetricProperties");
    finder.find(f.host_config_add_metrics, "cuptiProfilerHostConfigAddMetrics");
    finder.find(f.host_get_config_image_size, "cuptiProfilerHostGetConfigImageSize");
    finder.find(f.host_get_config_image, "cuptiProfilerHostGetConfigImage");
    finder.find(f.host_get_num_of_passes, "cuptiProfilerHostGetNumOfPasses");
    finder.find(f.host_evaluate_to_gpu_values, "cuptiProfilerHostEvaluateToGpuValues");
}

void find_device_side(Finder& finder, Functions& f) {
    finder.find(f.get_version, "cuptiGetVersion");
    finder.find(f.subscribe, "cuptiSubscribe");
    finder.find(f.unsubscribe, "cuptiUnsubscribe");
    finder.find(f.activity_register_callbacks, "cuptiActivityRegisterCallbacks");
    finder.find(f.activity_enable, "cuptiActivityEnable");
    finder.find(f.activity_disable, "cuptiActivityDisable");
    finder.find(f.activity_flush_all, "cuptiActivityFlushAll");
    finder.find(f.activity_get_next_record, "cuptiActivityGetNextRecord");
    finder.find(f.profiler_initialize, "cuptiProfilerInitialize");
    finder.find(f.profiler_device_supported, "cuptiProfilerDeviceSupported");
    finder.find(f.profiler_get_counter_availability, "cuptiProfilerGetCounterAvailability");
    finder.find(f.device_get_chip_name, "cuptiDeviceGetChipName");
    finder.find(f.range_enable, "cuptiRangeProfilerEnable");
    finder.find(f.range_disable, "cuptiRangeProfilerDisable");
    finder.find(f.range_set_config, "cuptiRangeProfilerSetConfig");
    finder.find(f.range_start, "cuptiRangeProfilerStart");
    finder.find(f.range_stop, "cuptiRangeProfilerStop");
    finder.find(f.range_push, "cuptiRangeProfilerPushRange");
    finder.find(f.range_pop, "cuptiRangeProfilerPopRange");
    finder.find(f.range_decode_data, "cuptiRangeProfilerDecodeData");
    finder.find(f.range_get_counter_data_size, "cuptiRangeProfilerGetCounterDataSize");
    finder.find(f.range_counter_data_initialize, "cuptiRangeProfilerCounterDataImageInitialize");
    finder.find(f.range_get_counter_data_info, "cuptiRangeProfilerGetCounterDataInfo");
}

void find_sampling(Finder& finder, Functions& f) {
    finder.find(f.sampling_get_counter_availability, "cuptiPmSamplingGetCounterAvailability");
    finder.find(f.sampling_enable, "cuptiPmSamplingEnable");
    finder.find(f.sampling_disable, "cuptiPmSamplingDisable");
    finder.find(f.sampling_set_config, "cuptiPmSamplingSetConfig");
    finder.find(f.sampling_start, "cuptiPmSamplingStart");
    finder.find(f.sampling_stop, "cuptiPmSamplingStop");
    finder.find(f.sampling_decode_data, "cuptiPmSamplingDecodeData");
    finder.find(f.sampling_get_counter_data_size, "cuptiPmSamplingGetCounterDataSize");
    finder.find(f.sampling_counter_data_initialize, "cuptiPmSamplingCounterDataImageInitialize");
    finder.find(f.sampling_get_counter_data_info, "cuptiPmSamplingGetCounterDataInfo");
    finder.find(f.sampling_get_sample_info, "cuptiPmSamplingCounterDataGetSampleInfo");
}

/// libcupti opens its other half by its bare name, without looking beside itself: it must be in the process before.
void open_other_half(const fs::path& folder) { dlopen((folder / "libnvperf_host.so").c_str(), RTLD_NOW | RTLD_LOCAL); }

fs::path file_of(void* function) {
    Dl_info info{};
    return dladdr(function, &info) != 0 && info.dli_fname != nullptr ? fs::path(info.dli_fname) : fs::path();
}

/// No library if there is no such file; a library without functions if it is there and cannot be used.
std::optional<Library> opened(const fs::path& folder, const char* name) {
    if (!folder.empty()) open_other_half(folder);
    void* const handle = dlopen(folder.empty() ? name : (folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return std::nullopt;
    Functions functions;
    Finder finder(handle);
    find_device_side(finder, functions);
    find_host_side(finder, functions);
    find_sampling(finder, functions);
    Library library{.functions = nullptr, .why_not = {}, .file = folder / name, .version = 0};
    if (!finder.missing().empty()) {
        library.why_not = fmt::format("the CUPTI in {} has no {}: install the CUPTI of CUDA {} or later",
                                      library.file.string(), finder.missing(), CUDA_VERSION / 1000);
        return library;
    }
    if (folder.empty()) {
        library.file = file_of(reinterpret_cast<void*>(functions.get_version));
        open_other_half(library.file.parent_path());
    }
    functions.get_version(&library.version);
    if (library.version < CUPTI_API_VERSION) {
        library.why_not = fmt::format("the CUPTI in {} has version {}, and this program was built with {}: install the "
                                      "newer one, or name its folder in PAIRSCOPE_CUPTI",
                                      library.file.string(), library.version, CUPTI_API_VERSION);
        return library;
    }
    library.functions = std::make_shared<const Functions>(functions);
    return library;
}

std::string nothing_found() {
    if (const std::string only = variable("PAIRSCOPE_CUPTI"); !only.empty())
        return fmt::format("PAIRSCOPE_CUPTI is {}, and there is no {} in it", only, file_names.front());
    return fmt::format("{} was not found: install the CUDA toolkit, or name the folder that has it in PAIRSCOPE_CUPTI",
                       file_names.front());
}

} // namespace

std::vector<fs::path> folders_to_search() {
    if (const std::string only = variable("PAIRSCOPE_CUPTI"); !only.empty()) return {only};
    std::vector<fs::path> folders{{}};
    std::vector<std::string> toolkits{variable("CUDA_HOME"), variable("CUDA_PATH"), "/usr/local/cuda", "/opt/cuda"};
    for (const fs::path toolkit : toolkits) {
        if (toolkit.empty()) continue;
        folders.push_back(toolkit / "lib64");
        folders.push_back(toolkit / "extras/CUPTI/lib64");
    }
    for (std::string_view rest = PAIRSCOPE_CUPTI_FOLDERS; !rest.empty();) { // folders of the toolkit it was built with
        const std::string_view folder = rest.substr(0, rest.find(':'));
        if (!folder.empty()) folders.emplace_back(folder);
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    }
    return folders;
}

Library open_library() {
    std::optional<Library> unusable;
    for (const fs::path& folder : folders_to_search()) {
        for (const char* const name : file_names) {
            std::optional<Library> library = opened(folder, name);
            if (library && library->functions != nullptr) return *library;
            if (library && !unusable) unusable = std::move(library);
        }
    }
    return unusable ? *unusable : Library{.functions = nullptr, .why_not = nothing_found(), .file = {}, .version = 0};
}

} // namespace pairscope::profiling::cupti

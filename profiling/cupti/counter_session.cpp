// SPDX-License-Identifier: MIT
#include "profiling/cupti/counter_session.h"

#include "kernels/cuda/check.h"
#include "profiling/cupti/reasons.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {
namespace {

constexpr std::string_view attempt = attempt_to_read;
constexpr std::size_t ranges = 1;

/// The device's own context, current on this thread.
CUcontext context_of(int ordinal) {
    cuda::check(cudaSetDevice(ordinal));
    cuda::check(cudaFree(nullptr)); // makes the context, if nothing did before
    // The driver is in the process by now; linking it would keep the program from starting without one.
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    const auto current =
        driver == nullptr ? nullptr : reinterpret_cast<decltype(&cuCtxGetCurrent)>(dlsym(driver, "cuCtxGetCurrent"));
    CUcontext context = nullptr;
    if (current == nullptr || current(&context) != CUDA_SUCCESS || context == nullptr)
        refuse(CUPTI_ERROR_INVALID_CONTEXT, attempt);
    return context;
}

/// Asks before anything is switched on; the first "no" is the reason.
void check_support(const Library& library, int ordinal) {
    const Functions& functions = *library.functions;
    auto start = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    if (const CUptiResult result = functions.profiler_initialize(&start); result != CUPTI_SUCCESS) {
        int driver = 0;
        cuda::check(cudaDriverGetVersion(&driver));
        throw Error(result, reason_not_started(result, driver, library.version));
    }
    auto asked = sized<CUpti_Profiler_DeviceSupported_Params>(CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
    asked.cuDevice = ordinal; // a CUdevice is the ordinal
    asked.api = CUPTI_PROFILER_RANGE_PROFILING;
    check(functions.profiler_device_supported(&asked), attempt);
    const auto require = [](CUpti_Profiler_Support_Level level, CUptiResult why) {
        if (level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED)
            refuse(why, attempt);
    };
    require(asked.vGpu, CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED);
    require(asked.confidentialCompute, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED);
    require(asked.cmp, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED);
    require(asked.wsl, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED);
    require(asked.sli, CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED);
    require(asked.architecture, CUPTI_ERROR_NOT_SUPPORTED);
    require(asked.isSupported, CUPTI_ERROR_NOT_SUPPORTED);
}

std::string chip_of(const Functions& functions, int ordinal) {
    auto asked = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    asked.deviceIndex = static_cast<std::size_t>(ordinal);
    check(functions.device_get_chip_name(&asked), attempt);
    return asked.pChipName;
}

/// The counters that may be read here. Without permission this is the first call that says so.
std::vector<std::uint8_t> availability(const Functions& functions, CUcontext context) {
    auto asked =
        sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    asked.ctx = context;
    check(functions.profiler_get_counter_availability(&asked), attempt);
    std::vector<std::uint8_t> image(asked.counterAvailabilityImageSize);
    asked.pCounterAvailabilityImage = image.data();
    check(functions.profiler_get_counter_availability(&asked), attempt);
    return image;
}

Host host_of(const Library& library, int ordinal) {
    const Functions& functions = *library.functions;
    const CUcontext context = context_of(ordinal);
    check_support(library, ordinal);
    return {library, chip_of(functions, ordinal), availability(functions, context)};
}

/// One pass: from start and push to pop and stop, also when the launch throws.
class Pass {
public:
    Pass(const Functions& functions, CUpti_RangeProfiler_Object* profiler)
        : functions_(functions), profiler_(profiler) {
        auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
        start.pRangeProfilerObject = profiler;
        check(functions.range_start(&start), attempt);
        auto push = sized<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
        push.pRangeProfilerObject = profiler;
        push.pRangeName = "launch";
        if (const CUptiResult result = functions.range_push(&push); result != CUPTI_SUCCESS) {
            stop();
            refuse(result, attempt);
        }
    }
    ~Pass() {
        if (ended_) return;
        pop();
        stop();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    /// Is it the last one?
    [[nodiscard]] bool end() {
        ended_ = true;
        const CUptiResult popped = pop();
        const CUptiResult stopped = stop();
        check(popped, attempt);
        check(stopped, attempt);
        return last_;
    }

private:
    CUptiResult pop() {
        auto block = sized<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
        block.pRangeProfilerObject = profiler_;
        return functions_.range_pop(&block);
    }
    CUptiResult stop() {
        auto block = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
        block.pRangeProfilerObject = profiler_;
        const CUptiResult result = functions_.range_stop(&block);
        last_ = block.isAllPassSubmitted != 0;
        return result;
    }

    const Functions& functions_;
    CUpti_RangeProfiler_Object* profiler_;
    bool ended_ = false, last_ = false;
};

std::vector<const char*> pointers_to(const std::vector<std::string>& names) {
    std::vector<const char*> pointers;
    for (const std::string& name : names) pointers.push_back(name.c_str());
    return pointers;
}

} // namespace

CounterSession::CounterSession(Library library, const Device& device)
    : library_(std::move(library)), ordinal_(device.ordinal), host_(host_of(library_, ordinal_)) {}

CounterSession::~CounterSession() { rest(); }

CounterSession::CounterSession(CounterSession&& other) noexcept
    : library_(std::move(other.library_)), ordinal_(other.ordinal_), host_(std::move(other.host_)),
      profiler_(std::exchange(other.profiler_, nullptr)), prepared_(std::move(other.prepared_)) {}

CounterSession& CounterSession::operator=(CounterSession&& other) noexcept {
    std::swap(library_, other.library_);
    std::swap(ordinal_, other.ordinal_);
    std::swap(host_, other.host_);
    std::swap(profiler_, other.profiler_);
    std::swap(prepared_, other.prepared_);
    return *this;
}

void CounterSession::enable() {
    const CUcontext context = context_of(ordinal_);
    if (profiler_ != nullptr) return;
    auto block = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    block.ctx = context;
    check(library_.functions->range_enable(&block), attempt);
    profiler_ = block.pRangeProfilerObject;
}

void CounterSession::rest() {
    if (profiler_ == nullptr) return;
    cuda::warn(cudaSetDevice(ordinal_));
    auto block = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    block.pRangeProfilerObject = std::exchange(profiler_, nullptr);
    library_.functions->range_disable(&block);
    prepared_.clear(); // their images belong to that profiler
}

CounterSession::Prepared& CounterSession::prepared(const std::vector<Asked>& asked) {
    std::vector<std::string> metrics;
    for (const Asked& one : asked)
        if (std::ranges::find(metrics, one.metric) == metrics.end()) metrics.push_back(one.metric);
    const std::string key = fmt::format("{}", fmt::join(metrics, " "));
    if (const auto found = prepared_.find(key); found != prepared_.end()) return found->second;
    Prepared list{.metrics = std::move(metrics), .configuration = {}, .data = {}};
    list.configuration = host_.configuration(list.metrics);
    std::vector<const char*> names = pointers_to(list.metrics);
    auto size =
        sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = ranges;
    size.maxNumRangeTreeNodes = ranges;
    check(library_.functions->range_get_counter_data_size(&size), attempt);
    list.data.resize(size.counterDataSize);
    return prepared_.emplace(key, std::move(list)).first->second;
}

void CounterSession::configure(Prepared& list) {
    auto empty = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    empty.pRangeProfilerObject = profiler_;
    empty.counterDataSize = list.data.size();
    empty.pCounterData = list.data.data();
    check(library_.functions->range_counter_data_initialize(&empty), attempt);
    auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = profiler_;
    set.configSize = list.configuration.image.size();
    set.pConfig = list.configuration.image.data();
    set.counterDataImageSize = list.data.size();
    set.pCounterDataImage = list.data.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = ranges;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    check(library_.functions->range_set_config(&set), attempt);
}

void CounterSession::run_passes(const Prepared& list, const Launch& launch) {
    const int most = list.configuration.passes + 1; // one more than planned: CUPTI says itself which is the last
    for (int i = 0; i < most; ++i) {
        Pass pass(*library_.functions, profiler_);
        launch();
        if (pass.end()) return;
    }
    refuse(CUPTI_ERROR_MAX_LIMIT_REACHED, attempt);
}

void CounterSession::decode(const Prepared& list) {
    auto block = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    block.pRangeProfilerObject = profiler_;
    check(library_.functions->range_decode_data(&block), attempt);
    auto info =
        sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = list.data.data();
    info.counterDataImageSize = list.data.size();
    check(library_.functions->range_get_counter_data_info(&info), attempt);
    if (block.numOfRangeDropped != 0 || info.numTotalRanges != ranges) refuse(CUPTI_ERROR_NOT_READY, attempt);
}

Counters CounterSession::count(const std::vector<Asked>& asked, const Launch& launch) {
    Counters result{.chip = host_.chip(), .passes = 0, .counts = {}};
    if (asked.empty()) return result;
    enable();
    Prepared& list = prepared(asked);
    configure(list);
    run_passes(list, launch);
    decode(list);
    result.passes = list.configuration.passes;
    for (const Asked& one : asked)
        if (const auto value = host_.value(list.data, one.metric))
            result.counts.push_back({.name = one.name, .metric = one.metric, .value = *value * one.scale});
    return result;
}

} // namespace pairscope::profiling::cupti

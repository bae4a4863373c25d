// SPDX-License-Identifier: MIT
#include "profiling/cupti/counter_session.h"

#include "kernels/engines/cuda/check.h"
#include "profiling/cupti/context.h"
#include "profiling/cupti/reasons.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {
namespace {

constexpr std::uint32_t most_ranges = 2; // one more than is needed, to see that there was only one

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
    check(functions.profiler_device_supported(&asked), attempt_to_read);
    const auto require = [](CUpti_Profiler_Support_Level level, CUptiResult why) {
        if (level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED)
            refuse(why, attempt_to_read);
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
    check(functions.device_get_chip_name(&asked), attempt_to_read);
    return asked.pChipName;
}

/// The counters that may be read here. Without permission this is the first call that says so.
std::vector<std::uint8_t> availability(const Functions& functions, CUcontext context) {
    auto asked =
        sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    asked.ctx = context;
    check(functions.profiler_get_counter_availability(&asked), attempt_to_read);
    std::vector<std::uint8_t> image(asked.counterAvailabilityImageSize);
    asked.pCounterAvailabilityImage = image.data();
    check(functions.profiler_get_counter_availability(&asked), attempt_to_read);
    return image;
}

Host host_of(const Library& library, int ordinal) {
    const Functions& functions = *library.functions;
    const CUcontext context = context_of(ordinal, attempt_to_read);
    check_support(library, ordinal);
    return {library, chip_of(functions, ordinal), availability(functions, context)};
}

/// One pass: from start to stop, also when the launch throws; in a range of our own if `marked`.
class Pass {
public:
    Pass(const Functions& functions, CUpti_RangeProfiler_Object* profiler, bool marked)
        : functions_(functions), profiler_(profiler), marked_(marked) {
        auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
        start.pRangeProfilerObject = profiler;
        check(functions.range_start(&start), attempt_to_read);
        if (!marked) return;
        auto push = sized<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
        push.pRangeProfilerObject = profiler;
        push.pRangeName = "launch";
        if (const CUptiResult result = functions.range_push(&push); result != CUPTI_SUCCESS) {
            stop();
            refuse(result, attempt_to_read);
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
        check(popped, attempt_to_read);
        check(stopped, attempt_to_read);
        return last_;
    }

private:
    CUptiResult pop() {
        if (!marked_) return CUPTI_SUCCESS;
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
    bool marked_, ended_ = false, last_ = false;
};

} // namespace

CounterSession::CounterSession(Library library, const Device& device)
    : library_(std::move(library)), ordinal_(device.ordinal), host_(host_of(library_, ordinal_)) {}

CounterSession::~CounterSession() { rest(); }

CounterSession::CounterSession(CounterSession&& other) noexcept
    : library_(std::move(other.library_)), ordinal_(other.ordinal_), host_(std::move(other.host_)),
      profiler_(std::exchange(other.profiler_, nullptr)), counted_(other.counted_), range_(other.range_),
      image_(std::move(other.image_)), lists_(std::move(other.lists_)) {}

CounterSession& CounterSession::operator=(CounterSession&& other) noexcept {
    std::swap(library_, other.library_);
    std::swap(ordinal_, other.ordinal_);
    std::swap(host_, other.host_);
    std::swap(profiler_, other.profiler_);
    std::swap(counted_, other.counted_);
    std::swap(range_, other.range_);
    std::swap(image_, other.image_);
    std::swap(lists_, other.lists_);
    return *this;
}

/// A profiler takes one list and one kind of range: with another list it decodes the counters of the first, and with
/// another kind it refuses (CUPTI 13.0). So for anything else it is switched off and on.
void CounterSession::enable(const CounterList& list, Range range) {
    const CUcontext context = context_of(ordinal_, attempt_to_read);
    if (profiler_ != nullptr && counted_ == &list && range_ == range) return;
    rest();
    auto block = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    block.ctx = context;
    check(library_.functions->range_enable(&block), attempt_to_read);
    profiler_ = block.pRangeProfilerObject;
    counted_ = nullptr;
    size_image(list);
    counted_ = &list;
    range_ = range;
}

void CounterSession::rest() {
    if (profiler_ == nullptr) return;
    cuda::warn(cudaSetDevice(ordinal_));
    auto block = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    block.pRangeProfilerObject = std::exchange(profiler_, nullptr);
    library_.functions->range_disable(&block);
}

const CounterList& CounterSession::list_of(const std::vector<Asked>& asked) {
    std::vector<std::string> counters;
    for (const Asked& one : asked)
        if (std::ranges::find(counters, one.counter) == counters.end()) counters.push_back(one.counter);
    const std::string key = fmt::format("{}", fmt::join(counters, " "));
    const auto found = lists_.find(key);
    return found != lists_.end() ? found->second : lists_.emplace(key, host_.list(std::move(counters))).first->second;
}

void CounterSession::size_image(const CounterList& list) {
    std::vector<const char*> names = pointers_to(list.counters());
    auto size =
        sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pRangeProfilerObject = profiler_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = most_ranges;
    size.maxNumRangeTreeNodes = most_ranges;
    check(library_.functions->range_get_counter_data_size(&size), attempt_to_read);
    image_.assign(size.counterDataSize, 0);
}

void CounterSession::configure(const CounterList& list, Range range) {
    auto empty = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    empty.pRangeProfilerObject = profiler_;
    empty.counterDataSize = image_.size();
    empty.pCounterData = image_.data();
    check(library_.functions->range_counter_data_initialize(&empty), attempt_to_read);
    auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    set.pRangeProfilerObject = profiler_;
    set.configSize = list.image().size();
    set.pConfig = list.image().data();
    set.counterDataImageSize = image_.size();
    set.pCounterDataImage = image_.data();
    set.range = range == Range::kernel ? CUPTI_AutoRange : CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = most_ranges;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    check(library_.functions->range_set_config(&set), attempt_to_read);
}

void CounterSession::run_passes(const CounterList& list, Range range, const Launch& launch) {
    const int most = list.passes() + 1; // one more than planned: CUPTI says itself which is the last
    for (int i = 0; i < most; ++i) {
        Pass pass(*library_.functions, profiler_, range == Range::launch);
        launch();
        if (pass.end()) return;
    }
    refuse(CUPTI_ERROR_MAX_LIMIT_REACHED, attempt_to_read);
}

std::size_t CounterSession::decoded_ranges() {
    auto block = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
    block.pRangeProfilerObject = profiler_;
    check(library_.functions->range_decode_data(&block), attempt_to_read);
    auto info =
        sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = image_.data();
    info.counterDataImageSize = image_.size();
    check(library_.functions->range_get_counter_data_info(&info), attempt_to_read);
    return info.numTotalRanges + (block.numOfRangeDropped > 0 ? 1 : 0);
}

std::size_t CounterSession::count_ranges(const CounterList& list, Range range, const Launch& launch) {
    enable(list, range);
    configure(list, range);
    run_passes(list, range, launch);
    return decoded_ranges();
}

Counters CounterSession::count(const std::vector<Asked>& asked, const Launch& launch) {
    Counters result{.chip = host_.chip(), .passes = 0, .counts = {}};
    if (asked.empty()) return result;
    const CounterList& list = list_of(asked);
    std::size_t ranges = count_ranges(list, Range::kernel, launch);
    if (ranges > 1) ranges = count_ranges(list, Range::launch, launch); // ratios of several kernels have no sum
    if (ranges != 1) refuse(CUPTI_ERROR_NOT_READY, attempt_to_read);
    result.passes = list.passes();
    for (const Asked& one : asked)
        if (const auto value = list.value(image_, one.counter))
            result.counts.push_back({.name = one.name, .counter = one.counter, .value = *value * one.scale});
    return result;
}

} // namespace pairscope::profiling::cupti

// SPDX-License-Identifier: MIT
#include "profiling/cupti/host.h"

#include "profiling/cupti/reasons.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {
namespace {

constexpr std::string_view attempt_to_list = "the counters cannot be listed";
constexpr std::string_view configuring = "these counters cannot be counted together";

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

CUpti_MetricType type_of(CounterKind kind) {
    switch (kind) {
    case CounterKind::counter:
        return CUPTI_METRIC_TYPE_COUNTER;
    case CounterKind::ratio:
        return CUPTI_METRIC_TYPE_RATIO;
    case CounterKind::throughput:
        return CUPTI_METRIC_TYPE_THROUGHPUT;
    }
    return CUPTI_METRIC_TYPE__COUNT;
}

CounterKind kind_of(CUpti_MetricType type) {
    if (type == CUPTI_METRIC_TYPE_RATIO) return CounterKind::ratio;
    return type == CUPTI_METRIC_TYPE_THROUGHPUT ? CounterKind::throughput : CounterKind::counter;
}

/// Without a counter if the chip has none for it.
Asked asked_for(const Host& host, const Quantity& quantity) {
    Asked asked{.name = std::string(quantity.name), .counter = {}, .scale = quantity.scale};
    for (const std::string_view counter : quantity.counters)
        if (asked.counter.empty() && host.knows(std::string(counter))) asked.counter = counter;
    return asked;
}

} // namespace

std::vector<const char*> pointers_to(std::span<const std::string> names) {
    std::vector<const char*> pointers;
    for (const std::string& name : names) pointers.push_back(name.c_str());
    return pointers;
}

std::vector<std::string> chips(const Functions& functions) {
    auto list =
        sized<CUpti_Profiler_Host_GetSupportedChips_Params>(CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE);
    check(functions.host_get_supported_chips(&list), "the chips cannot be listed");
    return {list.ppChipNames, list.ppChipNames + list.numChips};
}

HostObject::HostObject(Library library, const std::string& chip, std::span<const std::uint8_t> availability,
                       CUpti_ProfilerType type)
    : library_(std::move(library)) {
    auto made = sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
    made.profilerType = type;
    made.pChipName = chip.c_str();
    made.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
    check(functions().host_initialize(&made), attempt_to_list);
    object_ = made.pHostObject;
}

HostObject::~HostObject() {
    if (object_ == nullptr) return;
    auto gone = sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    gone.pHostObject = object_;
    functions().host_deinitialize(&gone);
}

HostObject::HostObject(HostObject&& other) noexcept
    : library_(other.library_), object_(std::exchange(other.object_, nullptr)) {}

HostObject& HostObject::operator=(HostObject&& other) noexcept {
    std::swap(library_, other.library_);
    std::swap(object_, other.object_);
    return *this;
}

Host::Host(Library library, std::string chip, std::vector<std::uint8_t> availability, CUpti_ProfilerType type)
    : library_(std::move(library)), chip_(std::move(chip)), availability_(std::move(availability)), type_(type),
      object_(library_, chip_, availability_, type_) {}

CounterList Host::list(std::vector<std::string> counters) const {
    return {HostObject(library_, chip_, availability_, type_), std::move(counters)};
}

bool Host::knows(const std::string& counter) const {
    return counter.find('.') != std::string::npos && fact_of(counter).has_value();
}

std::optional<CounterFact> Host::fact_of(const std::string& counter) const {
    auto found = sized<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    found.pHostObject = object_.get();
    found.pMetricName = counter.c_str();
    if (library_.functions->host_get_metric_properties(&found) != CUPTI_SUCCESS) return std::nullopt;
    return CounterFact{.name = counter,
                       .kind = kind_of(found.metricType),
                       .description = text_of(found.pDescription),
                       .unit = text_of(found.pDimUnit),
                       .hardware = text_of(found.pHwUnit)};
}

std::vector<CounterFact> Host::counters() const {
    std::vector<CounterFact> all;
    for (const CounterKind kind : {CounterKind::counter, CounterKind::ratio, CounterKind::throughput}) {
        auto list =
            sized<CUpti_Profiler_Host_GetBaseMetrics_Params>(CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE);
        list.pHostObject = object_.get();
        list.metricType = type_of(kind);
        check(library_.functions->host_get_base_metrics(&list), attempt_to_list);
        for (std::size_t i = 0; i < list.numMetrics; ++i)
            if (auto fact = fact_of(list.ppMetricNames[i])) all.push_back(*std::move(fact));
    }
    return all;
}

std::vector<std::string> Host::endings(const CounterFact& counter) const {
    auto list = sized<CUpti_Profiler_Host_GetSubMetrics_Params>(CUpti_Profiler_Host_GetSubMetrics_Params_STRUCT_SIZE);
    list.pHostObject = object_.get();
    list.metricType = type_of(counter.kind);
    list.pMetricName = counter.name.c_str();
    check(library_.functions->host_get_sub_metrics(&list), attempt_to_list);
    return {list.ppSubMetrics, list.ppSubMetrics + list.numOfSubmetrics};
}

CounterList::CounterList(HostObject object, std::vector<std::string> counters)
    : object_(std::move(object)), counters_(std::move(counters)) {
    const Functions& functions = object_.functions();
    std::vector<const char*> names = pointers_to(counters_);
    auto add =
        sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    add.pHostObject = object_.get();
    add.ppMetricNames = names.data();
    add.numMetrics = names.size();
    check(functions.host_config_add_metrics(&add), configuring);
    auto size =
        sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    size.pHostObject = object_.get();
    check(functions.host_get_config_image_size(&size), configuring);
    image_.resize(size.configImageSize);
    auto get = sized<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    get.pHostObject = object_.get();
    get.configImageSize = image_.size();
    get.pConfigImage = image_.data();
    check(functions.host_get_config_image(&get), configuring);
    auto count =
        sized<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
    count.configImageSize = image_.size();
    count.pConfigImage = image_.data();
    check(functions.host_get_num_of_passes(&count), configuring);
    passes_ = static_cast<int>(count.numOfPasses);
}

std::optional<double> CounterList::value(std::span<const std::uint8_t> data, const std::string& counter) const {
    const char* name = counter.c_str();
    double result = 0.0;
    auto asked = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    asked.pHostObject = object_.get();
    asked.pCounterDataImage = data.data();
    asked.counterDataImageSize = data.size();
    asked.rangeIndex = 0;
    asked.ppMetricNames = &name;
    asked.numMetrics = 1;
    asked.pMetricValues = &result;
    if (object_.functions().host_evaluate_to_gpu_values(&asked) != CUPTI_SUCCESS || !std::isfinite(result))
        return std::nullopt;
    return result;
}

std::vector<double> CounterList::values(std::span<const std::uint8_t> data, std::size_t index) const {
    std::vector<const char*> names = pointers_to(counters_);
    std::vector<double> found(counters_.size());
    auto asked = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    asked.pHostObject = object_.get();
    asked.pCounterDataImage = data.data();
    asked.counterDataImageSize = data.size();
    asked.rangeIndex = index;
    asked.ppMetricNames = names.data();
    asked.numMetrics = names.size();
    asked.pMetricValues = found.data();
    check(object_.functions().host_evaluate_to_gpu_values(&asked), attempt_to_read);
    for (double& value : found)
        if (!std::isfinite(value)) value = 0.0; // a share of nothing: the part of the chip was switched off meanwhile
    return found;
}

Resolved resolve(const Host& host, const CounterChoice& choice) {
    Resolved resolved;
    const auto add = [&](Asked asked) {
        if (asked.counter.empty())
            resolved.absent.push_back(std::move(asked.name));
        else if (std::ranges::find(resolved.asked, asked.name, &Asked::name) == resolved.asked.end())
            resolved.asked.push_back(std::move(asked));
    };
    for (const CounterSet set : choice.sets)
        for (const Quantity& quantity : quantities())
            if (quantity.set == set) add(asked_for(host, quantity));
    for (const std::string& name : choice.counters) {
        const Quantity* const quantity = find_quantity(name);
        add(quantity != nullptr ? asked_for(host, *quantity)
                                : Asked{.name = name, .counter = host.knows(name) ? name : ""});
    }
    return resolved;
}

} // namespace pairscope::profiling::cupti

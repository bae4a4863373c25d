// SPDX-License-Identifier: MIT
#include "profiling/cupti/sampling_session.h"

#include "kernels/engines/cuda/check.h"
#include "profiling/cupti/reasons.h"
#include "profiling/cupti/sampled_quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view attempt = "the hardware counters cannot be sampled";
constexpr std::size_t hardware_buffer = std::size_t{64} << 20; // [B] between the GPU and the decoding
constexpr double usual_system_clock = 1.5e9; // [Hz] of chips that count their steps in cycles, where no other is known

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::vector<std::uint8_t> availability(const Functions& functions, int ordinal) {
    auto asked = sized<CUpti_PmSampling_GetCounterAvailability_Params>(
        CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE);
    asked.deviceIndex = static_cast<std::size_t>(ordinal);
    check(functions.sampling_get_counter_availability(&asked), attempt);
    std::vector<std::uint8_t> image(asked.counterAvailabilityImageSize);
    asked.pCounterAvailabilityImage = image.data();
    check(functions.sampling_get_counter_availability(&asked), attempt);
    return image;
}

Host host_of(const Library& library, const Device& device, const std::string& chip) {
    auto asked = sized<CUpti_Profiler_DeviceSupported_Params>(CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
    asked.cuDevice = device.ordinal; // a CUdevice is the ordinal
    asked.api = CUPTI_PROFILER_PM_SAMPLING;
    check(library.functions->profiler_device_supported(&asked), attempt);
    if (asked.isSupported == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED ||
        asked.isSupported == CUPTI_PROFILER_CONFIGURATION_DISABLED)
        refuse(CUPTI_ERROR_NOT_SUPPORTED, attempt);
    return {library, chip, availability(*library.functions, device.ordinal), CUPTI_PROFILER_TYPE_PM_SAMPLING};
}

/// The counters of these columns with those of their limits.
std::vector<std::string> counters_of(const std::vector<SampledCounters::Column>& columns) {
    std::vector<std::string> counters;
    for (const SampledCounters::Column& column : columns) counters.push_back(column.counter);
    for (const SampledCounters::Column& column : columns)
        if (!column.limit_counter.empty()) counters.push_back(column.limit_counter);
    return counters;
}

bool fits(const Host& host, const std::vector<SampledCounters::Column>& columns) {
    return host.list(counters_of(columns)).passes() == 1;
}

/// Without a counter if the chip has none for it.
SampledCounters::Column column_for(const Host& host, const SampledQuantity& quantity) {
    SampledCounters::Column column{.name = std::string(quantity.name), .counter = {}, .scale = quantity.scale};
    for (const std::string_view counter : quantity.counters)
        if (column.counter.empty() && !counter.empty() && host.knows(std::string(counter))) column.counter = counter;
    return column;
}

/// The most that the chip can do: from the sample with the most bytes, and its share of the limit [B/s].
std::optional<double> limit_of(const std::vector<double>& bytes, const std::vector<double>& shares,
                               const RawTimeline& raw) {
    std::optional<std::size_t> most;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (raw.ends[i] > raw.begins[i] && shares[i] > 0.0 && (!most || bytes[i] > bytes[*most])) most = i;
    if (!most || bytes[*most] <= 0.0) return {};
    return bytes[*most] / (0.01 * shares[*most] * 1e-9 * double(raw.ends[*most] - raw.begins[*most]));
}

} // namespace

SampledCounters counters_to_sample(const Host& host) {
    std::vector<SampledCounters::Column> columns;
    for (const SampledQuantity& quantity : sampled_quantities) {
        auto with = columns;
        with.push_back(column_for(host, quantity));
        if (!with.back().counter.empty() && fits(host, with)) columns = std::move(with);
    }
    for (SampledCounters::Column& column : columns) { // the limits are worth less than the quantities themselves
        const auto* const quantity = std::ranges::find(sampled_quantities, column.name, &SampledQuantity::name);
        const std::string counter = column.counter + std::string(share_of_limit);
        if (!quantity->has_limit || !host.knows(counter)) continue;
        column.limit_counter = counter;
        if (!fits(host, columns)) column.limit_counter.clear();
    }
    if (columns.empty() || columns.front().name != series_name::busy_sms) refuse(CUPTI_ERROR_NOT_SUPPORTED, attempt);
    return {columns, host.list(counters_of(columns))};
}

SamplingSession::SamplingSession(const Library& library, const Device& device, const std::string& chip)
    : library_(library), ordinal_(device.ordinal), counters_(counters_to_sample(host_of(library, device, chip))) {}

SamplingSession::~SamplingSession() { rest(); }

void SamplingSession::rest() {
    if (sampler_ == nullptr) return;
    auto block = sized<CUpti_PmSampling_Disable_Params>(CUpti_PmSampling_Disable_Params_STRUCT_SIZE);
    block.pPmSamplingObject = std::exchange(sampler_, nullptr);
    library_.functions->sampling_disable(&block);
}

/// A chip before Ampere's second generation does not know steps in time, but steps in cycles. Their true lengths are in
/// the time stamps of the samples.
void SamplingSession::enable(double step) {
    rest();
    most_samples_ = 0;
    cuda::check(cudaSetDevice(ordinal_));
    cuda::check(cudaFree(nullptr)); // makes the context, if nothing did before
    auto on = sized<CUpti_PmSampling_Enable_Params>(CUpti_PmSampling_Enable_Params_STRUCT_SIZE);
    on.deviceIndex = static_cast<std::size_t>(ordinal_);
    check(library_.functions->sampling_enable(&on), attempt);
    sampler_ = on.pPmSamplingObject;
    auto set = sized<CUpti_PmSampling_SetConfig_Params>(CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE);
    set.pPmSamplingObject = sampler_;
    set.configSize = counters_.list.image().size();
    set.pConfig = counters_.list.image().data();
    set.hardwareBufferSize = hardware_buffer;
    set.samplingInterval = static_cast<std::uint64_t>(std::llround(1e9 * step));
    set.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL;
    set.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST;
    const CUptiResult by_time = library_.functions->sampling_set_config(&set);
    if (by_time != CUPTI_SUCCESS) {
        set.samplingInterval = static_cast<std::uint64_t>(std::llround(usual_system_clock * step));
        set.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL;
        if (library_.functions->sampling_set_config(&set) != CUPTI_SUCCESS) refuse(by_time, attempt);
    }
    step_ = step;
}

void SamplingSession::make_image(std::uint32_t most_samples) {
    std::vector<const char*> names = pointers_to(counters_.list.counters());
    auto size =
        sized<CUpti_PmSampling_GetCounterDataSize_Params>(CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE);
    size.pPmSamplingObject = sampler_;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxSamples = most_samples;
    check(library_.functions->sampling_get_counter_data_size(&size), attempt);
    image_.assign(size.counterDataSize, 0);
    most_samples_ = most_samples;
}

/// Another step needs another configuration, which is given to a sampler that was just switched on.
void SamplingSession::configure(const SamplingSettings& settings) {
    if (sampler_ == nullptr || step_ != settings.step) enable(settings.step);
    if (most_samples_ != settings.most_samples) make_image(settings.most_samples);
}

/// From start to stop, also when the launch throws.
void SamplingSession::run(const Launch& launch) {
    const auto stop = [&] {
        auto block = sized<CUpti_PmSampling_Stop_Params>(CUpti_PmSampling_Stop_Params_STRUCT_SIZE);
        block.pPmSamplingObject = sampler_;
        return library_.functions->sampling_stop(&block);
    };
    auto from = Clock::now();
    auto start = sized<CUpti_PmSampling_Start_Params>(CUpti_PmSampling_Start_Params_STRUCT_SIZE);
    start.pPmSamplingObject = sampler_;
    check(library_.functions->sampling_start(&start), attempt);
    costs_.start = seconds_since(from);
    from = Clock::now();
    try {
        launch();
    } catch (...) {
        stop();
        throw;
    }
    costs_.launch = seconds_since(from);
    from = Clock::now();
    check(stop(), attempt);
    costs_.stop = seconds_since(from);
}

void SamplingSession::empty_image() {
    auto empty = sized<CUpti_PmSampling_CounterDataImage_Initialize_Params>(
        CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    empty.pPmSamplingObject = sampler_;
    empty.counterDataSize = image_.size();
    empty.pCounterData = image_.data();
    check(library_.functions->sampling_counter_data_initialize(&empty), attempt);
}

bool SamplingSession::decode() {
    auto block = sized<CUpti_PmSampling_DecodeData_Params>(CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE);
    block.pPmSamplingObject = sampler_;
    block.pCounterDataImage = image_.data();
    block.counterDataImageSize = image_.size();
    check(library_.functions->sampling_decode_data(&block), attempt);
    if (block.overflow != 0)
        throw Error(
            CUPTI_ERROR_OUT_OF_MEMORY,
            fmt::format("{}: the buffer between the GPU and the program overflowed at a step of {:.0f} us, so choose "
                        "fewer points or a variant that takes less time",
                        attempt, 1e6 * step_));
    return block.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL;
}

void SamplingSession::read_samples(RawTimeline& raw, std::vector<std::vector<double>>& shares) {
    auto info =
        sized<CUpti_PmSampling_GetCounterDataInfo_Params>(CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE);
    info.pCounterDataImage = image_.data();
    info.counterDataImageSize = image_.size();
    check(library_.functions->sampling_get_counter_data_info(&info), attempt);
    for (std::size_t i = 0; i < info.numCompletedSamples; ++i) {
        auto sample = sized<CUpti_PmSampling_CounterData_GetSampleInfo_Params>(
            CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE);
        sample.pPmSamplingObject = sampler_;
        sample.pCounterDataImage = image_.data();
        sample.counterDataImageSize = image_.size();
        sample.sampleIndex = i;
        check(library_.functions->sampling_get_sample_info(&sample), attempt);
        raw.begins.push_back(sample.startTimestamp);
        raw.ends.push_back(sample.endTimestamp);
        const std::vector<double> values = counters_.list.values(image_, i);
        std::size_t next = counters_.columns.size(); // the limits' counters stand behind all others
        for (std::size_t k = 0; k < counters_.columns.size(); ++k) {
            const SampledCounters::Column& column = counters_.columns[k];
            raw.series[k].values.push_back(column.scale * values[k]);
            if (!column.limit_counter.empty()) shares[k].push_back(values[next++]);
        }
    }
}

RawTimeline SamplingSession::decoded() {
    constexpr int most_images = 64;
    RawTimeline raw;
    for (const SampledCounters::Column& column : counters_.columns)
        raw.series.push_back({.name = column.name, .counter = column.counter, .values = {}});
    std::vector<std::vector<double>> shares(counters_.columns.size());
    bool more = true;
    for (int i = 0; more && i < most_images; ++i) {
        auto from = Clock::now();
        empty_image();
        more = decode();
        costs_.decode += seconds_since(from);
        from = Clock::now();
        read_samples(raw, shares);
        costs_.evaluate += seconds_since(from);
    }
    if (more) refuse(CUPTI_ERROR_MAX_LIMIT_REACHED, attempt);
    for (std::size_t k = 0; k < counters_.columns.size(); ++k)
        if (!shares[k].empty()) raw.series[k].limit = limit_of(raw.series[k].values, shares[k], raw);
    costs_.samples = raw.ends.size();
    return raw;
}

RawTimeline SamplingSession::sample(const SamplingSettings& settings, const Launch& launch) {
    costs_ = {};
    try {
        const auto from = Clock::now();
        configure(settings);
        costs_.configure = seconds_since(from);
        run(launch);
        return decoded();
    } catch (...) {
        rest(); // what is left in the buffers belongs to nothing
        throw;
    }
}

} // namespace pairscope::profiling::cupti

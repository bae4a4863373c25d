// SPDX-License-Identifier: MIT
#include "profiling/cupti/pc_session.h"

#include "profiling/cupti/context.h"
#include "profiling/cupti/reasons.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <vector>

namespace pairscope::profiling::cupti {
namespace {

constexpr std::size_t most_pcs = 20'000;          // instructions of one reading
constexpr std::uint32_t milliseconds_of_rest = 2; // CUPTI's threads look for samples so often, else every 100 ms
constexpr std::size_t scratch_bytes = std::size_t{64} << 20, hardware_bytes = std::size_t{256} << 20;

template <class Function> void look_up(Function& function, void* library, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

/// The stall reasons of a device: CUPTI's number of each, and its name.
std::map<std::uint32_t, std::string> reasons_of(const PcFunctions& functions, CUcontext context) {
    std::size_t count = 0;
    CUpti_PCSamplingGetNumStallReasonsParams number{};
    number.size = CUpti_PCSamplingGetNumStallReasonsParamsSize;
    number.ctx = context;
    number.numStallReasons = &count;
    check(functions.count_reasons(&number), attempt_to_sample);
    std::vector<std::uint32_t> ids(count);
    std::vector<std::array<char, CUPTI_STALL_REASON_STRING_SIZE>> texts(count);
    std::vector<char*> names;
    for (auto& text : texts) names.push_back(text.data());
    CUpti_PCSamplingGetStallReasonsParams asked{};
    asked.size = CUpti_PCSamplingGetStallReasonsParamsSize;
    asked.ctx = context;
    asked.numStallReasons = count;
    asked.stallReasonIndex = ids.data();
    asked.stallReasons = names.data();
    check(functions.get_reasons(&asked), attempt_to_sample);
    std::map<std::uint32_t, std::string> reasons;
    for (std::size_t i = 0; i < count; ++i) {
        texts[i].back() = '\0';
        reasons[ids[i]] = texts[i].data();
    }
    return reasons;
}

} // namespace

std::unique_ptr<PcFunctions> pc_functions_of(const Library& library) {
    void* const handle = dlopen(library.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return nullptr;
    auto f = std::make_unique<PcFunctions>();
    look_up(f->enable, handle, "cuptiPCSamplingEnable");
    look_up(f->disable, handle, "cuptiPCSamplingDisable");
    look_up(f->start, handle, "cuptiPCSamplingStart");
    look_up(f->stop, handle, "cuptiPCSamplingStop");
    look_up(f->get_data, handle, "cuptiPCSamplingGetData");
    look_up(f->configure, handle, "cuptiPCSamplingSetConfigurationAttribute");
    look_up(f->count_reasons, handle, "cuptiPCSamplingGetNumStallReasons");
    look_up(f->get_reasons, handle, "cuptiPCSamplingGetStallReasons");
    look_up(f->place_of, handle, "cuptiGetSassToSourceCorrelation");
    look_up(f->checksum, handle, "cuptiGetCubinCrc");
    const bool has_all = f->enable != nullptr && f->disable != nullptr && f->start != nullptr && f->stop != nullptr &&
                         f->get_data != nullptr && f->configure != nullptr && f->count_reasons != nullptr &&
                         f->get_reasons != nullptr && f->place_of != nullptr && f->checksum != nullptr;
    return has_all ? std::move(f) : nullptr;
}

/// Memory that CUPTI fills with what it saw at each instruction.
class PcSession::Buffer {
public:
    explicit Buffer(std::size_t reasons) : stalls_(most_pcs * reasons), pcs_(most_pcs) {
        for (std::size_t i = 0; i < most_pcs; ++i) pcs_[i].stallReason = stalls_.data() + i * reasons;
        data_.size = sizeof data_;
        data_.collectNumPcs = most_pcs;
        data_.pPcData = pcs_.data();
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    [[nodiscard]] CUpti_PCSamplingData& data() { return data_; }

private:
    std::vector<CUpti_PCSamplingStallReason> stalls_;
    std::vector<CUpti_PCSamplingPCData> pcs_;
    CUpti_PCSamplingData data_{};
};

PcSession::PcSession(const PcFunctions& functions, int ordinal, int period)
    : functions_(functions), context_(context_of(ordinal, attempt_to_sample)) {
    CUpti_PCSamplingEnableParams on{};
    on.size = CUpti_PCSamplingEnableParamsSize;
    on.ctx = context_;
    check(functions_.enable(&on), attempt_to_sample);
    try {
        reasons_ = reasons_of(functions_, context_);
        hardware_ = std::make_unique<Buffer>(reasons_.size());
        read_ = std::make_unique<Buffer>(reasons_.size());
        configure(period);
    } catch (...) {
        disable();
        throw;
    }
}

PcSession::~PcSession() { disable(); }

void PcSession::run(int launches, const Launch& launch) {
    CUpti_PCSamplingStartParams start{};
    start.size = CUpti_PCSamplingStartParamsSize;
    start.ctx = context_;
    check(functions_.start(&start), attempt_to_sample);
    try {
        for (int i = 0; i < launches; ++i) launch();
    } catch (...) {
        static_cast<void>(stop());
        throw;
    }
    check(stop(), attempt_to_sample);
}

void PcSession::read(SeenPcs& seen, std::uint64_t& dropped) {
    constexpr int most_readings = 64;
    bool is_any = false;
    for (int i = 0; i < most_readings; ++i) {
        CUpti_PCSamplingData& data = read_->data();
        data.totalNumPcs = data.remainingNumPcs = 0;
        data.totalSamples = data.droppedSamples = data.nonUsrKernelsTotalSamples = 0;
        CUpti_PCSamplingGetDataParams asked{};
        asked.size = CUpti_PCSamplingGetDataParamsSize;
        asked.ctx = context_;
        asked.pcSamplingData = &data;
        check(functions_.get_data(&asked), attempt_to_sample);
        if (data.hardwareBufferFull != 0) refuse(CUPTI_ERROR_OUT_OF_MEMORY, attempt_to_sample);
        add(data, seen, dropped);
        unknown_ += data.nonUsrKernelsTotalSamples;
        is_any |= data.totalNumPcs > 0;
        if (data.remainingNumPcs == 0) break;
    }
    // Where nothing was left to hand over, it lies in the buffer that CUPTI was configured with.
    if (!is_any) add(hardware_->data(), seen, dropped);
    hardware_->data().totalNumPcs = 0;
    hardware_->data().totalSamples = hardware_->data().droppedSamples = 0;
}

void PcSession::add(const CUpti_PCSamplingData& data, SeenPcs& all, std::uint64_t& dropped) {
    dropped += data.droppedSamples;
    for (std::size_t i = 0; i < std::min(data.totalNumPcs, most_pcs); ++i) {
        const CUpti_PCSamplingPCData& pc = data.pPcData[i];
        // CUPTI may share the name with other records, so that nobody can free it.
        const std::string function = pc.functionName == nullptr ? "" : pc.functionName;
        SeenPc& seen = all[{function, std::int64_t(pc.pcOffset)}];
        seen.checksum = pc.cubinCrc;
        for (std::size_t k = 0; k < pc.stallReasonCount; ++k)
            seen.counts[pc.stallReason[k].pcSamplingStallReasonIndex] += pc.stallReason[k].samples;
    }
}

CUptiResult PcSession::stop() {
    CUpti_PCSamplingStopParams stop{};
    stop.size = CUpti_PCSamplingStopParamsSize;
    stop.ctx = context_;
    return functions_.stop(&stop);
}

void PcSession::configure(int period) {
    std::vector<std::uint32_t> ids;
    for (const auto& [id, name] : reasons_) ids.push_back(id);
    std::array<CUpti_PCSamplingConfigurationInfo, 8> info{};
    info[0].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_STALL_REASON;
    info[0].attributeData.stallReasonData.stallReasonCount = ids.size();
    info[0].attributeData.stallReasonData.pStallReasonIndex = ids.data();
    info[1].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER;
    info[1].attributeData.samplingDataBufferData.samplingDataBuffer = &hardware_->data();
    info[2].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD;
    info[2].attributeData.samplingPeriodData.samplingPeriod = std::uint32_t(period);
    info[3].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE;
    info[3].attributeData.collectionModeData.collectionMode = CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS;
    info[4].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL;
    info[4].attributeData.enableStartStopControlData.enableStartStopControl = 1;
    info[5].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE;
    info[5].attributeData.scratchBufferSizeData.scratchBufferSize = scratch_bytes;
    info[6].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE;
    info[6].attributeData.hardwareBufferSizeData.hardwareBufferSize = hardware_bytes;
    info[7].attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN;
    info[7].attributeData.workerThreadPeriodicSleepSpanData.workerThreadPeriodicSleepSpan = milliseconds_of_rest;
    CUpti_PCSamplingConfigurationInfoParams config{};
    config.size = CUpti_PCSamplingConfigurationInfoParamsSize;
    config.ctx = context_;
    config.numAttributes = info.size();
    config.pPCSamplingConfigurationInfo = info.data();
    check(functions_.configure(&config), attempt_to_sample);
}

void PcSession::disable() {
    CUpti_PCSamplingDisableParams off{};
    off.size = CUpti_PCSamplingDisableParamsSize;
    off.ctx = context_;
    functions_.disable(&off);
}

} // namespace pairscope::profiling::cupti

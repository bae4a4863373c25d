// SPDX-License-Identifier: MIT
#include "profiling/cupti/activity.h"

#include "kernels/engines/cuda/check.h"
#include "profiling/cupti/reasons.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <mutex>
#include <string_view>
#include <utility>

namespace pairscope::profiling::cupti {
namespace {

constexpr std::string_view attempt_to_record = "the kernels cannot be recorded";
/// One kernel after the other. Records of kernels that may run side by side are written by the kernels themselves,
/// which makes one of many small blocks up to 4 % slower.
constexpr CUpti_ActivityKind recorded_kind = CUPTI_ACTIVITY_KIND_KERNEL;
constexpr std::size_t buffer_bytes = 1 << 20; // some thousand records

/// CUpti_ActivityKernel9 is the beginning of every newer record.
using Kernel = CUpti_ActivityKernel9;

struct Record {
    std::uint64_t start = 0; // [ns]
    KernelRecord kernel;
};

/// Where CUPTI's threads put what they find. CUPTI gives its callbacks no pointer of ours, and there is one CUPTI in a
/// process: so there is one of these, and it never ends, as late buffers may come while the process ends.
struct Mailbox {
    std::mutex mutex;
    decltype(&cuptiActivityGetNextRecord) next = nullptr;
    std::vector<Record> records;
};
Mailbox& mailbox() {
    static Mailbox* const only = new Mailbox;
    return *only;
}

std::string demangled(const char* name) {
    if (name == nullptr) return {};
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 ? text.get() : name;
}

Record record_of(const Kernel& kernel) {
    return {.start = kernel.start,
            .kernel = {.kernel = demangled(kernel.name),
                       .seconds = 1e-9 * static_cast<double>(kernel.end - kernel.start),
                       .grid = {kernel.gridX, kernel.gridY, kernel.gridZ},
                       .block = {kernel.blockX, kernel.blockY, kernel.blockZ},
                       .registers = kernel.registersPerThread,
                       .shared_bytes = std::int64_t{kernel.staticSharedMemory} + kernel.dynamicSharedMemory}};
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
    *size = buffer_bytes;
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes)); // null: CUPTI drops records
    *most_records = 0;                                                         // as many as fit
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t filled) {
    Mailbox& box = mailbox();
    const std::scoped_lock lock(box.mutex);
    CUpti_Activity* found = nullptr;
    while (box.next(buffer, filled, &found) == CUPTI_SUCCESS)
        if (found->kind == recorded_kind) box.records.push_back(record_of(*reinterpret_cast<const Kernel*>(found)));
    std::free(buffer);
}

void CUPTIAPI ignore(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

/// Holds CUPTI while something is recorded: other programs that want it get an error, and so does this one if another
/// program holds it.
class Recording {
public:
    explicit Recording(const Functions& functions) : functions_(functions) {
        // A profiler that this process was started under is found out here, and not by its records going missing.
        check(functions.subscribe(&subscriber_, &ignore, nullptr), attempt_to_record);
        CUptiResult result = functions.activity_register_callbacks(&give_buffer, &take_buffer);
        if (result == CUPTI_SUCCESS) result = functions.activity_enable(recorded_kind);
        if (result == CUPTI_SUCCESS) return;
        functions.unsubscribe(subscriber_);
        refuse(result, attempt_to_record);
    }
    ~Recording() {
        functions_.activity_disable(recorded_kind);
        functions_.unsubscribe(subscriber_);
    }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    /// Waits until every record of a finished kernel has arrived.
    void flush() const { check(functions_.activity_flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), attempt_to_record); }

private:
    const Functions& functions_;
    CUpti_SubscriberHandle subscriber_ = nullptr;
};

std::vector<Record> taken_from(Mailbox& box) {
    const std::scoped_lock lock(box.mutex);
    return std::exchange(box.records, {});
}

} // namespace

std::vector<KernelRecord> record(const Functions& functions, const Launch& launch) {
    Mailbox& box = mailbox();
    {
        const std::scoped_lock lock(box.mutex);
        box.next = functions.activity_get_next_record;
    }
    const Recording recording(functions);
    recording.flush(); // what others left behind
    taken_from(box);
    launch();
    cuda::check(cudaDeviceSynchronize());
    recording.flush();
    std::vector<Record> records = taken_from(box);
    std::ranges::sort(records, {}, &Record::start);
    std::vector<KernelRecord> kernels;
    for (Record& one : records) kernels.push_back(std::move(one.kernel));
    return kernels;
}

} // namespace pairscope::profiling::cupti

// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/cpu_run.h"

#include "app/subjects/workshop/child/guarded_bytes.h"
#include "kernels/engines/cpu/variant_guard.h"
#include "kernels/ladder/workload.h"
#include "kernels/own/object.h"
#include "profiling/time_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

namespace pairscope::app::workshop {
namespace {

/// The processor time of one run, of all threads together [s].
constexpr double most_seconds = 10.0;

/// "own/mine.cpp:5: " of a sentence that begins with a place; empty: it does not.
std::string place_before(const std::string& sentence) {
    const std::size_t end = sentence.find(' ');
    return end == std::string::npos || end == 0 || sentence[end - 1] != ':' ? std::string()
                                                                            : sentence.substr(0, end + 1);
}

std::span<const std::byte> bytes_of_set(const Input& set) {
    return {static_cast<const std::byte*>(set.data),
            static_cast<std::size_t>(set.rows * set.pitch * bytes_of(set.element))};
}

/// Some runs of a full check have the one end tight, and the others the other one.
TightEnd tight_end_for(const Input& set) { return set.rows % 4 == 1 ? TightEnd::first : TightEnd::last; }

/// A set at another place.
Input moved_to(const GuardedBytes& copy, Input set) {
    set.data = copy.bytes().data();
    return set;
}

[[noreturn]] void tell_place(const cpu::VariantFault& fault, const std::string& place) {
    const std::string before = place_before(fault.what());
    throw std::runtime_error(fault.writes ? fmt::format("{}it writes {}", before, place)
                                          : fmt::format("{}it reads {}", before, place));
}

} // namespace

void run_on_cpu(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& out, int threads,
                const std::stop_token& stop, RunReply& reply) {
    const profiling::TimeLimit limit(most_seconds, stop);
    const auto too_long = [&](const std::string& fault) {
        return std::runtime_error(fmt::format("{}the function did not end within {:.0f} s of processor time",
                                              place_before(fault), most_seconds));
    };
    const WorkloadType& type = type_of(variant.workload);
    const bool is_one_set = inputs.b.data == inputs.a.data;
    const GuardedBytes a(bytes_of_set(inputs.a), tight_end_for(inputs.a)),
        b(is_one_set ? std::span<const std::byte>() : bytes_of_set(inputs.b), tight_end_for(inputs.b));
    Inputs guarded = inputs;
    guarded.a = moved_to(a, inputs.a);
    guarded.b = is_one_set ? guarded.a : moved_to(b, inputs.b);
    try {
        reply.seconds_of_run = own::run(variant, guarded, {.out = out, .threads = threads, .stop = limit.token()});
    } catch (const cpu::VariantFault& fault) {
        if (limit.token().stop_requested()) throw too_long(fault.what());
        if (const auto place = a.place_of(fault.address, set_name(type, 0))) tell_place(fault, *place);
        if (const auto place = b.place_of(fault.address, set_name(type, 1))) tell_place(fault, *place);
        throw;
    }
    if (limit.token().stop_requested() && !stop.stop_requested()) throw too_long("");
    if (!std::ranges::equal(a.bytes(), bytes_of_set(inputs.a)) ||
        (!is_one_set && !std::ranges::equal(b.bytes(), bytes_of_set(inputs.b))))
        throw std::runtime_error("the function has changed its inputs, which may only be read");
}

} // namespace pairscope::app::workshop

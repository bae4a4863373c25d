// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/child/cpu_run.h"

#include "kernels/engines/cpu/variant_guard.h"
#include "kernels/own/object.h"
#include "profiling/time_limit.h"

#include <fmt/format.h>

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

} // namespace

void run_on_cpu(const KernelVariant& variant, const Inputs& inputs, const LinearMemory& out, int threads,
                const std::stop_token& stop, RunReply& reply) {
    const profiling::TimeLimit limit(most_seconds, stop);
    const auto too_long = [&](const std::string& fault) {
        return std::runtime_error(fmt::format("{}the function did not end within {:.0f} s of processor time",
                                              place_before(fault), most_seconds));
    };
    try {
        reply.seconds_of_run = own::run(variant, inputs, {.out = out, .threads = threads, .stop = limit.token()});
    } catch (const cpu::VariantFault& fault) {
        if (limit.token().stop_requested()) throw too_long(fault.what());
        throw;
    }
    if (limit.token().stop_requested() && !stop.stop_requested()) throw too_long("");
}

void require_unchanged(bool is_unchanged) {
    if (!is_unchanged) throw std::runtime_error("the function has changed its inputs, which may only be read");
}

} // namespace pairscope::app::workshop

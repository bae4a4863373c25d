// SPDX-License-Identifier: MIT
#include "profiling/measurement.h"

namespace pairscope::profiling {

std::string_view name_of(Provenance provenance) {
    switch (provenance) {
    case Provenance::counter:
        return "counter";
    case Provenance::timer:
        return "timer";
    case Provenance::model:
        return "model";
    case Provenance::simulated:
        return "simulated";
    case Provenance::recorded:
        return "recorded";
    }
    return {};
}

double seconds_of(const Measurement& m) { return median(m.seconds); }
double nanoseconds_per_pair(const Measurement& m) { return 1e9 * seconds_of(m) / work_of(m.workload).pairs; }
double compulsory_bandwidth(const Measurement& m) {
    return work_of(m.workload, m.entry).compulsory_bytes / seconds_of(m);
}
double flops_per_second(const Measurement& m) { return work_of(m.workload).flops / seconds_of(m); }

} // namespace pairscope::profiling

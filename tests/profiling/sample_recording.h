// SPDX-License-Identifier: MIT
// A small recording with one of everything: each kind of outcome, of figure and of provenance.
#pragma once

#include "profiling/recording/recording.h"
#include "tests/profiling/sample_timeline.h"

namespace pairscope::profiling {

inline Device sample_gpu() {
    return {.backend = Backend::cuda,
            .ordinal = 0,
            .name = "NVIDIA H200",
            .units = 132,
            .compute_capability = 90,
            .memory_bytes = 150'754'820'096,
            .max_surface = 32768,
            .driver = "CUDA 13.0",
            .cache_bytes = 52'428'800};
}
/// The first three instructions of five: a loop around a function that was inlined.
inline RecordedCode sample_code() {
    const CodePlace outer{"kernels/workloads/distance_matrix/ladder/tile16.cu", 30};
    RecordedCode code{.variant_id = "distance_matrix/vec4_rows",
                      .target = TargetKind::surface,
                      .architecture = 90,
                      .kernel = "tile16<SurfaceTarget>",
                      .checksum = "3ed6a6e3",
                      .made = 5};
    code.sass.symbol = "_Z4tile";
    code.sass.instructions = {{.offset = 0, .text = "LDC R1, c[0x0][0x28]"},
                              {.offset = 16, .text = "FADD R9, R17, -R23", .places = {{"target.cuh", 7}, outer}},
                              {.offset = 32, .text = "@P0 BRA 0x0010", .places = {outer}}};
    code.sass.loops = {{.first = 1, .last = 2, .depth = 0}};
    return code;
}

inline Device sample_cpu() {
    return {.backend = Backend::cpu,
            .ordinal = 0,
            .name = "AMD EPYC 9R14",
            .units = 2,
            .compute_capability = 0,
            .memory_bytes = 16'000'000'000,
            .max_surface = 0,
            .driver = "AVX3_ZEN4"};
}

inline Measurement sample_measurement() {
    Measurement m;
    m.variant_id = "distance_matrix/vec4_rows";
    m.workload = {.type = "distance_matrix", .rows = 30336, .cols = 30336, .dims = 2};
    m.device = sample_gpu();
    m.target = TargetKind::surface;
    m.seconds = {0.0008351, 0.1 + 0.2, 7.93e-4, 0.00079300000000000003};
    m.stopped_by = StopReason::time;
    m.timer = "CUDA events";
    m.predicted_bytes = 3681294336.0;
    m.check.comparison = {
        .entries_checked = 62128128, .rows_checked = 2048, .rows = 30336, .worst_error = 1.1920928955078125e-7};
    m.check.examination = Examination{.rows = 384, .blocks = 1152, .blocks_examined = 1152};
    m.caches = CacheState::cold;
    m.block = 256;
    m.launches = 8;
    m.kernels = {{.kernel = "fill<float>",
                  .grid = {30, 7584, 1},
                  .block = {256, 1, 1},
                  .registers = 40,
                  .shared_bytes = 1024,
                  .blocks_per_unit = 6,
                  .occupancy = 0.75}};
    m.activity_seconds = {0.00079, 0.00078};
    m.kernel_times = {{"concatenate", 0.0002}, {"add_squares", 0.0006}};
    m.counters = Counters{.chip = "GH100",
                          .passes = 3,
                          .counts = {{"dram_bytes_written", "dram__bytes_write.sum", 3.6812e9},
                                     {"l2_hit_rate", "lts__t_sector_hit_rate.pct", 0.4321}}};
    m.conditions = Conditions{.clock = 1.98e9,
                              .lowest_clock = 1.755e9,
                              .highest_clock = 1.98e9,
                              .memory_clock = {},
                              .power = 612.5,
                              .joules = 0.49,
                              .temperature = 61.0,
                              .slowed_by = {"power cap"},
                              .drew_the_screen = true};
    m.timeline = timeline_of(sample_raw_timeline(), "GH100");
    m.stalls =
        StallSamples{.reasons = {"selected", "long_scoreboard"},
                     .pcs = {{"_Z4tile", 16, {"kernels/workloads/distance_matrix/ladder/tile16.cu", 30}, {7, 9000}},
                             {"_Z4tile", 32, {}, {1, 2}}},
                     .dropped = 3,
                     .launches = 12,
                     .seconds = 0.0125,
                     .period = 10,
                     .checksum = "3ed6a6e3"};
    return m;
}

inline Simulated sample_simulated() {
    Simulated s;
    s.variant_id = "distance_matrix/coalesced";
    s.workload = {.type = "distance_matrix", .rows = 64, .cols = 64, .dims = 2};
    s.device = sample_cpu();
    s.check.comparison = {.entries_checked = 4096, .rows_checked = 64, .rows = 64, .worst_error = 0.0};
    s.check.examination = Examination{.rows = 64,
                                      .blocks = 64,
                                      .blocks_examined = 16,
                                      .faults = 1,
                                      .findings = {"coalesced.cu:41: shared-memory race: block (0, 0, 0)"}};
    s.predicted_bytes = 16896.0;
    s.trace =
        TraceSummary{.stores = {.requests = 128, .sectors = 512, .useful_bytes = 16384},
                     .loads = {.requests = 384, .sectors = 400.5, .useful_bytes = 512, .wavefronts = 3, .needed = 2},
                     .findings = 1,
                     .blocks = 64,
                     .blocks_traced = 64};
    return s;
}

inline Ceilings sample_ceilings(const Device& device) {
    return {.device = device,
            .found = {{.kind = CeilingKind::fill,
                       .threads = device.backend == Backend::cpu ? 2 : 0,
                       .value = 4.58e12,
                       .interval = Interval{4.57e12, 4.59e12},
                       .samples = 25,
                       .how = "16-byte stores",
                       .peak = 4.8e12},
                      {.kind = CeilingKind::fma,
                       .threads = 0,
                       .value = 6.21e13,
                       .interval = {},
                       .samples = 20,
                       .how = "8 chains",
                       .peak = {}}},
            .when = std::chrono::sys_seconds(std::chrono::seconds(1'795'250'000)),
            .clock = 1.98e9};
}

inline std::shared_ptr<const Dataset> sample_points() {
    return std::make_shared<const Dataset>(
        Dataset{.name = "three places",
                .rows = 3,
                .dims = 2,
                .values = std::vector<float>{0.1f, -0.2f, 16777216.0f, 1e-7f, 0.0f, 3.4e38f},
                .labels = {"Zürich", "A \"quoted\" one", ""},
                .source_rows = {7, 0, -1}, // a user added the last one
                .axes = {"longitude", "latitude"},
                .unit = "degrees",
                .credit = "GeoNames, CC BY 4.0",
                .note = "first 3 of 34 006 rows"});
}

inline Recording sample_recording() {
    Recording recording;
    recording.made_by = "pairscope 0.1.0";
    recording.when = std::chrono::sys_seconds(std::chrono::seconds(1'795'250'199)); // 2026-11-21T08:36:39Z
    recording.label = "one of everything";
    recording.host = {.cpu = "AMD EPYC 9R14", .threads = 2, .memory_bytes = 16'000'000'000, .system = "Debian, Linux"};
    recording.devices = {sample_gpu(), sample_cpu()};
    recording.points = default_settings(Shape::ring, 2048, 7);
    recording.ceilings = {sample_ceilings(sample_gpu()), sample_ceilings(sample_cpu())};
    recording.codes = {sample_code()};
    Measurement on_cpu = sample_measurement();
    on_cpu.variant_id = "distance_matrix/cpu_parallel";
    on_cpu.device = sample_cpu();
    on_cpu.threads = 2;
    on_cpu.block = 0;
    on_cpu.target = TargetKind::linear;
    on_cpu.timer = "steady clock";
    on_cpu.kernels.clear();
    on_cpu.activity_seconds.clear();
    on_cpu.counters.reset();
    on_cpu.conditions.reset();
    on_cpu.timeline.reset();
    on_cpu.stalls.reset();
    recording.runs = {sample_measurement(), on_cpu, sample_simulated(),
                      Skipped{"distance_matrix/bulk_store", "it needs compute capability 9.0"},
                      Failed{"distance_matrix/tile16", "row 3, column 17 is 0.25, should be 0.125"}};
    return recording;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// With how much data the window begins.
#include "app/spine/files/paths.h"
#include "app/subjects/data/data.h"
#include "kernels/ladder/registry.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

RunState on_cpu(std::int64_t cache_bytes) {
    RunState run;
    run.devices = {Device{.backend = Backend::cpu, .name = "a CPU", .units = 2, .driver = {}}};
    run.devices.front().cache_bytes = cache_bytes;
    return run;
}

RunState on_gpu() {
    RunState run = on_cpu(0);
    run.devices.front().backend = Backend::cuda;
    return run;
}

TEST(FirstData, has_a_matrix_that_does_not_stay_in_the_caches_of_the_cpu) {
    for (const std::int64_t mebibytes : {0, 2, 8, 12, 16, 32, 48}) {
        const std::int64_t cache = mebibytes << 20, n = usual_rows(on_cpu(cache));
        EXPECT_GT(4 * n * n, cache) << mebibytes;
        EXPECT_LE(n, most_simulated_rows) << "the first variant of the ladder is simulated";
    }
    EXPECT_EQ(usual_rows(on_cpu(std::int64_t{8} << 20)), 2048);
    EXPECT_EQ(usual_rows(on_cpu(std::int64_t{32} << 20)), 4096);
    EXPECT_EQ(usual_rows(on_gpu()), 8192);
}

TEST(FirstData, of_examples_keeps_no_variant_of_a_cpu_busy_for_minutes) {
    for (const WorkloadType& type : workload_types()) {
        if (type.example == nullptr || type.inputs.takes_distances) continue;
        const VectorSource vectors = first_vectors(on_cpu(0), type);
        if (!vectors.a.empty()) continue; // files have their own size
        Workload size = type.classic;
        if (vectors.n) size.rows = size.cols = *vectors.n;
        const Work work = work_of(size);
        EXPECT_LE(work.flops + work.integer_operations, 2e10) << type.id;
        EXPECT_EQ(first_vectors(on_gpu(), type), usual_vectors(type)) << type.id;
    }
    EXPECT_EQ(first_vectors(on_cpu(0), type_of("farthest_pair")).n, 4096);
    EXPECT_EQ(first_vectors(on_cpu(0), type_of("cross_distance")), usual_vectors(type_of("cross_distance")));
    EXPECT_EQ(first_vectors(on_cpu(0), type_of("best_match")), usual_vectors(type_of("best_match"))) << "it has files";
}

TEST(FirstData, of_an_example_can_be_simulated_on_a_cpu) {
    int found = 0;
    for (const KernelVariant& variant : variants()) {
        const WorkloadType& type = type_of(variant.workload);
        if (variant.backend != Backend::cuda || type.example_vectors == nullptr) continue;
        ++found;
        for (const std::int64_t mebibytes : {2, 32})
            EXPECT_LE(first_vectors(on_cpu(mebibytes << 20), type).n.value_or(type.classic.rows), most_simulated_rows)
                << variant.id;
    }
    EXPECT_GT(found, 0);
}

TEST(FirstData, of_a_metric_of_counts_is_its_example_unless_a_user_brought_data) {
    State state = laptop_with_points();
    auto points = std::get<GeneratorSettings>(state.data.now.source);
    (void)update(state, command::ChooseWorkload{"hamming_distance"});
    EXPECT_EQ(std::get<GeneratorSettings>(state.data.now.source), points) << "a user chose their shape";
    for (const char* id : {"jaccard_distance", "bray_curtis", "hamming_distance", "jensen_shannon_distance"}) {
        for (const bool is_default : {true, false}) {
            State other = laptop_with_points();
            const auto path = is_default ? default_dataset() : std::filesystem::path("/somewhere/towns.csv");
            other.data.now.source = FileSource{.path = path, .columns = {}};
            Effects effects = update(other, command::ChooseWorkload{id});
            if (!is_default) {
                EXPECT_EQ(other.data.now.question.workload, id);
                continue;
            }
            ASSERT_FALSE(effects.files.empty()) << id;
            const auto* load = effects.files.back().what.as<job::Load>();
            ASSERT_NE(load, nullptr) << id;
            EXPECT_EQ(load->workload, id);
            EXPECT_EQ(load->source, DataSource(first_vectors(other.run, type_of(id)))) << id;
        }
    }
    State other = laptop_with_points();
    other.data.now.source = FileSource{.path = default_dataset(), .columns = {}};
    (void)update(other, command::ChooseWorkload{"manhattan_distance"});
    EXPECT_EQ(other.data.now.question.workload, "manhattan_distance") << "the cities are shown by other metrics, too";
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <set>
#include <stdexcept>

namespace pairscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

KernelVariant variant_called(std::string_view id, std::string_view parent = {}, Backend backend = Backend::cpu) {
    return {.id = id,
            .workload = "distance_matrix",
            .source = "made in a test",
            .title = "title",
            .teaches = "teaches",
            .wastes = "wastes",
            .parent = parent,
            .backend = backend,
            .launch = [](const Run&) {}};
}

std::vector<std::string_view> ids_of(const std::vector<KernelVariant>& variants) {
    std::vector<std::string_view> ids;
    for (const KernelVariant& variant : variants) ids.push_back(variant.id);
    return ids;
}

std::string complaint_about(KernelVariant variant) {
    try {
        (void)in_ladder_order({variant}, {});
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "none";
}

TEST(Registry, lists_every_variant_after_its_parent) {
    std::set<std::string_view> seen;
    for (const LeftOut& missing : left_out()) seen.insert(missing.id);
    for (const KernelVariant& variant : variants()) {
        EXPECT_TRUE(variant.parent.empty() || seen.contains(variant.parent)) << variant.id;
        EXPECT_TRUE(seen.insert(variant.id).second) << variant.id << " is there twice";
    }
}

TEST(Registry, the_sizes_of_blocks_are_whole_warps_that_a_gpu_can_launch) {
    for (const KernelVariant& variant : variants()) {
        if (variant.backend == Backend::cpu) {
            EXPECT_THAT(variant.blocks, IsEmpty()) << variant.id;
            EXPECT_THAT(why_not_block(variant, 128), HasSubstr("runs on the CPU")) << variant.id;
            continue;
        }
        if (variant.gpu_only && variant.blocks.empty()) { // a library chooses
            EXPECT_THAT(why_not_block(variant, 128), HasSubstr("cannot be chosen")) << variant.id;
            continue;
        }
        ASSERT_THAT(variant.blocks, Not(IsEmpty())) << variant.id;
        EXPECT_EQ(std::set(variant.blocks.begin(), variant.blocks.end()).size(), variant.blocks.size()) << variant.id;
        for (const int block : variant.blocks) {
            EXPECT_TRUE(block % 32 == 0 && block >= 32 && block <= 1024) << variant.id << ": " << block;
            EXPECT_EQ(why_not_block(variant, block), "") << variant.id;
        }
        EXPECT_EQ(block_of_run(variant, 0), variant.blocks.front());
        EXPECT_THAT(why_not_block(variant, 33), HasSubstr("threads, not 33")) << variant.id;
    }
}

TEST(Registry, says_nothing_of_symmetry_where_a_matrix_is_of_two_sets) {
    for (const KernelVariant& variant : variants()) {
        if (type_of(variant.workload).inputs.sets != 2) continue;
        const std::string words = fmt::format("{} {}", variant.teaches, variant.wastes);
        EXPECT_EQ(words.find("(j, i)"), std::string::npos) << variant.id << ": " << words;
        EXPECT_EQ(words.find("one set"), std::string::npos) << variant.id << ": " << words;
        EXPECT_EQ(words.find("computed twice"), std::string::npos) << variant.id << ": " << words;
    }
}

TEST(Registry, lists_cuda_before_cpu_in_each_workload) {
    bool cpu_seen = false;
    std::string_view workload;
    for (const KernelVariant& variant : variants()) {
        if (std::exchange(workload, variant.workload) != variant.workload) cpu_seen = false;
        cpu_seen = cpu_seen || variant.backend == Backend::cpu;
        EXPECT_FALSE(cpu_seen && variant.backend == Backend::cuda) << variant.id;
    }
}

TEST(Registry, names_the_numbers_of_every_output_that_is_no_matrix) {
    for (const WorkloadType& type : workload_types()) {
        const bool is_matrix = type.output == OutputKind::matrix;
        EXPECT_TRUE(is_matrix || type.value != "value") << type.id << " does not say what its number is";
    }
}

TEST(Registry, knows_every_workload_by_its_folder) {
    for (const WorkloadType& type : workload_types()) {
        EXPECT_EQ(find_workload(type.id), &type);
        EXPECT_TRUE(type.question.ends_with("?")) << type.id;
        EXPECT_TRUE(std::ranges::any_of(variants(), [&](const auto& v) { return v.workload == type.id; })) << type.id;
    }
    EXPECT_EQ(find_workload("no_such"), nullptr);
    EXPECT_THROW((void)type_of("no_such"), std::logic_error);
}

TEST(Registry, knows_the_source_of_every_variant) {
    for (const KernelVariant& variant : variants()) {
        EXPECT_EQ(variant.id, fmt::format("{}/{}", variant.workload, short_name(variant.id)));
        const auto file_in = [&](std::string_view folder) {
            return fmt::format("kernels/workloads/{}/ladder/{}.", folder, short_name(variant.id));
        };
        EXPECT_TRUE(variant.source.starts_with(file_in(variant.workload)) ||
                    variant.source.starts_with(file_in("metric_distances")) || // these have the variants of several
                    variant.source.starts_with(file_in("pair_metrics")) ||     // workloads
                    variant.source.starts_with(file_in("sequence_distances")))
            << variant.source;
        EXPECT_TRUE(std::filesystem::exists(variant.source)) << variant.source;
        EXPECT_TRUE(variant.source_text.starts_with("// SPDX-License-Identifier: MIT")) << variant.id;
    }
}

TEST(Registry, finds_variants_by_id_and_by_short_name) {
    for (const KernelVariant& variant : variants()) {
        EXPECT_EQ(find_variant(variant.id), &variant);
        const KernelVariant* const found = find_variant(short_name(variant.id));
        ASSERT_NE(found, nullptr);
        EXPECT_EQ(short_name(found->id), short_name(variant.id));
        EXPECT_LE(found, &variant) << "a name that several workloads have is of the first one";
    }
    EXPECT_EQ(find_variant("nothing"), nullptr);
    EXPECT_EQ(find_variant(""), nullptr);
}

TEST(Registry, matches_patterns) {
    EXPECT_EQ(matching_variants("*").size(), variants().size());
    for (const WorkloadType& type : workload_types()) {
        const auto of_type = [&](const KernelVariant& variant) { return variant.workload == type.id; };
        EXPECT_EQ(std::ptrdiff_t(matching_variants(std::string(type.id) + "/*").size()),
                  std::ranges::count_if(variants(), of_type));
    }
    EXPECT_TRUE(matching_variants("distance_matri").empty());
    for (const KernelVariant* variant : matching_variants("cpu_*"))
        EXPECT_TRUE(short_name(variant->id).starts_with("cpu_"));
    EXPECT_EQ(matching_variants("distance_matrix/cpu_????").size(), 1u); // cpu_simd; cpu_naive has a letter more
}

TEST(Registry, puts_parents_first_and_cuda_before_cpu) {
    const auto ordered =
        in_ladder_order({variant_called("distance_matrix/a", "distance_matrix/z"), variant_called("distance_matrix/z"),
                         variant_called("distance_matrix/gpu", "distance_matrix/root", Backend::cuda),
                         variant_called("distance_matrix/root", {}, Backend::cuda)},
                        {});
    EXPECT_THAT(ids_of(ordered),
                ElementsAre("distance_matrix/root", "distance_matrix/gpu", "distance_matrix/z", "distance_matrix/a"));
}

TEST(Registry, accepts_a_parent_that_was_left_out) {
    const auto ordered = in_ladder_order({variant_called("distance_matrix/a", "distance_matrix/gone")},
                                         {{"distance_matrix/gone", "made in a test", "not built"}});
    EXPECT_EQ(ordered.size(), 1u);
}

TEST(Registry, refuses_incomplete_variants_by_name) {
    EXPECT_EQ(complaint_about(variant_called("distance_matrix/a")), "none");
    EXPECT_THAT(complaint_about(variant_called("distance_matrix/a", "distance_matrix/b")),
                HasSubstr("distance_matrix/b"));
    EXPECT_THAT(complaint_about(variant_called("distance_matrix/a", "distance_matrix/a")), HasSubstr("parent"));
    EXPECT_THAT(complaint_about(variant_called("elsewhere/a")), HasSubstr("elsewhere/a"));
    KernelVariant broken = variant_called("distance_matrix/a");
    broken.launch = nullptr;
    EXPECT_THAT(complaint_about(broken), HasSubstr("launch"));
    broken = variant_called("distance_matrix/a");
    broken.wastes = {};
    EXPECT_THAT(complaint_about(broken), HasSubstr("wastes"));
    broken = variant_called("distance_matrix/a");
    broken.writes_linear = false;
    EXPECT_THAT(complaint_about(broken), HasSubstr("nowhere"));
    EXPECT_THROW((void)in_ladder_order({variant_called("distance_matrix/a"), variant_called("distance_matrix/a")}, {}),
                 std::logic_error);
}

TEST(Registry, says_why_a_variant_cannot_run) {
    const KernelVariant variant = variant_called("distance_matrix/a");
    const Workload square{.type = "distance_matrix", .rows = 10, .cols = 10, .dims = 2};
    Device cpu;
    Device gpu;
    gpu.backend = Backend::cuda;
    EXPECT_EQ(why_not(variant, square, cpu, TargetKind::linear), "");
    EXPECT_THAT(why_not(variant, square, cpu, TargetKind::surface), HasSubstr("texture"));
    EXPECT_THAT(why_not(variant, square, gpu, TargetKind::linear), HasSubstr("CPU"));
    Workload deep = square;
    deep.dims = 3;
    EXPECT_THAT(why_not(variant, deep, cpu, TargetKind::linear), HasSubstr("2 coordinates"));
    Workload large = square;
    large.rows = large.cols = 40000;
    EXPECT_THAT(why_not(variant, large, cpu, TargetKind::linear), HasSubstr("up to 32 768 x 32 768 entries"));
    large.rows = large.cols = 2'000'000;
    EXPECT_THAT(why_not(variant, large, cpu, TargetKind::linear), HasSubstr("1 to 1000000 points"));
}

/// An H200, without its name and memory.
Device measured_gpu() {
    Device gpu;
    gpu.backend = Backend::cuda;
    gpu.compute_capability = 90;
    return gpu;
}

TEST(Registry, expects_a_variant_with_the_exact_output_at_every_size) {
    for (const WorkloadType& type : workload_types()) {
        if (type.fastest == nullptr) continue;
        const InputRule& rule = type.inputs;
        for (const std::int64_t rows : {rule.rows.least, std::int64_t{127}, std::int64_t{2048}, rule.rows.most})
            for (const std::int64_t dims : {rule.dims.least, std::int64_t{17}, std::int64_t{784}, rule.dims.most}) {
                const Workload workload{.type = type.id,
                                        .rows = std::clamp(rows, rule.rows.least, rule.rows.most),
                                        .cols = std::clamp(rows, rule.rows.least, rule.rows.most),
                                        .dims = std::clamp(dims, rule.dims.least, rule.dims.most)};
                const std::string id = fmt::format("{}/{}", type.id, type.fastest(workload));
                const KernelVariant* const variant = find_variant(id);
                const auto is_it = [&](const LeftOut& other) { return other.id == id; };
                if (variant == nullptr && std::ranges::any_of(left_out(), is_it)) continue; // of this build
                ASSERT_NE(variant, nullptr) << type.id << " names no variant of its own: " << type.fastest(workload);
                EXPECT_EQ(variant->backend, Backend::cuda);
                EXPECT_EQ(variant->entry, Entry::float32);
                EXPECT_EQ(variant->may_differ_by, nullptr) << "its output is not exact: " << variant->id;
            }
    }
}

TEST(Registry, expects_nothing_of_devices_that_were_not_measured) {
    Workload workload = type_of("distance_matrix").classic;
    workload.type = "distance_matrix";
    EXPECT_EQ(expected_fastest(workload, Device{}), nullptr);
    Device older = measured_gpu();
    older.compute_capability = 75;
    EXPECT_EQ(expected_fastest(workload, older), nullptr);
    const KernelVariant* const expected = expected_fastest(workload, measured_gpu());
    if (find_variant("distance_matrix/vec4_rows")->launch == nullptr) return; // this build has no CUDA
    ASSERT_NE(expected, nullptr);
    EXPECT_EQ(expected->id, "distance_matrix/vec4_rows");
}

TEST(Registry, expects_another_variant_for_few_pairs_than_for_many) {
    const auto fastest = type_of("cross_distance").fastest;
    EXPECT_EQ(fastest({.rows = 127, .cols = 129, .dims = 15}), "one_per_thread");
    EXPECT_EQ(fastest({.rows = 1021, .cols = 1031, .dims = 31}), "shared_transposed");
    EXPECT_EQ(fastest({.rows = 2048, .cols = 1024, .dims = 1024}), "tensor_wgmma");
}

} // namespace
} // namespace pairscope

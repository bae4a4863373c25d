// SPDX-License-Identifier: MIT
// The machine code in this test program, which holds the same kernels as pairscope.
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/fat_binary.h"
#include "profiling/machine_code/variant_code.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>

namespace pairscope::profiling {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Looks for nvdisasm in this place only, as long as it lives.
class OnlyDisassembler {
public:
    explicit OnlyDisassembler(const std::string& file) { ::setenv("PAIRSCOPE_NVDISASM", file.c_str(), 1); }
    ~OnlyDisassembler() { ::unsetenv("PAIRSCOPE_NVDISASM"); }
    OnlyDisassembler(const OnlyDisassembler&) = delete;
    OnlyDisassembler& operator=(const OnlyDisassembler&) = delete;
};

class MachineCodeOfVariants : public testing::Test {
protected:
    void SetUp() override {
        if (own_images().empty()) GTEST_SKIP() << "this build has no CUDA, and so no machine code";
    }
};

TEST_F(MachineCodeOfVariants, every_cuda_variant_has_kernels_or_says_why_not) {
    int with_kernels = 0;
    for (const KernelVariant& variant : variants()) {
        const CompiledKernels compiled = compiled_kernels(variant);
        EXPECT_NE(compiled.kernels.empty(), compiled.why_not.empty()) << variant.id;
        if (compiled.kernels.empty()) continue;
        ++with_kernels;
        EXPECT_EQ(variant.backend, Backend::cuda);
        for (const CubinKernel& kernel : compiled.kernels) {
            EXPECT_GT(kernel.code_bytes, 0) << kernel.name;
            EXPECT_GT(kernel.registers.value_or(0), 0) << kernel.name;
            EXPECT_TRUE(kernel.stack_bytes.has_value()) << kernel.name;
        }
    }
    EXPECT_GT(with_kernels, 40);
}

TEST_F(MachineCodeOfVariants, the_usual_kernel_writes_the_target_with_the_usual_block) {
    const KernelVariant& variant = *find_variant("distance_matrix/coalesced");
    const CompiledKernels compiled = compiled_kernels(variant);
    const auto name = [&](TargetKind target, int block) {
        return brief_name(compiled.kernels[usual_kernel(compiled.kernels, variant, target, block)].name);
    };
    EXPECT_EQ(name(TargetKind::linear, 0), "coalesced<256, LinearTarget>");
    EXPECT_EQ(name(TargetKind::surface, 0), "coalesced<256, SurfaceTarget>");
    EXPECT_EQ(name(TargetKind::linear, 64), "coalesced<64, LinearTarget>");
}

TEST_F(MachineCodeOfVariants, static_shared_memory_is_that_of_the_source) {
    const KernelVariant& variant = *find_variant("rbf_density/fused_row_sum");
    for (const CubinKernel& kernel : compiled_kernels(variant).kernels)
        if (brief_name(kernel.name).starts_with("sum_parts<")) {
            EXPECT_EQ(kernel.shared_bytes, 128 * 8) << kernel.name; // a float2 for each column of a tile
        }
    const KernelVariant& without = *find_variant("distance_matrix/coalesced");
    for (const CubinKernel& kernel : compiled_kernels(without).kernels) EXPECT_EQ(kernel.shared_bytes, 0);
}

TEST_F(MachineCodeOfVariants, kernels_are_named_by_number_or_by_a_part_that_one_has) {
    const CompiledKernels compiled = compiled_kernels(*find_variant("distance_matrix/coalesced"));
    EXPECT_EQ(kernel_named(compiled.kernels, "2"), 2u);
    EXPECT_EQ(brief_name(compiled.kernels[kernel_named(compiled.kernels, "512, Surf")].name),
              "coalesced<512, SurfaceTarget>");
    try {
        static_cast<void>(kernel_named(compiled.kernels, "Linear"));
        FAIL() << "several kernels write linear memory";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("coalesced<64, LinearTarget>"));
    }
    EXPECT_THROW(static_cast<void>(kernel_named(compiled.kernels, "99")), InputError);
}

TEST_F(MachineCodeOfVariants, ptx_needs_no_tool_and_lacking_sass_says_what_to_install) {
    const OnlyDisassembler nowhere("/nowhere/nvdisasm");
    const KernelVariant& variant = *find_variant("distance_matrix/row_per_thread");
    const CompiledKernels compiled = compiled_kernels(variant);
    const MachineCode code = machine_code(variant, compiled, 0);
    EXPECT_THAT(code.sass.instructions, IsEmpty());
    EXPECT_THAT(code.why_no_sass, HasSubstr("PAIRSCOPE_NVDISASM is /nowhere/nvdisasm"));
    ASSERT_THAT(code.ptx, Not(IsEmpty()));
    EXPECT_TRUE(std::ranges::any_of(code.ptx, [&](const PtxLine& line) {
        return std::ranges::count(line.places, std::string(variant.source), &CodePlace::file) > 0;
    }));
}

TEST_F(MachineCodeOfVariants, a_disassembler_that_prints_something_else_is_refused) {
    const KernelVariant& variant = *find_variant("distance_matrix/row_per_thread");
    const CompiledKernels compiled = compiled_kernels(variant);
    {
        const OnlyDisassembler fails("/bin/false");
        EXPECT_THAT(machine_code(variant, compiled, 0).why_no_sass, HasSubstr("/bin/false failed"));
    }
    const OnlyDisassembler prints_arguments("/bin/echo");
    EXPECT_THAT(machine_code(variant, compiled, 0).why_no_sass, HasSubstr("printed no instructions"));
}

TEST_F(MachineCodeOfVariants, sass_of_the_usual_kernel_names_lines_of_its_source) {
    if (!find_disassembler().why_not.empty()) GTEST_SKIP() << find_disassembler().why_not;
    const KernelVariant& variant = *find_variant("distance_matrix/coalesced");
    const CompiledKernels compiled = compiled_kernels(variant);
    const MachineCode code =
        machine_code(variant, compiled, usual_kernel(compiled.kernels, variant, TargetKind::linear, 0));
    EXPECT_THAT(code.why_no_sass, IsEmpty());
    EXPECT_GT(code.sass.instructions.size(), 20u);
    EXPECT_GT(code.sass.loops.size(), 0u);
    for (const SassInstruction& instruction : code.sass.instructions)
        if (opcode(instruction.text) == "STG") {
            EXPECT_EQ(instruction.places.back().file, variant.source);
        }
}

TEST_F(MachineCodeOfVariants, damaged_images_are_refused_and_never_read_outside) {
    const std::string cubin = cubin_of(*find_variant("distance_matrix/row_per_thread"), 0);
    ASSERT_GT(cubin.size(), 1000u);
    for (std::size_t size = 0; size < cubin.size(); size += 61) {
        try {
            static_cast<void>(kernels_in(std::string_view(cubin).substr(0, size)));
        } catch (const InputError&) {
        }
    }
    for (std::size_t i = 0; i < cubin.size(); i += 13) {
        std::string damaged = cubin;
        damaged[i] = char(~damaged[i]);
        try {
            static_cast<void>(kernels_in(damaged));
        } catch (const InputError&) {
        }
    }
    EXPECT_THROW(static_cast<void>(kernels_in("no ELF file")), InputError);
}

TEST(FatBinary, a_damaged_section_is_refused) {
    std::string section("\x50\xed\x55\xba\x01\x00\x10\x00\x40\x00\x00\x00\x00\x00\x00\x00", 16);
    EXPECT_THROW(static_cast<void>(images_in(section)), InputError); // shorter than it says
    section.resize(16 + 0x40, '\0');
    EXPECT_THROW(static_cast<void>(images_in(section)), InputError); // its image has no header
    EXPECT_THAT(images_in(std::string(64, '\0')), IsEmpty());        // what a linker fills with
    EXPECT_THROW(static_cast<void>(fat_section("text")), InputError);
}

TEST(FatBinary, a_way_of_compressing_that_is_not_known_is_told) {
    const StoredImage image{.source = "a.cu", .bytes = "abc", .full_size = 9, .flags = 0x2000};
    try {
        static_cast<void>(unpacked(image));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("a.cu"));
    }
}

TEST(MachineCode, names_lose_their_namespaces_and_parameters) {
    EXPECT_EQ(brief_name("void a::(anonymous namespace)::tile<256, a::b::Linear>(float2 const*, a::b::Linear)"),
              "tile<256, Linear>");
    EXPECT_EQ(brief_name("empty()"), "empty");
    EXPECT_EQ(brief_name("_Zdamaged"), "_Zdamaged");
    EXPECT_EQ(repository_path("/home/me/kernels/p/kernels/matrix/a.cuh"), "kernels/matrix/a.cuh");
    EXPECT_EQ(repository_path("/usr/include/a.h"), "/usr/include/a.h");
}

} // namespace
} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "profiling/machine_code/code_lines.h"
#include "profiling/machine_code/ptx.h"
#include "profiling/machine_code/sass.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace pairscope::profiling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view symbol = "_Z15sums_of_squaresPKfPfi";
constexpr const char* source = "tests/small.cu"; ///< as the repository would have it

std::string text_of(const std::string& name) {
    std::ifstream file("tests/profiling/machine_code/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

SassKernel sums_of_squares() {
    for (SassKernel& kernel : read_sass(text_of("small.sass")))
        if (kernel.symbol == symbol) return std::move(kernel);
    ADD_FAILURE() << "small.sass has no such kernel";
    return {};
}

std::string why_refused(const std::string& text) {
    try {
        static_cast<void>(read_sass(text));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

/// A kernel with these lines.
std::string kernel_of(const std::string& lines) {
    return "\t.target\tsm_90\n//--------------------- .text.f   -----\n\t.section\t.text.f,\"ax\"\nf:\n" + lines;
}

TEST(Sass, instructions_have_their_offsets_and_lines) {
    const SassKernel kernel = sums_of_squares();
    EXPECT_EQ(kernel.architecture, "sm_90");
    ASSERT_GT(kernel.instructions.size(), 60u);
    EXPECT_EQ(kernel.instructions[0].text, "LDC R1, c[0x0][0x28]");
    EXPECT_EQ(kernel.instructions[0].offset, 0);
    EXPECT_THAT(kernel.instructions[0].places, ElementsAre(CodePlace{source, 13}));
    EXPECT_EQ(kernel.instructions[1].offset, 16);
}

TEST(Sass, an_inlined_instruction_has_the_lines_from_its_own_to_that_of_the_kernel) {
    const SassKernel kernel = sums_of_squares();
    const auto store = std::ranges::find_if(kernel.instructions,
                                            [](const auto& instruction) { return opcode(instruction.text) == "STG"; });
    ASSERT_NE(store, kernel.instructions.end());
    EXPECT_THAT(store->places, ElementsAre(CodePlace{source, 6}, CodePlace{source, 10}, CodePlace{source, 24}));
    EXPECT_TRUE(comes_from(store->places, {source, 24}));
    EXPECT_FALSE(comes_from(store->places, {source, 23}));
}

TEST(Sass, branches_back_are_loops) {
    const SassKernel kernel = sums_of_squares();
    ASSERT_EQ(kernel.loops.size(), 2u); // over the values, and over the shared memory
    for (const SassLoop& loop : kernel.loops) {
        EXPECT_EQ(loop.depth, 0);
        const SassInstruction& last = kernel.instructions[loop.last];
        EXPECT_EQ(opcode(last.text), "BRA");
        EXPECT_EQ(last.target, kernel.instructions[loop.first].offset);
    }
    const auto depths = loop_depths(kernel);
    EXPECT_EQ(depths[kernel.loops[0].first], 1);
    EXPECT_EQ(depths[kernel.loops[0].last + 1], 0);
}

TEST(Sass, loops_in_loops_are_counted_and_what_fills_the_end_is_left_out) {
    const auto kernels = read_sass(kernel_of(".L_x_0:\n.L_x_1:\n/*0000*/ IADD3 R0, R0, 1 ;\n.L_x_2:\n/*0010*/ NOP;\n"
                                             "/*0020*/ @P0 BRA `(.L_x_2) ;\n/*0030*/ @P1 BRA `(.L_x_0) ;\n"
                                             "/*0040*/ @P2 BRA `(.L_x_1) ;\n/*0050*/ EXIT ;\n.L_x_3:\n"
                                             "/*0060*/ BRA `(.L_x_3);\n/*0070*/ NOP;\n/*0080*/ NOP;\n"));
    ASSERT_EQ(kernels.size(), 1u);
    EXPECT_EQ(kernels[0].instructions.back().text, "EXIT");
    EXPECT_THAT(kernels[0].loops, ElementsAre(SassLoop{0, 4, 0}, SassLoop{1, 2, 1}));
    EXPECT_THAT(loop_depths(kernels[0]), ElementsAre(1, 2, 2, 1, 1, 0));
}

TEST(Sass, a_function_of_the_compiler_has_no_line) {
    const SassKernel kernel = sums_of_squares();
    const auto first = std::ranges::find_if(
        kernel.instructions, [](const auto& instruction) { return instruction.label.starts_with("$__internal"); });
    ASSERT_NE(first, kernel.instructions.end());
    for (auto each = first; each != kernel.instructions.end(); ++each) EXPECT_THAT(each->places, IsEmpty());
    EXPECT_TRUE(kernel.instructions.back().text.ends_with("`(kernel)")) << "a return, without the symbol";
}

TEST(Sass, spills_are_counted) {
    const auto kernels = read_sass(kernel_of("/*0000*/ STL [R1], R0 ;\n/*0010*/ @P0 LDL.64 R2, [R1] ;\n"
                                             "/*0020*/ LDL R4, [R1+0x8] ;\n/*0030*/ LDG.E R4, desc[UR6][R2.64] ;\n"));
    EXPECT_EQ(local_accesses(kernels.at(0)).loads, 2);
    EXPECT_EQ(local_accesses(kernels.at(0)).stores, 1);
}

TEST(Sass, what_is_not_understood_is_refused_with_its_line) {
    EXPECT_THAT(why_refused(kernel_of("/*0000*/ IADD3 R0, R0, 1\n")), HasSubstr("line 5"));      // no semicolon
    EXPECT_THAT(why_refused(kernel_of("/*00x0*/ IADD3 R0, R0, 1 ;\n")), HasSubstr("line 5"));    // no offset
    EXPECT_THAT(why_refused(kernel_of("/*0010*/ NOP;\n/*0010*/ EXIT;\n")), HasSubstr("line 6")); // the same place again
    EXPECT_THAT(why_refused(kernel_of("//## File small.cu, line 3\n")), HasSubstr("line 5"));
    EXPECT_THAT(why_refused(kernel_of("//## File \"small.cu\", line x\n")), HasSubstr("line 5"));
    EXPECT_THAT(why_refused(kernel_of("something else\n")), HasSubstr("something else"));
    EXPECT_THAT(why_refused("no kernel here\n"), IsEmpty());
    EXPECT_THAT(read_sass(""), IsEmpty());
}

TEST(Sass, any_cut_of_the_text_is_read_or_refused) {
    const std::string text = text_of("small.sass");
    for (std::size_t size = 0; size < text.size(); size += 7) static_cast<void>(why_refused(text.substr(0, size)));
    EXPECT_THAT(why_refused(text), IsEmpty());
}

TEST(Ptx, lines_have_their_places_and_other_kernels_are_left_out) {
    const auto lines = ptx_of_kernel(text_of("small.ptx"), symbol);
    const auto store = std::ranges::find_if(lines, [](const auto& line) { return line.text.starts_with("st.global"); });
    ASSERT_NE(store, lines.end());
    EXPECT_THAT(store->places, ElementsAre(CodePlace{source, 6}, CodePlace{source, 10}, CodePlace{source, 24}));
    EXPECT_EQ(lines.back().text, "ret;");
    const auto load = std::ranges::find_if(lines, [](const auto& line) { return line.text.starts_with("ld.param"); });
    ASSERT_NE(load, lines.end());
    EXPECT_TRUE(load->text.ends_with("[param_0];")) << load->text;
    EXPECT_THAT(ptx_of_kernel(text_of("small.ptx"), "_Z5emptyv"), testing::SizeIs(1));
    EXPECT_THAT(ptx_of_kernel(text_of("small.ptx"), "another"), IsEmpty());
}

TEST(Ptx, local_memory_is_no_line) {
    const auto lines = ptx_of_kernel(".visible .entry f()\n{\n.local .align 4 .b8 depot[28];\nret;\n}\n", "f");
    ASSERT_THAT(lines, testing::SizeIs(2));
    EXPECT_EQ(lines[0].text, ".local .align 4 .b8 depot[28];");
}

TEST(Ptx, a_line_of_an_unknown_file_is_refused) {
    const std::string text = ".visible .entry f()\n{\n.loc 7 1 1\nret;\n}\n.file 1 \"a.cu\"\n";
    EXPECT_THROW(static_cast<void>(ptx_of_kernel(text, "f")), InputError);
}

TEST(CodeLines, each_line_has_what_was_inlined_there) {
    const auto lines = code_lines(sums_of_squares(), ptx_of_kernel(text_of("small.ptx"), symbol));
    const auto line = [&](int number) {
        return *std::ranges::find_if(lines, [&](const CodeLine& each) { return each.place.line == number; });
    };
    EXPECT_EQ(line(6).ptx, 1); // the store
    EXPECT_GT(line(10).sass, line(6).sass);
    EXPECT_GE(line(24).sass, line(10).sass);
    EXPECT_GE(line(24).ptx, line(10).ptx);
}

} // namespace
} // namespace pairscope::profiling

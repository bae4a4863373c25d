// SPDX-License-Identifier: MIT
// SASS, PTX and waiting lines in the Source panel, as a person sees them. With PAIRSCOPE_SCREENSHOTS set, pictures go
// to that folder.
#include "app/spine/state_queries.h"
#include "app/subjects/source/code_rows.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/disassembler.h"
#include "profiling/machine_code/fat_binary.h"
#include "profiling/recording/file.h"
#include "tests/gui/folder_test.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr const char* shown_variant = "distance_matrix/coalesced";

class CodeStory : public FolderTest {
protected:
    void SetUp() override {
        FolderTest::SetUp();
        if (profiling::own_images().empty()) GTEST_SKIP() << "this build has no CUDA, and so no machine code";
    }
};

/// As if every second instruction that touches memory had been waited at.
profiling::StallSamples stalls_of(const KernelVariant& variant) {
    const profiling::CompiledKernels compiled = profiling::compiled_kernels(variant);
    const std::size_t kernel = profiling::usual_kernel(compiled.kernels, variant, TargetKind::linear, 0);
    const profiling::MachineCode code = profiling::machine_code(variant, compiled, kernel);
    profiling::StallSamples stalls{.reasons = {"selected", "long_scoreboard", "lg_throttle", "wait"},
                                   .launches = 10,
                                   .seconds = 0.01,
                                   .period = 10};
    stalls.checksum = profiling::StallSampling(Device{}).checksum(profiling::cubin_of(variant, 0));
    for (const profiling::SassInstruction& instruction : code.sass.instructions) {
        if (instruction.places.empty()) continue;
        const std::string_view opcode = profiling::opcode(instruction.text);
        const std::uint64_t loads = opcode == "LDG" ? 4000 : 0, stores = opcode == "STG" ? 2500 : 0;
        stalls.pcs.push_back(
            {code.kernel.symbol, instruction.offset, instruction.places.front(), {40, loads, stores, 25}});
    }
    return stalls;
}

std::size_t lit_rows(const State& state) {
    const KernelCode* const shown = shown_code(state);
    if (shown == nullptr) return 0;
    const auto rows = code_rows(state, *shown);
    return std::size_t(std::ranges::count_if(rows, &CodeRow::lit));
}

TEST_F(CodeStory, ptx_stands_beside_the_source_and_an_instruction_lights_up_its_line) {
    StartOptions options = with_points(Shape::two_moons, 300);
    options.variant = shown_variant;
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Source"});
        person.Yield(3);
        EXPECT_EQ(shown_code(gui.state()), nullptr) << "nothing is read before it is asked for";
        person.ItemClick("//Source/show_ptx");
        EXPECT_TRUE(Gui::wait_until(person, [&] { return shown_code(gui.state()) != nullptr; }));
        person.Yield(3);
        const auto& ptx = shown_code(gui.state())->code.ptx;
        const auto store = std::ranges::find_if(
            ptx, [](const profiling::PtxLine& line) { return line.text.starts_with("st.global"); });
        ASSERT_NE(store, ptx.end());
        const auto index = std::size_t(store - ptx.begin());
        gui.session().push(command::LightInstruction{index});
        person.Yield(3);
        ASSERT_TRUE(gui.state().source.lit);
        EXPECT_EQ(gui.state().source.lit->file, find_variant(shown_variant)->source);
        gui.keep_screen(person, "source_ptx");
        person.ItemClick("//Source/show_ptx");
        person.Yield(3);
        EXPECT_EQ(gui.state().source.beside, CodeKind::none);
    }));
}

TEST_F(CodeStory, a_line_lights_up_its_sass_and_loops_fold) {
    const profiling::Disassembler tool = profiling::find_disassembler();
    StartOptions options = with_points(Shape::two_moons, 300);
    options.variant = shown_variant;
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Source"});
        person.Yield(3);
        person.ItemClick("//Source/show_sass");
        EXPECT_TRUE(Gui::wait_until(person, [&] { return shown_code(gui.state()) != nullptr; }));
        person.Yield(3);
        gui.keep_screen(person, "source_sass");
        const profiling::MachineCode& code = shown_code(gui.state())->code;
        if (!tool.why_not.empty()) {
            EXPECT_EQ(code.why_no_sass, tool.why_not);
            return;
        }
        const auto& sass = code.sass;
        const auto store = std::ranges::find_if(sass.instructions, [](const profiling::SassInstruction& instruction) {
            return profiling::opcode(instruction.text) == "STG";
        });
        ASSERT_NE(store, sass.instructions.end());
        gui.session().push(command::LightLine{store->places.back()});
        person.Yield(4);
        EXPECT_GT(lit_rows(gui.state()), 1u);
        gui.keep_screen(person, "source_sass_lit");
        ASSERT_THAT(sass.loops, Not(IsEmpty()));
        const std::size_t all = code_rows(gui.state(), *shown_code(gui.state())).size();
        gui.session().push(command::FoldLoop{sass.loops.front().first, true});
        person.Yield(3);
        EXPECT_LT(code_rows(gui.state(), *shown_code(gui.state())).size(), all);
        gui.keep_screen(person, "source_sass_folded");
    }));
}

TEST_F(CodeStory, a_recording_shows_where_warps_waited_and_a_click_lights_up_the_line) {
    if (!profiling::find_disassembler().why_not.empty()) GTEST_SKIP() << profiling::find_disassembler().why_not;
    profiling::Recording recording = profiling::sample_recording();
    recording.devices = {profiling::sample_gpu()};
    recording.ceilings.resize(1);
    recording.runs.clear();
    profiling::Measurement m = profiling::sample_measurement();
    m.variant_id = shown_variant;
    m.target = TargetKind::linear;
    m.stalls = stalls_of(*find_variant(shown_variant));
    recording.runs.emplace_back(m);
    profiling::save_recording(folder() / "h200.pairscope", recording);
    Gui gui(with_points(Shape::two_moons, 600));
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "this machine has a GPU, whose own runs are shown";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::SelectVariant{shown_variant});
        gui.session().push(command::FocusPanel{"Source"});
        person.Yield(3);
        EXPECT_THAT(stalls_await(gui.state()), Not(IsEmpty()));
        gui.session().open({folder() / "h200.pairscope"});
        gui.wait_for_rest(person);
        gui.session().push(command::SelectVariant{shown_variant});
        gui.session().push(command::FocusPanel{"Source"});
        gui.session().push(command::ShowCode{CodeKind::sass});
        EXPECT_TRUE(Gui::wait_until(person, [&] { return shown_code(gui.state()) != nullptr; }));
        person.Yield(4);
        ASSERT_NE(shown_stalls(gui.state()), nullptr);
        const auto lines = waiting_lines(*find_variant(shown_variant), *shown_stalls(gui.state()));
        ASSERT_THAT(lines, Not(IsEmpty()));
        const WaitingLine& first = lines.front();
        gui.keep_screen(person, "source_stalls");
        person.ItemClick("//Source/**/###waiting_0");
        person.Yield(4);
        EXPECT_EQ(gui.state().source.lit, first.place);
        EXPECT_GT(lit_rows(gui.state()), 0u);
        gui.keep_screen(person, "source_stalls_lit");
    }));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/update/update.h"
#include "app/subjects/source/code_rows.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/registry.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* own_file = "kernels/workloads/distance_matrix/ladder/coalesced.cu";
constexpr const char* shared_file = "kernels/matrix/target_types.cuh";

/// Five instructions: two loops, one in the other, and a store that was inlined into line 30.
std::shared_ptr<const KernelCode> sample_code() {
    auto code = std::make_shared<KernelCode>();
    code->compiled.kernels = {{.symbol = "f", .name = "coalesced<256, LinearTarget>()", .registers = 24},
                              {.symbol = "g", .name = "coalesced<64, LinearTarget>()", .registers = 24}};
    code->code.kernel = code->compiled.kernels[0];
    code->checksum = "abc";
    auto& sass = code->code.sass;
    sass.symbol = "f";
    sass.instructions = {
        {.offset = 0, .text = "LDC R1, c[0x0][0x28]", .places = {{own_file, 18}}},
        {.offset = 16, .text = "IADD3 R0, R0, 1", .label = ".L_x_0", .places = {{own_file, 21}}},
        {.offset = 32, .text = "STG.E [R2], R0", .label = ".L_x_1", .places = {{shared_file, 26}, {own_file, 30}}},
        {.offset = 48, .text = "@P0 BRA `(.L_x_1)", .places = {{own_file, 30}}, .target = 32},
        {.offset = 64, .text = "@P1 BRA `(.L_x_0)", .places = {{own_file, 21}}, .target = 16}};
    sass.loops = {{1, 4, 0}, {2, 3, 1}};
    code->code.ptx = {{.text = "ld.param.u64 %rd1, [a];", .places = {{own_file, 18}}},
                      {.text = "$L_1:", .places = {{own_file, 18}}},
                      {.text = "st.global.f32 [%rd1], %f1;", .places = {{shared_file, 26}, {own_file, 30}}}};
    return code;
}

profiling::StallSamples sample_stalls() {
    return {.reasons = {"selected", "long_scoreboard", "lg_throttle"},
            .pcs = {{"f", 16, {own_file, 21}, {100, 0, 0}}, {"f", 32, {shared_file, 26}, {100, 500, 300}}},
            .launches = 2,
            .checksum = "abc"};
}

/// coalesced is selected and measured, on a CPU that stands for a GPU, with its code and its samples.
State state_with_code() {
    State state = laptop_with_points();
    state.run.devices.push_back(
        {.backend = Backend::cuda, .name = "a GPU", .units = 132, .compute_capability = 90, .driver = "CUDA 13.0"});
    state.run.device = 1;
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    (void)update(state, command::ShowCode{CodeKind::sass});
    const auto wanted = wanted_code(state);
    EXPECT_TRUE(wanted);
    apply(state, Event(event::CodeRead{.key = *wanted, .code = sample_code()}));
    return state;
}

const KernelVariant& coalesced() { return *find_variant("distance_matrix/coalesced"); }

TEST(CodeBesideSource, is_asked_for_once_it_is_shown_and_not_for_a_cpu_variant) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    EXPECT_FALSE(code_job(state));
    (void)update(state, command::ShowCode{CodeKind::ptx});
    const auto job = code_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::ReadCode>().key.variant_id, "distance_matrix/coalesced");
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_naive"});
    EXPECT_FALSE(code_job(state));
}

TEST(CodeBesideSource, a_failure_is_kept_and_not_tried_again) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    (void)update(state, command::ShowCode{CodeKind::sass});
    const auto wanted = wanted_code(state);
    apply(state, failed(event::CodeRead{.key = *wanted, .code = nullptr}, {.message = "it is damaged"}));
    EXPECT_FALSE(code_job(state));
    EXPECT_EQ(shown_code(state), nullptr);
    EXPECT_EQ(state.source.failure, "it is damaged");
}

TEST(CodeBesideSource, a_line_lights_up_its_instructions_also_inlined_ones_and_again_none) {
    State state = state_with_code();
    (void)update(state, command::LightLine{{own_file, 30}});
    std::vector<std::size_t> lit;
    for (const CodeRow& row : code_rows(state, *shown_code(state)))
        if (row.lit) lit.push_back(row.index);
    EXPECT_THAT(lit, ElementsAre(2, 3));
    (void)update(state, command::LightLine{{own_file, 30}});
    for (const CodeRow& row : code_rows(state, *shown_code(state))) EXPECT_FALSE(row.lit);
}

TEST(CodeBesideSource, an_instruction_lights_up_its_line_in_the_open_file) {
    State state = state_with_code();
    (void)update(state, command::LightInstruction{2});
    EXPECT_EQ(state.source.lit, (profiling::CodePlace{own_file, 30})); // and not the line of the shared header
    EXPECT_EQ(state.source.instruction, 2u);
    EXPECT_TRUE(code_rows(state, *shown_code(state))[2].chosen);
    (void)update(state, command::LightInstruction{2});
    EXPECT_FALSE(state.source.lit);
    (void)update(state, command::LightInstruction{99});
    EXPECT_FALSE(state.source.instruction);
}

TEST(CodeBesideSource, folded_loops_hide_their_instructions) {
    State state = state_with_code();
    EXPECT_EQ(code_rows(state, *shown_code(state)).size(), 5u);
    (void)update(state, command::FoldLoop{2, true});
    auto rows = code_rows(state, *shown_code(state));
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_TRUE(rows[2].folded);
    EXPECT_EQ(rows[2].hidden, 1u);
    EXPECT_EQ(rows[3].index, 4u);
    (void)update(state, command::FoldLoop{1, true});
    rows = code_rows(state, *shown_code(state));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1].hidden, 3u);
    (void)update(state, command::FoldLoop{1, false});
    EXPECT_EQ(code_rows(state, *shown_code(state)).size(), 4u); // the inner one stays folded
}

TEST(CodeBesideSource, ptx_has_rows_of_its_own_and_labels_have_no_line) {
    State state = state_with_code();
    (void)update(state, command::ShowCode{CodeKind::ptx});
    const auto wanted = wanted_code(state);
    EXPECT_EQ(state.source.made_for, wanted) << "SASS and PTX are read together";
    (void)update(state, command::LightLine{{own_file, 18}});
    const auto rows = code_rows(state, *shown_code(state));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_TRUE(rows[0].lit);
    EXPECT_FALSE(rows[1].lit);
    EXPECT_EQ(rows[2].place, "30") << "the line of the open file";
    (void)update(state, command::ShowSource{shared_file});
    EXPECT_EQ(code_rows(state, *shown_code(state))[0].place, "18") << "the header is none of the variant's files";
}

TEST(CodeBesideSource, needs_say_what_was_spilled) {
    auto code = sample_code()->code;
    EXPECT_EQ(needs_of(code), "Each thread has 24 registers. Each block has 0 B of static shared memory. Nothing is "
                              "spilled.");
    code.sass.instructions.push_back({.offset = 80, .text = "STL [R1], R0"});
    EXPECT_THAT(needs_of(code), HasSubstr("lie in local memory: 0 loads and 1 store."));
    code.sass.instructions.clear(); // no disassembler: nobody knows
    EXPECT_EQ(needs_of(code), "Each thread has 24 registers. Each block has 0 B of static shared memory.");
}

/// A run of this session with samples.
void measure_with(State& state, const std::optional<profiling::StallSamples>& stalls) {
    const auto key = key_for(state, coalesced());
    ASSERT_TRUE(key);
    profiling::Measurement m = profiling::sample_measurement();
    m.variant_id = coalesced().id;
    m.workload = key->workload;
    m.device = state.run.devices[1];
    m.stalls.reset();
    m.kernels.clear(); // the code of the sample stays shown
    state.run.outcomes[*key] = m;
    if (stalls) apply(state, Event(event::StallsSampled{.key = *key, .stalls = {.samples = stalls}}));
}

TEST(WaitingLines, are_sampled_once_the_selected_variant_has_a_time) {
    State state = state_with_code();
    EXPECT_FALSE(stalls_job(state));
    measure_with(state, {});
    const auto job = stalls_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::SampleStalls>().variant, &coalesced());
    EXPECT_THAT(stalls_await(state), HasSubstr("will be sampled"));
    measure_with(state, sample_stalls());
    ASSERT_NE(shown_stalls(state), nullptr);
    EXPECT_EQ(*shown_stalls(state), sample_stalls());
    EXPECT_FALSE(stalls_job(state));
    EXPECT_THAT(stalls_await(state), IsEmpty());
    (void)update(state, command::SampleStalls{});
    EXPECT_TRUE(stalls_job(state));
}

TEST(WaitingLines, a_refusal_is_one_sentence_and_no_other_variant_is_tried) {
    State state = state_with_code();
    measure_with(state, {});
    const auto key = key_for(state, coalesced());
    apply(state, Event(event::StallsSampled{.key = *key,
                                            .stalls = {.why_not = "another program holds them", .never_here = true}}));
    EXPECT_FALSE(stalls_job(state));
    EXPECT_THAT(stalls_await(state), HasSubstr("The reason is: another program holds them."));
    state.source.sampled.clear();
    EXPECT_FALSE(stalls_job(state)) << "the device refused";
}

TEST(WaitingLines, the_margin_has_the_samples_of_what_was_inlined_into_a_line) {
    State state = state_with_code();
    measure_with(state, sample_stalls());
    const auto margins = line_margins(state, coalesced(), own_file);
    ASSERT_EQ(margins.size(), 2u);
    EXPECT_EQ(margins[0].line, 21);
    EXPECT_NEAR(margins[0].share, 0.1, 1e-12);
    EXPECT_EQ(margins[1].line, 30);
    EXPECT_NEAR(margins[1].share, 0.9, 1e-12);
    ASSERT_EQ(margins[1].stalls.size(), 2u);
    EXPECT_EQ(margins[1].stalls[0].group, StallGroup::memory);
    EXPECT_NEAR(margins[1].stalls[0].share, 0.8, 1e-12);
    EXPECT_EQ(margins[1].stalls[1].group, StallGroup::none);
}

TEST(WaitingLines, samples_of_another_build_are_shown_per_line_only) {
    State state = state_with_code();
    profiling::StallSamples other = sample_stalls();
    other.checksum = "def";
    measure_with(state, other);
    for (const CodeRow& row : code_rows(state, *shown_code(state))) EXPECT_THAT(row.stalls, IsEmpty());
    const auto margins = line_margins(state, coalesced(), own_file);
    ASSERT_EQ(margins.size(), 1u); // the store is a line of the header
    EXPECT_EQ(margins[0].line, 21);
    measure_with(state, sample_stalls());
    EXPECT_EQ(code_rows(state, *shown_code(state))[2].stalls.size(), 2u);
}

TEST(WaitingLines, are_sorted_with_their_errors) {
    const auto lines = waiting_lines(coalesced(), sample_stalls());
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].place.line, 26);
    EXPECT_NEAR(lines[0].share, 0.9, 1e-12);
    EXPECT_NEAR(lines[0].error, std::sqrt(0.09 / 1000.0), 1e-12);
    EXPECT_THAT(lines[0].code, testing::Not(IsEmpty()));
    EXPECT_THAT(lines[0].reasons, testing::StartsWith("56 %  Stall: memory"));
}

TEST(WaitingLines, every_reason_of_the_catalogue_has_a_group) {
    EXPECT_EQ(group_of("long_scoreboard"), StallGroup::memory);
    EXPECT_EQ(group_of("selected"), StallGroup::none);
    EXPECT_EQ(group_of("something_new"), StallGroup::other);
}

TEST(SourceMargin, uncoalesced_and_conflicting_accesses_are_marked_from_the_trace) {
    State state = state_with_code();
    auto trace = std::make_shared<simt::Trace>();
    trace->variant_id = state.run.variant_id;
    trace->lines = {{.file = own_file,
                     .line = 30,
                     .kind = simt::AccessKind::global_store,
                     .bytes_per_lane = 4,
                     .requests = 10,
                     .sectors = 320,
                     .useful_bytes = 1280},
                    {.file = own_file,
                     .line = 31,
                     .kind = simt::AccessKind::global_store,
                     .bytes_per_lane = 4,
                     .requests = 10,
                     .sectors = 40,
                     .useful_bytes = 1280},
                    {.file = own_file,
                     .line = 32,
                     .kind = simt::AccessKind::shared_load,
                     .bytes_per_lane = 4,
                     .requests = 10,
                     .wavefronts = 20,
                     .needed = 10}};
    state.trace.trace = trace;
    const auto margins = line_margins(state, coalesced(), own_file);
    ASSERT_EQ(margins.size(), 2u);
    EXPECT_EQ(margins[0].line, 30);
    EXPECT_EQ(margins[0].warning, "8.0x");
    EXPECT_THAT(margins[0].meaning, HasSubstr("32.0 sectors, and 4.0 would do"));
    EXPECT_EQ(margins[1].line, 32);
    EXPECT_EQ(margins[1].warning, "2-way");
    EXPECT_EQ(code_rows(state, *shown_code(state))[2].warning, "8.0x") << "the store of that line";
    EXPECT_THAT(code_rows(state, *shown_code(state))[3].warning, IsEmpty()) << "a branch";
}

} // namespace
} // namespace pairscope::app

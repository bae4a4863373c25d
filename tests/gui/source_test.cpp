// SPDX-License-Identifier: MIT
// The Source panel: the file of the selected variant, and the headers with code that it shares.
#include "app/spine/state.h"
#include "app/subjects/source/source.h"
#include "kernels/ladder/registry.h"
#include "tests/gui/gui.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {

TEST(SourcePanel, shows_a_shared_header_by_a_click_and_the_variants_own_file_by_another) {
    StartOptions options = with_points(Shape::two_moons, 300);
    options.generator.reset();
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 300, .m = 200};
    options.variant = "best_match/padded";
    options.device = "cpu";
    Gui gui(options);
    const KernelVariant& padded = *find_variant("best_match/padded");
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Source"});
        gui.wait_for_rest(person);
        EXPECT_EQ(shown_source(gui.state(), padded).path, padded.source);
        person.ItemClick("//Source/source_file_windows.cuh");
        person.Yield(3);
        EXPECT_EQ(shown_source(gui.state(), padded).path, "kernels/workloads/best_match/windows.cuh");
        gui.keep_screen(person, "source_header");
        person.ItemClick("//Source/source_file_padded.cu");
        person.Yield(3);
        EXPECT_EQ(shown_source(gui.state(), padded).path, padded.source);
    }));
}

} // namespace pairscope::app

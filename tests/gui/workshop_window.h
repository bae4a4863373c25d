// SPDX-License-Identifier: MIT
// A window with a file of somebody's own, which is opened and tried.
#pragma once

#include "app/subjects/workshop/child_process.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/ladder/own_variants.h"
#include "tests/gui/window_fixture.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <imgui_te_context.h>

namespace pairscope::app {

class WorkshopWindow : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped()) return;
        workshop::start_children_with(PAIRSCOPE_PROGRAM);
    }
    void TearDown() override {
        for (const KernelVariant* own : own_variants()) withdraw_own_variant(own->id);
    }
    [[nodiscard]] std::filesystem::path write_file(const char* name, const std::string& text) const {
        const std::filesystem::path path = folder_.path() / name;
        std::ofstream(path) << text;
        return path;
    }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

private:
    TemporaryFolder folder_;
};

inline StartOptions with_kernel(const std::filesystem::path& path) {
    StartOptions options = with_points(Shape::clusters, 200);
    options.device = "cpu";
    options.kernels = {path};
    return options;
}

inline const OwnKernel& kernel_in(const Gui& gui) { return gui.state().workshop.kernels.front(); }

inline bool has_ended(const Gui& gui, int number) {
    const auto& kernels = gui.state().workshop.kernels;
    return !kernels.empty() && kernels.front().number >= number && kernels.front().stage == TryStage::ended;
}

inline void wait_for_try(Gui& gui, ImGuiTestContext& person, int number) {
    ASSERT_TRUE(Gui::wait_until(person, [&] { return has_ended(gui, number); })) << told_of(kernel_in(gui));
}

/// Opens the file and answers the one question about it.
inline void try_first(Gui& gui, ImGuiTestContext& person) {
    ASSERT_TRUE(
        Gui::wait_until(person, [&] { return !gui.state().workshop.kernels.empty() && kernel_in(gui).is_read; }));
    person.Yield(4);
    person.ItemClick("//Workshop/Compile and run it##trust");
    wait_for_try(gui, person, 1);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The base of tests that need a window and a folder for files.
#pragma once

#include "tests/gui/window_fixture.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace pairscope::app {

class FolderTest : public WindowTest {
protected:
    void TearDown() override {
        if (!keeps_settings_) return;
        for (const char* variable : setting_folders) unsetenv(variable);
    }
    /// A folder that no other test uses. It is removed when the test ends.
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
    /// From now on, the program has its settings, layout and log in the folder.
    void keep_settings_in_folder() {
        keeps_settings_ = true;
        for (const char* variable : setting_folders) setenv(variable, folder().c_str(), 1);
    }

private:
    static constexpr std::array setting_folders{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"};
    TemporaryFolder folder_;
    bool keeps_settings_ = false;
};

} // namespace pairscope::app

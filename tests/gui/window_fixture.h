// SPDX-License-Identifier: MIT
// The base of tests that need a window.
#pragma once

#include "tests/gui/gui.h"

#include <gtest/gtest.h>

#include <string>

namespace pairscope::app {

/// Skips the tests of a machine that can show no window. Other is the base of a test without a window.
template <class Other = testing::Test> class NeedsWindow : public Other {
protected:
    void SetUp() override {
        if (const std::string reason = why_no_window(); !reason.empty()) GTEST_SKIP() << reason;
    }
};
using WindowTest = NeedsWindow<>;

} // namespace pairscope::app

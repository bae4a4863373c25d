// SPDX-License-Identifier: MIT
// Dear ImGui's compile-time settings, the same for everything that includes imgui.h.
#pragma once

#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#if PAIRSCOPE_TEST_ENGINE
#define IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL 1
#define IMGUI_TEST_ENGINE_ENABLE_IMPLOT 0
#include "imgui_te_imconfig.h"
#endif

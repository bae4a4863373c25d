// SPDX-License-Identifier: MIT
// What it declares is built into NVRTC.
#pragma once

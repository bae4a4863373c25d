// SPDX-License-Identifier: MIT
// An OpenGL 4.5 core context without a display, through EGL: for pictures off-screen and for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace pairscope::gl {

/// The context is current on the thread that made it, with its functions loaded, until it ends.
class HeadlessContext {
public:
    /// Tries every EGL device (with `cuda_device`, only the one with that CUDA ordinal), then Mesa's surfaceless
    /// platform. Throws Error that says what was tried and why each failed. libEGL is opened at run time: it need not
    /// be installed.
    explicit HeadlessContext(std::optional<int> cuda_device = {});
    ~HeadlessContext();
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;

    void make_current();
    [[nodiscard]] const std::string& description() const; ///< "EGL device 0: llvmpipe (...), OpenGL 4.5"

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope::gl

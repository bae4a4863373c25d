// SPDX-License-Identifier: MIT
// What the session does for the workshop: it watches the files, and gives the worker of tries its work.
#include "app/subjects/workshop/trusted_kernels.h"
#include "app/window/gui_session.h"

#include <algorithm>
#include <utility>

namespace pairscope::app {

void GuiSession::tend_workshop() {
    if (state_.workshop.kernels.empty() && tries_.idle()) return;
    std::vector<std::filesystem::path> paths;
    for (const OwnKernel& kernel : state_.workshop.kernels) paths.push_back(kernel.path);
    std::ranges::sort(paths);
    kernel_files_.watch(paths);
    for (const auto& path : kernel_files_.changed()) push(command::ReadKernelAgain{path});
    Effects effects;
    update_workshop(state_, Clock::now(), effects);
    carry_out(std::move(effects));
    if (std::exchange(state_.workshop.is_trust_new, false) && !options_.fresh)
        keep_trusted_kernels(state_.workshop.trusted);
    if (!tries_.idle()) {
        if (posted_try_ && is_outdated_try(state_, *posted_try_)) tries_.cancel();
        return;
    }
    posted_try_ = try_job(state_);
    if (!posted_try_) return;
    note_try_begun(state_, *posted_try_);
    tries_.post(*posted_try_);
}

} // namespace pairscope::app

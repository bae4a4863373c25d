// SPDX-License-Identifier: MIT
// The jobs about a user's own kernels.
#include "app/spine/worker/workbench.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>

namespace pairscope::app {

void Workbench::make(const Asked<job::ReadKernel>& asked, event::KernelRead& made) {
    std::error_code ignored;
    if (std::filesystem::exists(asked.job.path, ignored)) made.text = own::read_source(asked.job.path);
}

void Workbench::make(const Asked<job::SaveKernel>& asked, event::KernelSaved&) {
    std::error_code ignored;
    if (asked.job.is_new && std::filesystem::exists(asked.job.path, ignored))
        throw InputError(fmt::format("{} is there already", shown(asked.job.path)));
    if (asked.job.is_new) std::filesystem::create_directories(asked.job.path.parent_path(), ignored);
    save_text(asked.job.path, asked.job.text);
}

void Workbench::make(const Asked<job::TryKernel>& asked, event::KernelTried& made) {
    const auto& [job, lease, control] = asked;
    progress_({.kind = TaskKind::trying_kernel, .subject = job.file.path}, 0.0);
    const auto tried = std::make_shared<workshop::Try>(job.file, workshop::FirstSize{}, control.stop);
    if (tried->build()) {
        static_cast<void>(tried->run_first());
        made.made = tried;
    }
    made.report = tried->report();
}

void Workbench::make(const Asked<job::CheckKernel>& asked, event::KernelChecked& made) {
    const auto& [job, lease, control] = asked;
    const auto share = [&] {
        const workshop::TryReport& report = job.made->report();
        return report.planned == 0 ? 0.0 : double(report.tried) / double(report.planned);
    };
    const bool is_built_for_gpu =
        !job.made->report().gpu_compiler.empty() || !job.made->report().why_not_on_gpu.empty();
    if (job.gpu && !is_built_for_gpu) job.made->build_for_gpu(*job.gpu);
    do {
        progress_({.kind = TaskKind::checking_kernel, .subject = job.made->report().path}, share());
    } while (!control.stop.stop_requested() && job.made->check_next());
    made.report = job.made->report();
}

} // namespace pairscope::app

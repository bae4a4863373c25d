// SPDX-License-Identifier: MIT
#include "app/window/log_file.h"

#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "kernels/data/readable.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

namespace pairscope::app {

void start_log() {
    const std::filesystem::path file = state_folder() / "pairscope.log";
    constexpr std::size_t megabyte = 1 << 20;
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("nowhere"));
    if (!may_be_own_file(file)) return;
    try {
        spdlog::set_default_logger(spdlog::rotating_logger_mt("pairscope", file.string(), megabyte, 2));
        spdlog::flush_on(spdlog::level::info);
    } catch (const spdlog::spdlog_ex&) {
        return;
    }
}

void log_new_notices(const State& state, std::int64_t& logged) {
    for (const Notice& notice : state.notices) {
        if (notice.id <= logged) continue;
        logged = notice.id;
        const std::string text = legible(notice.text);
        switch (notice.severity) {
        case Severity::info:
            spdlog::info(text);
            break;
        case Severity::warning:
            spdlog::warn(text);
            break;
        case Severity::error:
            spdlog::error(text);
            break;
        }
    }
}

} // namespace pairscope::app

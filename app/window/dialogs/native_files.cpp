// SPDX-License-Identifier: MIT
#include "app/window/dialogs/native_files.h"

#include <fmt/format.h>
#include <portable_file_dialogs.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <variant>

namespace pairscope::app {
namespace {

/// "CSV", "*.csv *.tsv", "All files", "*"
std::vector<std::string> filters_of(const FileQuestion& question) {
    std::string patterns;
    for (const std::string& ending : question.endings) patterns += (patterns.empty() ? "*" : " *") + ending;
    std::vector<std::string> filters{question.kind, patterns};
    if (!question.saves) filters.insert(filters.end(), {"All files", "*"});
    return filters;
}

bool has_display() { return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr; }

} // namespace

struct NativeFiles::Asked {
    FileQuestion question;
    std::variant<std::monostate, pfd::open_file, pfd::save_file> dialog;
    std::atomic<bool> done = false;
    std::jthread watcher; // last: it looks at the dialog, which outlives it

    [[nodiscard]] bool ready() {
        if (auto* open = std::get_if<pfd::open_file>(&dialog)) return open->ready(0);
        if (auto* save = std::get_if<pfd::save_file>(&dialog)) return save->ready(0);
        return true;
    }
    void watch(const std::stop_token& stop, const std::function<void()>& wake) {
        using namespace std::chrono_literals;
        while (!stop.stop_requested() && !done) {
            done = ready();
            if (done)
                wake();
            else
                std::this_thread::sleep_for(50ms);
        }
    }
    [[nodiscard]] std::string path() {
        if (auto* save = std::get_if<pfd::save_file>(&dialog)) return save->result();
        const auto paths = std::get<pfd::open_file>(dialog).result();
        return paths.empty() ? std::string() : paths.front();
    }
    void kill() {
        if (auto* open = std::get_if<pfd::open_file>(&dialog)) open->kill();
        if (auto* save = std::get_if<pfd::save_file>(&dialog)) save->kill();
    }
};

NativeFiles::NativeFiles(std::function<void()> wake) : wake_(std::move(wake)) {}

NativeFiles::~NativeFiles() { close(); }

void NativeFiles::close() {
    if (!asked_) return;
    asked_->watcher = {}; // stops looking before the dialog is closed
    if (!asked_->done) asked_->kill();
    asked_.reset();
}

bool NativeFiles::available() {
    if (!available_) available_ = has_display() && pfd::settings::available();
    return *available_;
}

std::string NativeFiles::show_folder(const std::filesystem::path& folder) {
    // The shell starts the file manager and ends at once, so that nothing has to wait for the file manager.
    const char* const script = "command -v xdg-open >/dev/null 2>&1 || exit 3; xdg-open \"$1\" >/dev/null 2>&1 &";
    const std::string path = folder.string();
    std::array<char*, 6> arguments{const_cast<char*>("sh"),         const_cast<char*>("-c"),
                                   const_cast<char*>(script),       const_cast<char*>("pairscope"),
                                   const_cast<char*>(path.c_str()), nullptr};
    pid_t child = 0;
    int status = 0;
    const bool started = posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments.data(), environ) == 0;
    if (!started || waitpid(child, &status, 0) != child)
        return fmt::format("No shell could be started to show {}.", path);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fmt::format("{} cannot be shown, because this desktop has no xdg-open. Open the folder by its path.",
                           path);
    return {};
}

void NativeFiles::ask(const FileQuestion& question) {
    if (asked_ && asked_->question.title == question.title) return;
    close();
    asked_ = std::make_unique<Asked>();
    asked_->question = question;
    const std::string start = (question.folder / question.name).string();
    if (question.saves)
        asked_->dialog.emplace<pfd::save_file>(question.title, start, filters_of(question));
    else
        asked_->dialog.emplace<pfd::open_file>(question.title, start, filters_of(question));
    asked_->watcher =
        std::jthread([asked = asked_.get(), wake = wake_](const std::stop_token& stop) { asked->watch(stop, wake); });
}

std::optional<NativeFiles::Answer> NativeFiles::take_answer() {
    if (!asked_ || !asked_->done) return {};
    asked_->watcher = {};
    const std::string path = asked_->path();
    Answer answer;
    if (!path.empty())
        answer.path =
            asked_->question.saves ? with_ending(path, asked_->question.endings) : std::filesystem::path(path);
    asked_.reset();
    return answer;
}

} // namespace pairscope::app

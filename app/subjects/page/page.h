// SPDX-License-Identifier: MIT
// What is saved as an HTML page: the recordings of it, and what travels with them.
#pragma once

#include "profiling/recording/recording.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::app {

struct Effects;
struct State;

/// A recording of a page. The path of this session's own one is empty.
struct PagedRecording {
    std::filesystem::path path;
    std::shared_ptr<const profiling::Recording> recording;
};

/// A part of what travels with a page.
struct TravellingPart {
    std::string name;          ///< "Data"
    std::string what;          ///< "30 336 x 2 coordinates"
    std::int64_t bytes = 0;    ///< before it is packed [B]
    bool is_of_labels = false; ///< it stays here where the page is saved without labels
};

struct PageState {
    bool labels = true;                  ///< texts of the data, and names of files and systems travel, too
    std::vector<TravellingPart> parts{}; ///< they are listed when the dialog opens
};

namespace command {

/// Opens the dialog that says what travels.
struct AskAboutPage {};
struct SetPageLabels {
    bool labels;
};
struct SavePage {
    std::filesystem::path path;
}; ///< HTML

void carry_out(const AskAboutPage&, State&, Effects&);
void carry_out(const SetPageLabels&, State&, Effects&);
void carry_out(const SavePage&, State&, Effects&);

} // namespace command

namespace job {

/// A file's text, and what a user should know of it, a sentence each.
struct WrittenPage {
    std::string html;
    std::vector<std::string> notes;
};

struct SavePage {
    std::filesystem::path path;
    std::vector<PagedRecording> recordings;
    bool labels = true;
    /// The window adds it, because only it knows how pages are written. Throws InputError and MemoryError.
    std::function<WrittenPage(const SavePage&, const std::stop_token&)> write{};
};

} // namespace job

/// What a page would show now: this session, if it has runs or no open recording is about its workload, and then the
/// visible recordings of its workload. The first one gives the data.
[[nodiscard]] std::vector<PagedRecording> recordings_to_page(const State& state);

/// Why no page can be saved now, one sentence; empty: one can.
[[nodiscard]] std::string why_no_page(const State& state);

[[nodiscard]] std::vector<TravellingPart> travelling_parts(const std::vector<PagedRecording>& recordings);

} // namespace pairscope::app

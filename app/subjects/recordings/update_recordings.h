// SPDX-License-Identifier: MIT
// Opening, closing and saving recordings: this part of update() and apply(), and what a recording is called.
#pragma once

#include "app/spine/update/update.h"
#include "profiling/recording/recording.h"

namespace pairscope::app {

/// The shipped recordings of the current workload that are not open, in reverse order of their names. Where there is
/// no GPU, the first one with runs of a GPU is opened without being asked for.
[[nodiscard]] std::vector<std::filesystem::path> recordings_to_offer(const State& state);
void open_recording(State& state, const command::OpenRecording& asked, Effects& effects);
void close_recording(RecordingsState& recordings, int id);
void show_recording(RecordingsState& recordings, const command::ShowRecording& asked);
/// The points that it was recorded with become the program's.
void use_recorded_points(State& state, int id, Effects& effects);
void save_session(const State& state, const std::filesystem::path& path, Effects& effects);

void take_recording(State& state, const event::RecordingOpened& opened);
void take_recording(State& state, const event::RecordingFailed& failed);

/// Everything that this session measured, of all sizes, with the points it is about now.
[[nodiscard]] profiling::Recording session_recording(const State& state);

/// "NVIDIA H200 and AMD EPYC"
[[nodiscard]] std::string names_of_devices(const profiling::Recording& recording);

/// Whatever a user calls it: its label, else its devices and its day.
[[nodiscard]] std::string title_of(const profiling::Recording& recording);

} // namespace pairscope::app

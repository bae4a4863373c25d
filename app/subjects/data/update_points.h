// SPDX-License-Identifier: MIT
// Other data takes the place of that of now: this part of update() and apply(). Commands that edit points are in
// edit_points.h.
#pragma once

#include "app/spine/update/update.h"

namespace pairscope::app {

/// How many points of a file the window begins with.
[[nodiscard]] std::int64_t usual_rows(const RunState& run);

/// Generates points, which become the data of that workload with these parameters.
void make_points(State& state, const GeneratorSettings& settings, const WorkloadType& type,
                 const std::vector<double>& parameters, Effects& effects);

/// Generates the points, or has them read. What is still being read is not wanted any more, unless it is the same table
/// in another way.
void set_source(State& state, const command::SetSource& asked, Effects& effects);
void set_source(State& state, const DataSource& source, Effects& effects,
                const std::optional<std::int64_t>& asked_rows = {});

/// Starts to read a recording, a table of points, or the file of one of the workload's sets.
void open_file(State& state, const command::OpenFile& open, Effects& effects);

/// Has the files or the example read, as the data of that workload. What is still being read is not wanted any more.
void have_read(State& state, const DataSource& source, std::string_view workload, Effects& effects);

/// Does nothing if there is no such workload, or if it is already selected.
void choose_workload(State& state, std::string_view id, Effects& effects);
void ask_about_vectors(State& state, const command::AskAboutVectors& asked, Effects& effects);
/// Asks about the places of now by great-circle distances. Does nothing unless that is offered.
void measure_in_kilometres(State& state, Effects& effects);
void set_parameter(State& state, const command::SetParameter& change, Effects& effects);

/// The first rows of its sets, which are shared where they have no more rows than that.
[[nodiscard]] FirstRows first_rows_of(const Question& question, std::int64_t rows);
/// Variants are measured with all rows only if their output can be stored, and if somebody asked for so many: otherwise
/// with as many as the window begins with. Pictures, lists and orders are always of all rows.
void limit_measured(DataSnapshot& data, const RunState& run);

/// The sets were generated or read. Those of before become a step of undo.
void set_dataset(State& state, DataSnapshot data);

/// Puts the file at the head of the recent ones.
void remember_recent(DataState& data, const std::filesystem::path& path);

} // namespace pairscope::app

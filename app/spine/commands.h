// SPDX-License-Identifier: MIT
// Everything a user can ask for, as plain values. Panels, keys, menus, the command palette and the GUI tests push
// these; update() carries them out. A user changes the state in no other way; state.h says who else changes it.
#pragma once

#include "app/spine/look.h"
#include "app/spine/saving.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/log/log.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/output.h"
#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source.h"
#include "app/subjects/tour/tour.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/tracks/tracks.h"
#include "app/subjects/workshop/workshop.h"

#include <variant>
#include <vector>

namespace pairscope::app {

using Command = std::variant<
    command::SetSource, command::OpenFile, command::ChooseWorkload, command::AskAboutVectors, command::SetParameter,
    command::ForgetRecent, command::MovePoint, command::AddPoint, command::DeleteSelected, command::SelectRows,
    command::Undo, command::Redo, command::SelectVariant, command::CompareWith, command::StepVariant,
    command::SelectDevice, command::SetTarget, command::SetCaches, command::SetLive, command::RunAgain,
    command::MeasureAll, command::MeasureCeilings, command::CancelWork, command::OpenRecording,
    command::UseRecordedPoints, command::CloseRecording, command::ShowRecording, command::SelectRecorded,
    command::CountMore, command::PickCounter, command::SearchCounters, command::ChooseCounter, command::ChooseChip,
    command::SetCounting, command::SampleLaunch, command::ChooseWarp, command::ChooseTraceLine,
    command::ChooseTraceRequest, command::SetView, command::FitView, command::OneToOne, command::HoverCell,
    command::PinCell, command::FindCell, command::GoTo, command::ShowMinimap, command::UseViewText, command::MarkWrong,
    command::ShowContent, command::SetScatter, command::SetPointAxes, command::SetCoordinates, command::SetMatchFilter,
    command::SortMatches, command::SetColours, command::SetBars, command::SetMemoryLevel, command::SetWorkUnit,
    command::SetTheme, command::SetChartTheme, command::SetScale, command::SetPresentation, command::ResetLayout,
    command::ShowDialog, command::SetEntry, command::ShowPanel, command::FocusPanel, command::DismissNotice,
    command::DismissHints, command::SavePicture, command::SaveCells, command::SaveMatrix, command::SaveOutput,
    command::SavePoints, command::SaveTable, command::SaveRecording, command::SaveSession, command::SaveClusters,
    command::SaveChart, command::SaveCounters, command::Copy, command::Quit, command::SetNeighbourCount,
    command::ShowGraph, command::ShowNeighbours, command::SetRadius, command::StepRow, command::StepRank,
    command::PinPair, command::UnpinPair, command::NamePair, command::SaveNeighbours, command::SavePairs,
    command::SaveFigure, command::SaveRow, command::SortNeighbours, command::ArrangeForData, command::ShowFilm,
    command::PlayFilm, command::StepFilm, command::SetFilmSpeed, command::ShowFilmContent, command::PresentOutput,
    command::NoteOpened, command::PlayForTeaching, command::LeaveTeaching, command::FoldGroup, command::OpenFolder,
    command::HideSaved, command::RevealRegion, command::FindWorst, command::UsePreset, command::ShowDifferencePart,
    command::OrderMatrix, command::AnimateOrder, command::CompareMatrix, command::CloseOtherMatrix, command::LookAtTwo,
    command::MeasureClusters, command::ShowTour, command::GoToTourStep, command::AskAboutBar, command::PredictBar,
    command::ShowTerm, command::MeasureInKilometres, command::ShowSource, command::OpenKernel, command::CloseKernel,
    command::ShowKernel, command::EditKernel, command::TryKernel, command::SetKernelSlider, command::NewKernel,
    command::EditCopy, command::ReadKernelAgain, command::SettleKernel, command::ChooseTracks, command::OpenTracks,
    command::SetFigureSize, command::ShowCode, command::ChooseCodeKernel, command::LightLine, command::LightInstruction,
    command::FoldLoop, command::SampleStalls>;

/// Panels push, the loop drains.
using Commands = std::vector<Command>;

} // namespace pairscope::app

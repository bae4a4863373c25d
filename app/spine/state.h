// SPDX-License-Identifier: MIT
// The whole state of the program as plain values. Panels only read it. A user's commands change it through update(),
// a worker's answers through apply(). The rest belongs to the session that owns it: it fills the state before the first
// frame (options, settings, devices, stored ceilings), notes what only the window knows (activity, marked pair, lost
// textures, frame rate), works out what panels list and draw (matches, chosen places), and ends what lasts one frame
// (focus, one_to_one, reveal, reset_layout).
#pragma once

#include "app/spine/look.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/log/log.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matrix/clusters/cluster_fit.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/output/output.h"
#include "app/subjects/page/page.h"
#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source.h"
#include "app/subjects/tour/tour.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"

#include <vector>

namespace pairscope::app {

struct State {
    DataState data;
    RunState run;
    RecordingsState recordings;
    OutputState output;
    MatchesState matches;
    VectorsState vectors;
    TraceState trace;
    CounterState counters;
    CompareState compare;
    NeighbourState neighbours;
    ViewState view;
    DeepZoomState deep;
    OrderState order;
    TwoState two;
    ClusterFitState fit;
    LookState look;
    PageState page;
    TourState tour;
    SourceState source;
    WorkshopState workshop;
    std::vector<Notice> notices; ///< the log, oldest first
    bool quit = false;
};

} // namespace pairscope::app

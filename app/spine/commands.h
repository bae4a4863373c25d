// SPDX-License-Identifier: MIT
// What a user asks for, as a plain value. Panels, keys, menus, the command palette and the GUI tests push these;
// update() carries them out. A user changes the state in no other way; state.h says who else changes it.
#pragma once

#include "app/spine/held.h"
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
#include "app/subjects/page/page.h"
#include "app/subjects/points/points.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/source/source.h"
#include "app/subjects/tour/tour.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/tracks/tracks.h"
#include "app/subjects/workshop/workshop.h"

#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

namespace pairscope::app {

struct Effects;
struct State;

/// A struct with a carry_out() declared beside it, in the namespace `command`.
template <class Asked>
concept CanBeCarriedOut = requires(const Asked& asked, State& state, Effects& effects) {
    carry_out(asked, state, effects);
};

/// Holds any struct that can be carried out.
class Command : public Held {
public:
    template <class Asked>
    requires CanBeCarriedOut<std::remove_cvref_t<Asked>> Command(Asked&& asked) // NOLINT: what is asked is the command
        : Held(std::forward<Asked>(asked)), carry_out_([](const Held& held, State& state, Effects& effects) {
              carry_out(held.get<std::remove_cvref_t<Asked>>(), state, effects);
          }) {}

    void carry_out_in(State& state, Effects& effects) const { carry_out_(*this, state, effects); }

private:
    void (*carry_out_)(const Held&, State&, Effects&);
};

/// Panels push, the loop drains.
using Commands = std::vector<Command>;

} // namespace pairscope::app

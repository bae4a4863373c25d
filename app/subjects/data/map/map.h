// SPDX-License-Identifier: MIT
// A map of distances that were given: places in the plane whose distances come close to them.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/data/map/principal_plane.h"

#include <memory>
#include <stop_token>

namespace pairscope::app {

/// Classical multidimensional scaling (Torgerson 1952) to two axes. If there are more than 1024 rows, as many are
/// scaled, taken evenly, and the others are placed by their distances from these (landmarks: de Silva and Tenenbaum
/// 2004). Equal distances give equal maps. `agreement` is filled in. Null if it was stopped.
[[nodiscard]] std::shared_ptr<const PrincipalPlane> distance_map(const Dataset& given,
                                                                 const std::stop_token& stop = {});

/// The plane in which the Points panel draws the sets: the principal components of vectors, or the map of distances.
/// Null where the vectors have at most two coordinates, no vector is finite, or it was stopped.
[[nodiscard]] std::shared_ptr<const PrincipalPlane> plane_for(const Question& question,
                                                              const std::stop_token& stop = {});

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Places on the Earth in vector registers, for code that computes many distances at once. Highway compiles this file
// several times, as a part of the files that include it.
#if defined(PAIRSCOPE_METRICS_PLACES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PAIRSCOPE_METRICS_PLACES_INL_H
#undef PAIRSCOPE_METRICS_PLACES_INL_H
#else
#define PAIRSCOPE_METRICS_PLACES_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pairscope::globe {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// globe::longitude_between() for the longitudes in the lanes [degrees].
template <class Lanes> HWY_INLINE hn::Vec<Lanes> longitude_between(Lanes d, hn::Vec<Lanes> a, hn::Vec<Lanes> b) {
    const auto difference = hn::Sub(a, b), part = hn::Sub(difference, a);
    const auto error = hn::Sub(hn::Sub(a, hn::Sub(difference, part)), hn::Add(b, part));
    const auto turns = hn::Round(hn::Mul(difference, hn::Set(d, 1.0f / 360.0f)));
    return hn::Add(hn::NegMulAdd(turns, hn::Set(d, 360.0f), difference), error);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::globe
HWY_AFTER_NAMESPACE();

#endif // include guard of one target

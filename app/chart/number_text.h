// SPDX-License-Identifier: MIT
// Numbers as the screen and the command line write them: three significant digits, digits in groups of three, SI units.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pairscope::app {

[[nodiscard]] std::string three_digits(double value);  ///< "0.835", "16.9", "1 310"; "nan" and "inf" are said so
[[nodiscard]] std::string grouped(std::int64_t value); ///< "30 336"
/// Two ends of a scale, with three digits, or as many as tell them apart: "254.6" and "255.1".
[[nodiscard]] std::pair<std::string, std::string> told_apart(double low, double high);

[[nodiscard]] std::string milliseconds(double seconds); ///< three digits, no unit: the column says ms
/// "0.773 ms": the time of a run, in milliseconds like all other runs. Below 0.0001 ms it is in nanoseconds: "62.5 ns".
[[nodiscard]] std::string time_of_run(double seconds);
/// "0.773 ms ± 0.002": with the larger half of its interval, as half_width() rounds it.
[[nodiscard]] std::string time_of_run(double seconds, double low, double high);
/// "0.002 ms": only the larger half of the interval.
[[nodiscard]] std::string half_width_of_run(double seconds, double low, double high);
[[nodiscard]] std::string bandwidth(double bytes_per_second);   ///< "4 409 GB/s": whole GB/s from 1000 on
[[nodiscard]] std::string performance(double flops_per_second); ///< "62.1 TFLOP/s"
[[nodiscard]] std::string operations(double per_second);        ///< "4.15 Top/s"
[[nodiscard]] std::string pair_rate(double per_second);         ///< "1.16 Tpairs/s"
/// Calls the function above for the unit "B/s", "flop/s", "op/s" or "pairs/s". Writes "exponentials/s" as "4.14
/// Texp/s".
[[nodiscard]] std::string rate_text(std::string_view unit, double value);
[[nodiscard]] std::string bytes_text(double bytes);      ///< "3.68 GB"
[[nodiscard]] std::string frequency_text(double hertz);  ///< "1.98 GHz"
[[nodiscard]] std::string share_text(double share);      ///< a fraction of a ceiling: "0.96", "<0.01"
[[nodiscard]] std::string speedup_text(double times);    ///< "20.1x"
[[nodiscard]] std::string percent_text(double share);    ///< "96.3 %"
[[nodiscard]] std::string energy_text(double joules);    ///< "1.23 J", "45.6 mJ", "789 uJ"
[[nodiscard]] std::string duration_text(double seconds); ///< "0.835 ms", "12.4 s": the unit that suits

/// What follows "+-": the larger half of the interval about `value`, rounded up to the last digit that
/// three_digits(value) shows. "0.001" for 0.8351 between 0.8348 and 0.8353.
[[nodiscard]] std::string half_width(double value, double low, double high);

/// The decimals that three_digits(value) writes; negative: the digits before the point that it rounds to zero.
[[nodiscard]] int decimals_of(double value);

} // namespace pairscope::app

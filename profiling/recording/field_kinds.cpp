// SPDX-License-Identifier: MIT
#include "profiling/recording/field_kinds.h"

#include "kernels/data/text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pairscope::profiling {

std::string fitting(const std::string& text) { return text.substr(0, most_text_bytes - 3); }

double shortest(float value) {
    std::array<char, 32> text{};
    const char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double number = 0.0;
    std::from_chars(text.data(), end, number);
    return number;
}

std::string time_text(std::chrono::sys_seconds when) {
    return fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

std::chrono::sys_seconds time_at(const JsonPlace& place) {
    const std::string text = place.text();
    std::array<int, 6> parts{};
    constexpr std::string_view pattern = "0000-00-00T00:00:00Z";
    bool fits = text.size() == pattern.size();
    for (std::size_t i = 0, part = 0; fits && i < text.size(); ++i) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        fits = pattern[i] == '0' ? digit : text[i] == pattern[i];
        if (pattern[i] != '0')
            ++part;
        else if (digit)
            parts[part] = 10 * parts[part] + (text[i] - '0');
    }
    using namespace std::chrono;
    const year_month_day date{year{parts[0]}, month{unsigned(parts[1])}, day{unsigned(parts[2])}};
    const bool counts = date.year() >= year{1970} && date.year() <= year{2200}; // in nanoseconds since 1970
    if (!fits || !date.ok() || !counts || parts[3] > 23 || parts[4] > 59 || parts[5] > 60)
        place.refuse("a time such as 2026-11-21T08:36:39Z");
    return sys_days(date) + hours(parts[3]) + minutes(parts[4]) + seconds(parts[5]);
}

void as::Numbers::read(const JsonPlace& place, std::vector<double>& numbers) const {
    numbers = place.numbers(low, high, most);
    if (how == Count::at_least_one && numbers.empty()) place.refuse("a list of at least one number");
    if (how == Count::exactly && numbers.size() != most) place.refuse(fmt::format("a list of {} numbers", most));
}

Json as::DevicePlace::json(const Device& device, RecordingContext& context) const {
    return std::ranges::find(context.devices, device) - context.devices.begin();
}

void as::DevicePlace::read(const JsonPlace& place, Device& device, RecordingContext& context) const {
    const auto& devices = context.devices;
    if (devices.empty()) place.refuse("a device of the list /devices, which is empty,");
    const auto& known = devices[std::size_t(place.whole(0, std::int64_t(devices.size()) - 1))];
    if (!known) place.unknown("a device of a new kind");
    device = *known;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "app/subjects/data/data.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace pairscope::app {
namespace {

struct SymmetriseButton {
    Symmetrise value;
    std::string_view id, title, explanation;
};
constexpr std::array symmetrise_buttons{
    SymmetriseButton{Symmetrise::mean, "use_mean", "Use the mean",
                     "Shows a distance matrix. Where the two entries of a pair differ, it has the mean of both."},
    SymmetriseButton{Symmetrise::min, "use_min", "Use the smaller value",
                     "Shows a distance matrix. Where the two entries of a pair differ, it has the smaller one."},
    SymmetriseButton{Symmetrise::max, "use_max", "Use the larger value",
                     "Shows a distance matrix. Where the two entries of a pair differ, it has the larger one."}};

AsVectors as_matrix(const ReadingQuestion& question, const DistanceReading& reading) {
    VectorSource source{.a = question.file, .b = {}, .n = {}, .m = {}};
    source.as = reading.is_chosen ? ReadAs::matrix : ReadAs::proposed;
    source.symmetrise = reading.symmetrise;
    return {.workload = workload_of_distances()->id, .source = std::move(source)};
}

} // namespace

ReadingQuestion question_about(const DataSource& source, const UnreadDistances& unread) {
    ReadingQuestion question{.file = files_of(source).front(),
                             .why = unread.why,
                             .remedy = unread.remedy,
                             .rows = unread.rows,
                             .reading = {}};
    if (const auto* vectors = std::get_if<VectorSource>(&source)) question.reading = reading_of(*vectors);
    return question;
}

std::string sentence_of(const ReadingQuestion& question) {
    return fmt::format("{} looks like a distance matrix, but {}.", shown(question.file.filename()), question.why);
}

std::vector<ReadingChoice> choices_for(const ReadingQuestion& question) {
    std::vector<ReadingChoice> choices;
    DistanceReading reading = question.reading;
    if (question.remedy == Remedy::symmetrise)
        for (const SymmetriseButton& button : symmetrise_buttons) {
            reading.symmetrise = button.value;
            choices.push_back({button.id, button.title, button.explanation, as_matrix(question, reading)});
        }
    if (question.remedy == Remedy::zero_diagonal || question.remedy == Remedy::row_names) {
        reading.is_chosen = true;
        const std::string_view explanation = question.remedy == Remedy::zero_diagonal
                                                 ? "Shows the numbers of the file as distances, with a diagonal of 0."
                                                 : "Shows the numbers of the file as distances, by the names of the "
                                                   "rows.";
        choices.push_back({"show_matrix", "Show it as a distance matrix", explanation, as_matrix(question, reading)});
    }
    const VectorSource file{.a = question.file, .b = {}, .n = {}, .m = {}};
    choices.push_back({"read_vectors", "Read its rows as vectors",
                       "Reads each row of the table as a vector, and computes the distances between these vectors.",
                       as_vectors(file, question.rows)});
    return choices;
}

} // namespace pairscope::app

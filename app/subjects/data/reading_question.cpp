// SPDX-License-Identifier: MIT
// The questions that a file raises which can be read in several ways.
#include "app/subjects/data/data.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
                     "Shows a distance matrix. Where the two entries of a pair differ, it has the larger one."},
    SymmetriseButton{Symmetrise::keep, "keep_both", "Keep both values",
                     "Shows every entry as it stands in the file. There are no trees and no orders by clusters then."}};

struct SimilarityButton {
    Similarity value;
    std::string_view id, title, explanation;
};
constexpr std::array similarity_buttons{
    SimilarityButton{Similarity::one_minus, "one_minus", "Use 1 - s",
                     "Shows a distance matrix with 1 minus each entry, for correlations and similarities up to 1."},
    SimilarityButton{Similarity::one_minus_size, "one_minus_size", "Use 1 - |s|",
                     "Shows a distance matrix with 1 minus the absolute value of each entry. Rows with opposite "
                     "correlations are then near each other."},
    SimilarityButton{Similarity::largest_minus, "largest_minus", "Use the largest - s",
                     "Shows a distance matrix with each entry subtracted from the largest one, for similarities "
                     "above 1."}};

AsVectors as_matrix(VectorSource source, const DistanceReading& reading) {
    source.as = reading.is_chosen ? ReadAs::matrix : ReadAs::proposed;
    source.symmetrise = reading.symmetrise;
    source.similarity = reading.similarity;
    source.missing = reading.missing;
    return {.workload = workload_of_distances()->id, .source = std::move(source)};
}

/// What a button does that shows a distance matrix; empty: there is no such button.
std::string_view explanation_of_matrix(Remedy remedy) {
    if (remedy == Remedy::zero_diagonal) return "Shows the numbers of the file as distances, with a diagonal of 0.";
    if (remedy == Remedy::row_names) return "Shows the numbers of the file as distances, by the names of the rows.";
    return remedy == Remedy::say_which ? "Shows the numbers of the file as the distances of pairs." : "";
}

/// How a file can be read that nearly holds distances.
std::vector<ReadingChoice> choices_for(const VectorSource& file, DistanceReading reading,
                                       const UnreadDistances& unread) {
    std::vector<ReadingChoice> choices;
    const auto add = [&](std::string_view id, std::string_view title, std::string_view explanation, AsVectors read) {
        choices.push_back({std::string(id), std::string(title), std::string(explanation), std::move(read)});
    };
    if (unread.remedy == Remedy::symmetrise)
        for (const SymmetriseButton& button : symmetrise_buttons) {
            reading.symmetrise = button.value;
            add(button.id, button.title, button.explanation, as_matrix(file, reading));
        }
    if (unread.remedy == Remedy::to_distances)
        for (const SimilarityButton& button : similarity_buttons) {
            DistanceReading turned = reading;
            turned.similarity = button.value;
            add(button.id, button.title, button.explanation, as_matrix(file, turned));
        }
    if (unread.remedy == Remedy::allow_missing || unread.remedy == Remedy::add_pairs) {
        DistanceReading gaps = reading;
        gaps.missing = MissingPairs::nan;
        add("show_missing", "Show the gaps as missing",
            "Shows a distance matrix. Pairs without a number have a colour of their own, and are left out of lists and "
            "statistics.",
            as_matrix(file, gaps));
    }
    if (const std::string_view explanation = explanation_of_matrix(unread.remedy); !explanation.empty()) {
        reading.is_chosen = true;
        add("show_matrix", "Show it as a distance matrix", explanation, as_matrix(file, reading));
    }
    add("read_vectors", "Read its rows as vectors",
        "Reads each row of the table as a vector, and computes the distances between these vectors.",
        as_vectors(file, unread.rows));
    return choices;
}

DataSource read_by(DataSource source, FileFormat reader) {
    if (auto* file = std::get_if<FileSource>(&source)) file->reader = reader;
    if (auto* vectors = std::get_if<VectorSource>(&source)) vectors->reader = reader;
    return source;
}

} // namespace

std::optional<Header> other_header(const DataSnapshot& data) {
    if (files_of(data.source).empty() || is_of_recording(data)) return {};
    std::optional<Header> now = header_chosen_for(data.source);
    for (const auto& set : {data.question.second, data.question.first})
        if (!now && set) now = original_of(*set).doubtful_header;
    if (!now) return {};
    return *now == Header::yes ? Header::no : Header::yes;
}

ReadingQuestion question_about(const DataSource& source, const UnreadDistances& unread) {
    VectorSource file{.a = files_of(source).front(), .b = {}, .n = {}, .m = {}};
    file.reader = reader_chosen_for(source);
    file.header = header_chosen_for(source);
    const auto* vectors = std::get_if<VectorSource>(&source);
    return {.sentence = fmt::format("{} looks like a distance matrix, but {}.", shown(file.a.filename()), unread.why),
            .advice = std::string(words_for(unread.remedy)),
            .choices = choices_for(file, vectors == nullptr ? DistanceReading{} : reading_of(*vectors), unread)};
}

ReadingQuestion question_about(const job::Load& job, const UnclearFile& unclear) {
    std::vector<std::string_view> titles;
    ReadingQuestion question;
    for (const FileFormat reader : unclear.file.claims) {
        titles.push_back(title_in(file_format_names, reader));
        question.choices.push_back(
            {.id = fmt::format("read_{}", name_in(file_format_names, reader)),
             .title = fmt::format("Read it as {}", titles.back()),
             .explanation = fmt::format("Opens the file as {}, whatever else it looks like.", titles.back()),
             .read = {.workload = job.workload, .source = read_by(job.source, reader)},
             .may_be_recording = job.may_be_recording});
    }
    question.sentence = fmt::format("By its name and its first bytes, {} is {} at once.",
                                    shown(unclear.file.path.filename()), fmt::join(titles, " and "));
    question.advice = "Choose what it is. A file whose name says what it is needs no choice.";
    return question;
}

} // namespace pairscope::app

# SPDX-License-Identifier: MIT
"""What a machine can see of the rules for words in CONTRIBUTING.md. Each rule returns a sentence about a text, or nothing."""

import re

UNITS = (
    "bytes?|sectors?|requests?|instructions?|samples?|launch(es)?|runs?|pictures?|frames?|flops?|operations?|times|"
    r"wavefronts?|transactions?|passes|rows|points|pixels|[kMGT]B|[kMGT]?flop|ns|µs|ms|once|\{\}|\d"
)
SHARES = (
    "second|minute|launch|request|store|load|access|pair|thread|block|warp|cycle|frame|pixel|row|entry|instruction|"
    "query|vector|run|wavefront|sector|day"
)
WORDS = {
    r"persons?": "write 'user'",
    r"square roots?|roots": "write 'sqrt'",
    r"answers?|answered": "write 'output', or 'result'",
    r"half precision|halves": "write 'fp16'",
    r"binds|binding": "write 'limits' or 'limiting'",
    r"by its own wish|its turn comes": "say what happens",
    r"colors?|colored|neighbors?|neighboring|centers?|centered|grays?|behaviors?|favorites?|labeled|canceled|initializers?|"
    r"initialized|normalized|optimized|serialized|synchronized|recognized|organized|summarized": "the text is British English",
}
LONGEST_SENTENCE = 35  # words


def sentences(text):
    """Placeholders count as a word. A full stop within a number, a file name or an abbreviation ends nothing."""
    return [part for part in re.split(r"(?<=[.!?])\s+(?=[A-Z{0-9])|\n+", text) if part.strip()]


def begins_with_of(sentence):
    if re.match(r"\s*Of\s", sentence):
        return "a sentence starts with 'Of': give it a subject and a verb"


def rate(sentence):
    found = re.search(rf"(?:^|[\s({{])(?:{UNITS}) an? (?:{SHARES})\b", sentence)
    if found:
        return f"'{found[0].strip()}': write 'per'"


def forbidden_word(sentence):
    for pattern, advice in WORDS.items():
        found = re.search(rf"(?<![\w-])(?:{pattern})(?![\w-])", sentence, re.IGNORECASE)
        if found:
            return f"'{found[0]}': {advice}"


def too_long(sentence):
    count = len(sentence.split())
    if count > LONGEST_SENTENCE:
        return f"a sentence of {count} words: write two"


def colons(sentence):
    bare = re.sub(r"::|https?:|\d:|:\d|\{[^{}]*\}", "", sentence)
    if len(re.findall(r"[:;](?=\s|$)", bare)) > 1:
        return "more than one colon or semicolon in a sentence"


def double_space(text):
    if re.search(r"[A-Za-z,.;:]  +[A-Za-z]", text):
        return "two spaces"


def quotes(text):
    if re.search("[‘’“”«»„]", text):
        return "quotation marks that are not ASCII"


def last_full_stop(text):
    if len(sentences(text)) > 1 and "\n" not in text and re.search(r"[a-z]$", text.rstrip()):
        if re.search(r"[a-z)][.!?] [A-Z]", text):
            return "several sentences without a full stop at the end"


OF_A_SENTENCE = (begins_with_of, rate, forbidden_word, too_long, colons)
OF_A_TEXT = (double_space, quotes, last_full_stop)
OF_A_COMMENT = (begins_with_of, rate)


def complaints(text):
    found = [rule(text) for rule in OF_A_TEXT]
    found += [rule(sentence) for sentence in sentences(text) for rule in OF_A_SENTENCE]
    return [complaint for complaint in found if complaint]


def complaints_about_comment(text):
    found = [rule(sentence) for sentence in sentences(text) for rule in OF_A_COMMENT]
    return [complaint for complaint in found if complaint]

// SPDX-License-Identifier: MIT
#include "app/window/two_pictures.h"

#include "app/spine/jobs.h"

namespace pairscope::app {

DrawnMatrix TwoPictures::draw(const std::shared_ptr<const TwoMatrices>& two, std::size_t which,
                              const HeatmapLook& look) {
    Side& side = sides_[which];
    if (side.shown != two) {
        if (!side.picture) side.picture = std::make_unique<Picture>(shaders_);
        const ItemMatrix& matrix = two->matrices[which];
        event::OutputMade made{};
        made.shape = matrix.entries.shape;
        made.host = matrix.entries;
        made.overview = matrix.overview;
        side.picture->show(made, {});
        side.shown = two;
        side.uploading = true;
    }
    const Picture::Drawn drawn = side.picture->draw(look);
    return {drawn.texture, drawn.shown};
}

bool TwoPictures::upload_some(double seconds) {
    bool is_done = true;
    for (Side& side : sides_) {
        if (!side.uploading) continue;
        side.uploading = !side.picture->upload_some(seconds);
        is_done = is_done && !side.uploading;
    }
    return is_done;
}

std::uint64_t TwoPictures::drawn() const {
    std::uint64_t count = 0;
    for (const Side& side : sides_) count += side.picture ? side.picture->drawn() : 0;
    return count;
}

} // namespace pairscope::app

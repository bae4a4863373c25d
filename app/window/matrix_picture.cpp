// SPDX-License-Identifier: MIT
#include "app/window/matrix_picture.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/data/errors.h"

#include <algorithm>
#include <vector>

namespace pairscope::app {

Picture::Slot::Slot(MatrixShape shape, Entry entry)
    : texture(shape, entry), exact(texture.exact()),
      overview(texture.overview() == nullptr ? std::optional<TextureLink>() : TextureLink(*texture.overview())) {}

bool Picture::Slot::holds(MatrixShape shape, Entry entry) const {
    return texture.shape() == shape && texture.entry() == entry;
}

Picture::Picture(const std::filesystem::path& shaders)
    : renderer_(shaders), upload_side_(upload_side()), upload_(upload_side_, usual_texels()) {}

int Picture::slot_for(MatrixShape shape, Entry entry) {
    const int back = front_ == 0 ? 1 : 0;
    auto& slot = slots_[std::size_t(back)];
    if (slot && slot->holds(shape, entry)) return back;
    slot.reset();
    try {
        slot.emplace(shape, entry);
        return back;
    } catch (const MemoryError&) {
        if (front_ < 0) throw;
        auto& only = slots_[std::size_t(front_)];
        if (!only->holds(shape, entry))
            only.emplace(shape, entry); // one texture at a time: the last drawing stays meanwhile
        return front_;
    }
}

Lease Picture::lend(MatrixShape shape, Entry entry) {
    const int index = slot_for(shape, entry);
    Slot& slot = *slots_[std::size_t(index)];
    std::vector<TextureLink*> links{&slot.exact};
    if (slot.overview) links.push_back(&*slot.overview);
    map(links);
    slot.lent = true;
    Lease lease{
        .slot = index, .matrix = slot.exact.surface(), .overview = {}, .overview_factor = slot.texture.factor()};
    if (slot.overview) lease.overview = slot.overview->surface();
    return lease;
}

void Picture::give_back(const Lease& lease) {
    Slot& slot = *slots_[std::size_t(lease.slot)];
    std::vector<TextureLink*> links{&slot.exact};
    if (slot.overview) links.push_back(&*slot.overview);
    unmap(links);
    slot.lent = false;
}

void Picture::show(const event::OutputMade& made, const std::optional<Lease>& lease) {
    if (lease) {
        give_back(*lease);
        front_ = lease->slot;
        host_.reset();
        ++version_;
        return;
    }
    host_ = made.host;
    upload_.show({*made.host, made.overview});
}

void Picture::free_spare() {
    for (int i = 0; i < int(slots_.size()); ++i)
        if (i != front_) slots_[std::size_t(i)].reset();
}

bool Picture::release_host() {
    if (!host_) return false;
    host_.reset();
    upload_.forget_matrix();
    return true;
}

bool Picture::upload_some(double seconds) {
    const bool done = upload_.upload_some(seconds);
    if (host_ && done) front_ = -1;
    ++version_;
    return done;
}

MatrixPicture Picture::current() const {
    return front_ < 0 ? upload_.picture() : slots_[std::size_t(front_)]->texture.picture();
}

HostTexels Picture::texels_of(const MatrixPicture& current, const HeatmapLook& look) const {
    if (front_ >= 0) return {};
    return upload_.texels(shown(current, look.view, look.viewport).kind, look.aggregate);
}

Picture::Drawn Picture::draw(const HeatmapLook& look) {
    if (front_ >= 0 && slots_[std::size_t(front_)]->lent) return {renderer_.texture(), shown_};
    if (front_ < 0) upload_.look_at(look.view, look.viewport);
    const MatrixPicture picture = current();
    if (!picture.exact && !picture.overview) return {renderer_.texture(), shown_};
    return draw(picture, look, texels_of(picture, look));
}

Picture::Drawn Picture::draw(const MatrixPicture& picture, const HeatmapLook& look, const HostTexels& texels) {
    const bool same = drawn_look_ && *drawn_look_ == look && drawn_picture_ == picture && drawn_version_ == version_;
    if (!same) {
        const bool may_move = drawn_look_ && drawn_version_ == version_ && agree(drawn_picture_, picture);
        if (!may_move || !renderer_.move(picture, look, texels)) shown_ = renderer_.draw(picture, look, texels);
        drawn_look_ = look;
        drawn_picture_ = picture;
        drawn_version_ = version_;
        ++drawings_;
    }
    return {renderer_.texture(), shown_};
}

std::optional<ValueRange> Picture::range_in_sight(const HeatmapLook& look) {
    if (front_ >= 0 && slots_[std::size_t(front_)]->lent) return seen_range_; // GL may not touch it
    if (front_ < 0) upload_.look_at(look.view, look.viewport);
    const MatrixPicture picture = current();
    if (!picture.exact && !picture.overview) return seen_range_;
    return range_in_sight(picture, look, texels_of(picture, look));
}

std::optional<ValueRange> Picture::range_in_sight(const MatrixPicture& picture, const HeatmapLook& look,
                                                  const HostTexels& texels) {
    Seen now{picture, look.view, look.viewport, look.aggregate, version_};
    if (seen_ == now) return seen_range_;
    seen_range_ = renderer_.range_in_sight(picture, look, texels);
    seen_ = std::move(now);
    return seen_range_;
}

MatrixShape Picture::shape() const {
    if (host_) return host_->shape;
    if (front_ < 0) return upload_.picture().shape;
    return !slots_[std::size_t(front_)] ? MatrixShape{} : slots_[std::size_t(front_)]->texture.shape();
}

std::vector<float> Picture::cells(Region region) const {
    if (host_) {
        const LinearMemory memory = host_->memory();
        std::vector<float> values, room;
        values.reserve(std::size_t(region.rows * region.cols));
        for (std::int64_t row = region.row; row < region.row + region.rows; ++row) {
            const std::span<const float> entries = floats_of(memory, row, region.col, region.cols, room);
            values.insert(values.end(), entries.begin(), entries.end());
        }
        return values;
    }
    if (front_ < 0 || slots_[std::size_t(front_)]->lent) return {};
    return slots_[std::size_t(front_)]->texture.read_cells(region);
}

} // namespace pairscope::app

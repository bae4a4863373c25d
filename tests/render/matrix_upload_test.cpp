// SPDX-License-Identifier: MIT
#include "render/matrix_upload.h"
#include "tests/render/support.h"

#include <stdexcept>

namespace pairscope::test {

namespace {

constexpr Viewport small_viewport{120, 100};

class matrix_upload : public GlTest {
protected:
    static void finish(MatrixUpload& upload) {
        while (!upload.upload_some(1.0)) {
        }
    }
    static Image drawn(const MatrixUpload& upload, const HeatmapLook& look) {
        HeatmapRenderer renderer("assets/shaders");
        renderer.draw(upload.picture(), look);
        return renderer.image();
    }
};

TEST_F(matrix_upload, nothing_is_shown_before_the_first_matrix) {
    MatrixUpload upload;
    EXPECT_TRUE(upload.upload_some(0.0));
    const HeatmapLook look = look_at({{0.0, 0.0}, 1.0}, small_viewport);
    EXPECT_EQ(drawn(upload, look).at(60, 50), look.outside);
}

TEST_F(matrix_upload, a_small_matrix_is_uploaded_whole_and_shown_exactly) {
    for (const MatrixShape shape : {MatrixShape{1, 1}, MatrixShape{61, 83}, MatrixShape{2, 301}}) {
        MatrixUpload upload;
        const Matrix matrix = random_matrix(shape);
        upload.show({buffer_of(matrix), nullptr});
        finish(upload);
        const HeatmapView view = fitted(shape, small_viewport);
        const HeatmapLook look = look_at({view.center, view.pixels_per_cell * 0.93}, small_viewport);
        EXPECT_EQ(shown(upload.picture(), look.view, small_viewport).kind, Shown::Kind::exact);
        EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(matrix, look), 1), 0);
    }
}

TEST_F(matrix_upload, halves_are_uploaded_as_they_are) {
    MatrixUpload upload;
    for (const MatrixShape shape : {MatrixShape{1, 1}, MatrixShape{61, 83}, MatrixShape{61, 83}}) {
        const Matrix matrix = random_matrix(shape);
        const HeatmapLook look = look_at(fitted(shape, small_viewport), small_viewport);
        upload.show({halves_of(matrix), nullptr});
        finish(upload);
        EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(rounded_to_halves(matrix), look), 1), 0);
        upload.show({buffer_of(matrix), nullptr}); // the textures take turns: each has to change its format
        finish(upload);
        EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(matrix, look), 1), 0);
    }
}

TEST_F(matrix_upload, windows_of_large_matrices_of_halves_are_shown_exactly) {
    constexpr MatrixShape shape{301, 403};
    const Matrix matrix = random_matrix(shape), rounded = rounded_to_halves(matrix);
    MatrixUpload upload(150);
    const HeatmapLook look = look_at({{155.0, 221.0}, 3.0}, small_viewport);
    upload.look_at(look.view, small_viewport);
    upload.show({halves_of(matrix), overview_of(rounded, 3)});
    finish(upload);
    EXPECT_EQ(shown(upload.picture(), look.view, small_viewport).kind, Shown::Kind::exact);
    EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(rounded, look), 1), 0);
}

TEST_F(matrix_upload, the_old_picture_stays_until_the_new_one_is_complete) {
    const Matrix old{{1500, 1500}, std::vector<float>(1500u * 1500u, 0.0f)};
    const Matrix fresh{{1500, 1500}, std::vector<float>(1500u * 1500u, 1.0f)};
    const HeatmapLook look = look_at(fitted(old.shape, small_viewport), small_viewport);
    const Image old_image = drawn_by_cpu(old, look), fresh_image = drawn_by_cpu(fresh, look);
    MatrixUpload upload;
    upload.show({buffer_of(old), nullptr});
    finish(upload);
    upload.show({buffer_of(fresh), nullptr});
    int slices = 1;
    for (; !upload.upload_some(0.0); ++slices) {
        ASSERT_EQ(different_pixels(drawn(upload, look), old_image, 1), 0) << "after slice " << slices;
    }
    EXPECT_GE(slices, 8); // 9 MB
    EXPECT_EQ(different_pixels(drawn(upload, look), fresh_image, 1), 0);
}

TEST_F(matrix_upload, of_several_waiting_only_the_last_is_uploaded_and_none_starves) {
    const auto filled = [](float value) { return Matrix{{700, 700}, std::vector<float>(700u * 700u, value)}; };
    MatrixUpload upload;
    upload.show({buffer_of(filled(0.0f)), nullptr});
    EXPECT_FALSE(upload.upload_some(0.0));
    upload.show({buffer_of(filled(0.5f)), nullptr});
    upload.show({buffer_of(filled(1.0f)), nullptr});
    const HeatmapLook look = look_at(fitted({700, 700}, small_viewport), small_viewport);
    std::vector<Rgba> seen{drawn(upload, look).at(60, 50)};
    for (bool done = false; !done;) {
        done = upload.upload_some(0.0);
        const Rgba colour = drawn(upload, look).at(60, 50);
        if (seen.back() != colour) seen.push_back(colour);
    }
    EXPECT_EQ(seen, (std::vector<Rgba>{look.outside, look.colouring.colormap.colours.front(),
                                       look.colouring.colormap.colours.back()}));
}

TEST_F(matrix_upload, a_large_matrix_is_shown_reduced_and_exactly_where_one_looks_closely) {
    const Matrix matrix = random_matrix({900, 700});
    MatrixUpload upload(256);
    ASSERT_TRUE(upload.needs_overview(matrix.shape));
    upload.show({buffer_of(matrix), overview_of(matrix, 4)});
    const HeatmapView far = fitted(matrix.shape, small_viewport);
    upload.look_at(far, small_viewport);
    finish(upload);
    EXPECT_EQ(shown(upload.picture(), far, small_viewport), (Shown{Shown::Kind::reduced, 4}));

    for (const Position center : {Position{450.13, 350.27}, Position{460.13, 380.27}, Position{20.13, 690.27}}) {
        const HeatmapLook look = look_at({center, 1.31}, small_viewport);
        upload.look_at(look.view, small_viewport);
        finish(upload);
        EXPECT_EQ(shown(upload.picture(), look.view, small_viewport).kind, Shown::Kind::exact);
        EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(matrix, look), 1), 0);
    }
    EXPECT_EQ(shown(upload.picture(), far, small_viewport).kind, Shown::Kind::reduced);
}

TEST_F(matrix_upload, a_new_matrix_stays_exact_where_one_looks_closely) {
    const Matrix matrix = random_matrix({900, 700});
    MatrixUpload upload(256);
    const HeatmapLook look = look_at({{450.13, 350.27}, 1.31}, small_viewport);
    upload.look_at(look.view, small_viewport);
    upload.show({buffer_of(matrix), overview_of(matrix, 4)});
    finish(upload);
    Matrix next = matrix;
    for (float& entry : next.entries) entry = 1.0f - entry;
    upload.show({buffer_of(next), overview_of(next, 4)});
    for (bool done = false; !done;) {
        done = upload.upload_some(0.0);
        EXPECT_EQ(shown(upload.picture(), look.view, small_viewport).kind, Shown::Kind::exact);
    }
    EXPECT_EQ(different_pixels(drawn(upload, look), drawn_by_cpu(next, look), 1), 0);
}

TEST_F(matrix_upload, a_matrix_of_another_shape_takes_its_place) {
    MatrixUpload upload(256);
    const Matrix large = random_matrix({900, 700}), small = random_matrix({5, 9});
    upload.show({buffer_of(large), overview_of(large, 4)});
    finish(upload);
    upload.show({buffer_of(small), nullptr});
    finish(upload);
    EXPECT_EQ(upload.picture().shape, small.shape);
    EXPECT_FALSE(upload.picture().overview);
    upload.show({buffer_of(large), overview_of(large, 4)});
    finish(upload);
    EXPECT_EQ(upload.picture().shape, large.shape);
    EXPECT_FALSE(upload.picture().exact) << "the small matrix's cells must not be taken for the large one's";
}

TEST_F(matrix_upload, what_is_in_sight_stays_where_a_matrix_in_host_memory_is_forgotten) {
    const Matrix matrix = random_matrix({900, 700});
    for (const MatrixShape shape : {MatrixShape{900, 700}, MatrixShape{100, 140}}) {
        const Matrix shown_matrix{shape, {matrix.entries.begin(), matrix.entries.begin() + shape.rows * shape.cols}};
        MatrixUpload upload(256, TexelsIn::host_memory);
        HostMatrix source{buffer_of(shown_matrix), overview_of(shown_matrix, 4)};
        const std::weak_ptr<float> memory = source.matrix.storage;
        upload.show(std::move(source));
        const HeatmapLook look = look_at({{50.13, 60.27}, 1.31}, small_viewport);
        upload.look_at(look.view, small_viewport);
        EXPECT_TRUE(upload.upload_some(0.0));
        const auto expect_drawn = [&] {
            HeatmapRenderer renderer("assets/shaders");
            const HostTexels texels = upload.texels(Shown::Kind::exact, look.aggregate);
            EXPECT_EQ(renderer.draw(upload.picture(), look, texels).kind, Shown::Kind::exact);
            EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(shown_matrix, look), 1), 0);
        };
        expect_drawn();
        EXPECT_FALSE(memory.expired());
        upload.forget_matrix();
        EXPECT_TRUE(memory.expired()) << "the memory is needed for the next matrix";
        expect_drawn();
        upload.forget_matrix();
        expect_drawn();
        const HeatmapView far = fitted(shape, small_viewport);
        upload.look_at(far, small_viewport);
        const auto kind = upload.needs_overview(shape) ? Shown::Kind::reduced : Shown::Kind::exact;
        EXPECT_EQ(shown(upload.picture(), far, small_viewport).kind, kind);
    }
}

TEST_F(matrix_upload, what_cannot_be_uploaded_is_refused) {
    MatrixUpload upload(256);
    const Matrix large = random_matrix({300, 300});
    EXPECT_THROW(upload.show({buffer_of(large), nullptr}), std::invalid_argument);
    OutputBuffer on_device = buffer_of(random_matrix({3, 3}));
    on_device.backend = Backend::cuda;
    EXPECT_THROW(upload.show({on_device, nullptr}), std::invalid_argument);
    EXPECT_THROW(upload.show({}), std::invalid_argument);
}

TEST(matrix_picture, an_overview_has_at_most_2048_cells_a_side) {
    EXPECT_EQ(overview_factor({1, 1}), 1);
    EXPECT_EQ(overview_factor({2048, 5}), 1);
    EXPECT_EQ(overview_factor({2049, 5}), 2);
    EXPECT_EQ(overview_factor({7, 30336}), 15);
    EXPECT_EQ(overview_shape({7, 30336}, 15), (MatrixShape{1, 2023}));
}

TEST(matrix_picture, exact_cells_are_drawn_until_more_than_8_share_a_pixel) {
    const MatrixPicture picture{{4000, 4000}, ExactTexture{1, {0, 0, 4000, 4000}}, OverviewTexture{2, 2, {2000, 2000}}};
    EXPECT_EQ(shown(picture, {{2000.0, 2000.0}, 1.0 / 8.0}, {500, 500}).kind, Shown::Kind::exact);
    EXPECT_EQ(shown(picture, {{2000.0, 2000.0}, 1.0 / 8.1}, {500, 500}), (Shown{Shown::Kind::reduced, 2}));
    EXPECT_EQ(shown({{4000, 4000}, picture.exact, std::nullopt}, {{2000.0, 2000.0}, 0.01}, {500, 500}).kind,
              Shown::Kind::exact);
    EXPECT_EQ(shown({}, {{2000.0, 2000.0}, 0.01}, {500, 500}).kind, Shown::Kind::nothing);
}

} // namespace

} // namespace pairscope::test

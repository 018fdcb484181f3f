/**
 * The widths, in pixels, that pictures are made in for pages: lists on telephones at twice and three times the density,
 * and thumbnails. Anybody may ask for these and no others, so what is made of a picture is bounded.
 */
export const pictureWidths = [160, 360, 720] as const

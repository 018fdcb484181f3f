/** Projection formats of screenings. */
export const formats = ['2D', '3D', 'IMAX', 'ScreenX'] as const
export type Format = (typeof formats)[number]

/** The specification's statuses of a seat of a screening. */
export const cinemaSeatStatuses = ['Active', 'InActive', 'Booked', 'Sold', 'Returned'] as const
export type CinemaSeatStatus = (typeof cinemaSeatStatuses)[number]

/** The zone of sofas, whose seats are sold as whole sofas only. */
export const sofaZone = 'sofa'

/** Maximum number of seats in one order. */
export const seatsPerOrderMax = 10

/** Kinds of differences found by the nightly comparison with an external cinema system. */
export const differenceKinds = [
  'missing-there',
  'missing-here',
  'refunded-there',
  'refunded-here',
] as const

/** What a screening is shown in. */
export const formats = ['2D', '3D', 'IMAX', 'ScreenX'] as const
export type Format = (typeof formats)[number]

/** The specification's names of what a seat of a screening is. */
export const cinemaSeatStatuses = ['Active', 'InActive', 'Booked', 'Sold', 'Returned'] as const
export type CinemaSeatStatus = (typeof cinemaSeatStatuses)[number]

/** The zone of sofas: its seats are sold a whole sofa at a time. */
export const sofaZone = 'sofa'

/** Seats that one order may hold. */
export const seatsPerOrderMax = 10

/** What the nightly comparison with an outside cinema system finds. */
export const differenceKinds = [
  'missing-there',
  'missing-here',
  'refunded-there',
  'refunded-here',
] as const

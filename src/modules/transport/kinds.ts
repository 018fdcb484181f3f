/** Lists that schemas and pages share; without schemas, since browsers have none. */

export const brands = [
  'railway',
  'ortachala',
  'omnibus',
  'georgianbus',
  'citybus',
  'metrogeorgia',
] as const
export type Brand = (typeof brands)[number]

/** Passengers of one order, all riders together. */
export const passengersMax = 9

export const seatPreferences = [
  'window',
  'aisle',
  'table',
  'forward',
  'facing',
  'lower',
  'upper',
] as const
export type SeatPreference = (typeof seatPreferences)[number]

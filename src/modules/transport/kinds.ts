/** Constants shared by schemas and pages; free of schemas, which are not bundled for browsers. */

export const brands = [
  'railway',
  'ortachala',
  'omnibus',
  'georgianbus',
  'citybus',
  'metrogeorgia',
] as const
export type Brand = (typeof brands)[number]

/** Maximum number of passengers of all kinds in one order. */
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

/**
 * Whether a segment can be bought: `open`; `full`; `office`: only at the carrier's office; `suspended`:
 * the carrier's maintenance; `not-yet` and `closed`: outside the sale period; `cancelled`.
 */
export const saleStates = [
  'open',
  'full',
  'office',
  'not-yet',
  'closed',
  'cancelled',
  'suspended',
] as const
export type SaleState = (typeof saleStates)[number]

import { houseSupplier, type FlightSupplier } from '#modules/flights/server/public-api.ts'
import type { Config } from '#platform/config.ts'

/** The suppliers of flights that are set up, the house's own first. */
export function openFlightSuppliers(_config: Config): readonly FlightSupplier[] {
  return [houseSupplier]
}

import { houseSupplier, type FlightSupplier } from '#modules/flights/server/public-api.ts'
import type { Config } from '#platform/config.ts'

/** The suppliers of flights that are set up, the platform's own first. */
export function openFlightSuppliers(_config: Config): readonly FlightSupplier[] {
  return [houseSupplier]
}

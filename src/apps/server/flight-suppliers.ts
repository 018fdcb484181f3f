import {
  createDuffel,
  houseSupplier,
  type FlightSupplier,
} from '#modules/flights/server/public-api.ts'
import type { Config } from '#platform/config.ts'

/** The suppliers of flights that are set up, the platform's own first. */
export function openFlightSuppliers(config: Config): readonly FlightSupplier[] {
  const { DUFFEL_URL, DUFFEL_ACCESS_TOKEN } = config
  const url = DUFFEL_URL?.replace(/\/+$/, '')
  return url === undefined
    ? [houseSupplier]
    : [houseSupplier, createDuffel({ url, accessToken: DUFFEL_ACCESS_TOKEN })]
}

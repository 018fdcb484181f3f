import {
  createDuffel,
  createIati,
  houseSupplier,
  type FlightSupplier,
} from '#modules/flights/server/public-api.ts'
import type { Config } from '#platform/config.ts'

/** The configured flight suppliers, the platform's own first. */
export function openFlightSuppliers(config: Config): readonly FlightSupplier[] {
  const { DUFFEL_URL, DUFFEL_ACCESS_TOKEN, DUFFEL_WEBHOOK_SECRET, IATI_URL, IATI_API_KEY } = config
  const suppliers: FlightSupplier[] = [houseSupplier]
  if (DUFFEL_URL !== undefined)
    suppliers.push(
      createDuffel({
        url: withoutSlash(DUFFEL_URL),
        accessToken: DUFFEL_ACCESS_TOKEN,
        webhookSecret: DUFFEL_WEBHOOK_SECRET,
      }),
    )
  if (IATI_URL !== undefined)
    suppliers.push(createIati({ url: withoutSlash(IATI_URL), apiKey: IATI_API_KEY }))
  return suppliers
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/** The place nearest to the visitor, in a part of its own that is loaded when somebody asks for it. */
import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { findPlaces } from '../contract.ts'
import type { Brand } from '../kinds.ts'
import type { NamedPlace } from './search-data.ts'

/** A town is found from a kilometre away; the exact position stays in the browser. */
const coarse = (degrees: number): number => Math.round(degrees * 100) / 100

/** `refused` also when the device does not know where it is. */
export async function nearestPlace(
  locale: Locale,
  brand: Brand | null,
): Promise<NamedPlace | 'refused' | 'none'> {
  const position = await new Promise<GeolocationPosition | null>((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(null), {
      maximumAge: 300_000,
      timeout: 10_000,
    })
  })
  if (!position) return 'refused'
  const { latitude, longitude } = position.coords
  const { nearby } = await browserClient(locale).send(findPlaces, {
    query: {
      latitude: coarse(latitude),
      longitude: coarse(longitude),
      ...(brand === null ? {} : { brand }),
    },
  })
  return nearby[0] ?? 'none'
}

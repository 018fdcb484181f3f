/**
 * Airports by IATA code. Codes, countries and coordinates are OurAirports' (public domain, ourairports.com/data);
 * names in Georgian and Russian and time zones are ours. `cityCode` is IATA's code of the city that an airport serves.
 */
import type { LocalizedText } from '#kernel/locale.ts'
import rows from './airports.json' with { type: 'json' }
import type { TrilingualName } from './names.ts'

export interface Airport {
  readonly code: string
  readonly cityCode: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** IANA name. */
  readonly timeZone: string
  readonly latitude: number
  readonly longitude: number
  readonly city: TrilingualName
  /** The airport's own name if its city has several airports, otherwise the city's. */
  readonly name: TrilingualName
}

export const airports: ReadonlyMap<string, Airport> = new Map(
  (rows as readonly Airport[]).map((airport) => [airport.code, airport]),
)

const byCity: ReadonlyMap<string, readonly Airport[]> = Map.groupBy(
  airports.values(),
  ({ cityCode }) => cityCode,
)

/** The airport with a code, or with `isWholeCity` all airports of its city; empty for an unknown code. */
export function airportsOf(code: string, isWholeCity: boolean): readonly Airport[] {
  const airport = airports.get(code)
  if (airport && !isWholeCity) return [airport]
  return byCity.get(airport?.cityCode ?? code) ?? []
}

/** Name such as `Milan, Bergamo`, or only the city if it has one airport; the code of an unknown airport. */
export function airportName(code: string): LocalizedText {
  const airport = airports.get(code)
  if (!airport) return { ka: code, en: code }
  const { city, name } = airport
  const both = (locale: 'ka' | 'en') =>
    name[locale].includes(city[locale]) ? name[locale] : `${city[locale]}, ${name[locale]}`
  return { ka: both('ka'), en: both('en') }
}

export function cityName(code: string): LocalizedText {
  const { ka, en } = airports.get(code)?.city ?? { ka: code, en: code }
  return { ka, en }
}

/** Great-circle distance in kilometres. */
export function distanceKm(from: Airport, to: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const latitude = radians(to.latitude - from.latitude)
  const longitude = radians(to.longitude - from.longitude)
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(longitude / 2) ** 2
  return 2 * 6371 * Math.asin(Math.sqrt(chord))
}

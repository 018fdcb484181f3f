import type { SearchSource } from '#modules/search/server/public-api.ts'
import { destinationsFrom } from './house/network.ts'
import { flightSourceName } from './offer-source.ts'
import { cityName } from './reference/airports.ts'

const homes = ['TBS', 'BUS', 'KUT'] as const

/** The search source of cities with flights from Georgia. */
export const flightSearchSource: SearchSource = {
  name: flightSourceName,

  // The network is static data of the program.
  readVersion: async () => 'network',

  async listItems() {
    const codes = homes.flatMap((home) => destinationsFrom(home)).toSorted()
    // A city with several airports is listed once.
    const cities = new Map(codes.map((code) => [cityName(code).en, code]))
    return [...cities.values()].map((code, index) => {
      const city = cityName(code)
      return {
        id: index + 1,
        name: { ka: `ფრენა: ${city.ka}`, en: `Flights to ${city.en}` },
        aliases: [code, city.ka, city.en],
        places: [city],
        note: { ka: 'ავიაბილეთები', en: 'Flights' },
        path: '/fly',
        imageUrl: null,
        popularity: 100,
        overAt: null,
      }
    })
  },
}

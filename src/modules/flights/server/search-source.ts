import type { SearchSource } from '#modules/search/server/public-api.ts'
import { destinationsFrom } from './house/network.ts'
import { flightSourceName } from './offer-source.ts'
import { cityName } from './reference/airports.ts'

const homes = ['TBS', 'BUS', 'KUT'] as const

/** Cities that one flies to from here, found beside shows. */
export const flightSearchSource: SearchSource = {
  name: flightSourceName,

  // The network is a part of the program.
  readVersion: async () => 'network',

  async listItems() {
    const codes = homes.flatMap((home) => destinationsFrom(home)).toSorted()
    // A city with several airports is one.
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

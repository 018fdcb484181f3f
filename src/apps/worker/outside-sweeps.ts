import type { Services } from '#apps/server/services.ts'
import { fetchCurrencyRates } from '#modules/rates/server/public-api.ts'
import { fetchRealtime } from '#modules/timetable/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import type { Sweep } from './sweeps.ts'

/** Sweeps that poll external services. */
export function outsideSweeps(config: Config, services: Services): Sweep[] {
  return [...ratesSweep(config, services), ...realtimeSweeps(config, services)]
}

/** Polls carriers' real-time data, which `run-news` reports to holders; none without addresses. */
function realtimeSweeps(config: Config, services: Services): Sweep[] {
  return config.GTFS_REALTIME_URLS.map(({ feed, url }) => ({
    name: `realtime ${feed}`,
    everySeconds: 30,
    run: () => fetchRealtime(services.systemContext(), { feed, url }),
  }))
}

/** Fetches the daily exchange rates every hour; none without an address. */
function ratesSweep(config: Config, services: Services): Sweep[] {
  const url = config.RATES_URL
  if (url === undefined) return []
  return [
    {
      name: 'currency-rates',
      everySeconds: 3_600,
      run: () => fetchCurrencyRates(services.systemContext(), { url }),
    },
  ]
}

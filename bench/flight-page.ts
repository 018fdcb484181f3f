import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BenchFigure } from './figures.ts'
import { withProcessor } from './processor.ts'
import { drawFrom, flightTrips, queryOf } from './flights.ts'
import type { BenchShop } from './shop.ts'

const tripCount = 500
const askCount = 600
const warmCount = 60
/** Maximum time of search, filtering and rendering besides the supplier, in milliseconds. */
const pageMilliseconds = 100

/**
 * The results page with 500 itineraries of three fares each: a supplier over HTTP that answers at once, its
 * response stored in the database, then the page with random filters and orders, rendered by one server process.
 */
export async function benchFlightPage(shop: BenchShop): Promise<BenchFigure[]> {
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const days = [day(30), day(37)] as const
  const supplier = await startSupplier(days)
  const settings = {
    DUFFEL_URL: `http://127.0.0.1:${(supplier.address() as AddressInfo).port}`,
    PAGE_CACHE_SECONDS: '0',
  }
  try {
    return await shop.withServer(settings, (origin, server) => askPages(origin, server, days))
  } finally {
    supplier.closeAllConnections()
    supplier.close()
  }
}

async function askPages(
  origin: string,
  server: number,
  days: readonly [string, string],
): Promise<BenchFigure[]> {
  const draw = drawFrom(20_261_122)
  const about = {
    fromAirport: 'TBS',
    toAirport: 'LHR',
    fromDate: days[0],
    toDate: days[1],
    providers: 'duffel',
  }
  const pageOf = (query: object): string => {
    const given = Object.entries({ ...query, ...about })
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)])
    return `${origin}/en/fly/result?${new URLSearchParams(given)}`
  }
  const found = await untilFound(
    `${origin}/v2/flights/search?api_key=demo-web&${new URLSearchParams(about)}`,
  )
  let failed = 0
  let bytes = 0
  const ask = async (): Promise<number> => {
    const { sortType, baggageFilter, legsFilter, departureTimeFilter, carrierFilter, amountTo } =
      queryOf(draw)
    const url = pageOf({
      sortType,
      baggageFilter,
      legsFilter,
      departureTimeFilter,
      carrierFilter,
      amountTo,
    })
    const from = performance.now()
    const answer = await fetch(url)
    const text = await answer.text()
    const took = performance.now() - from
    bytes += text.length
    if (answer.status !== 200) failed += 1
    return took
  }
  for (let count = 0; count < warmCount; count += 1) await ask()
  bytes = 0
  const { value: times, processor } = await withProcessor({ server }, async () => {
    const taken: number[] = []
    for (let count = 0; count < askCount; count += 1) taken.push(await ask())
    return taken.toSorted((left, right) => left - right)
  })
  const each = (processor['server'] ?? 0) / askCount
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  return [
    {
      name: `the page of ${tripCount} itineraries, searched, filtered and rendered, p99`,
      value: at(0.99),
      unit: 'ms',
      target: `under ${pageMilliseconds} beside the supplier`,
      met: at(0.99) < pageMilliseconds && failed === 0 && found === tripCount,
      note: `${found} itineraries; p50 ${at(0.5).toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms, ${each.toFixed(1)} ms of processor each; ${(bytes / askCount / 1_000).toFixed(0)} kB${failed > 0 ? `, ${failed} failed` : ''}`,
    },
  ]
}

/** The number of itineraries once the supplier has answered. */
async function untilFound(url: string): Promise<number> {
  for (let turn = 0; turn < 100; turn += 1) {
    const answer = await fetch(url)
    const reply = (await answer.json()) as {
      readonly isComplete?: boolean
      readonly found?: number
    }
    if (answer.ok && reply.isComplete) return reply.found ?? 0
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
  }
  throw new Error('The supplier answers')
}

/** Answers every search at once with the same offers, in Duffel's format. */
function startSupplier(days: readonly [string, string]): Promise<Server> {
  const body = JSON.stringify({ data: { id: 'orq_bench', offers: offersOf(days) } })
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(201, { 'content-type': 'application/json' }).end(body)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function offersOf(days: readonly [string, string]) {
  const place = (iata_code: string) => ({ iata_code, time_zone: 'UTC' })
  const airline = (iata_code: string) => ({ iata_code, name: iata_code })
  return flightTrips(tripCount, days).flatMap((slices, index) =>
    ['Light', 'Classic', 'Flex'].map((name, bags) => ({
      id: `off_${index}_${bags}`,
      owner: airline(slices[0]?.legs[0]?.carrier ?? ''),
      total_amount: (180 + ((index * 37) % 900) + bags * 60).toFixed(2),
      total_currency: 'GEL',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      payment_requirements: { requires_instant_payment: false },
      passengers: [{ id: 'pas_1', type: 'adult' }],
      conditions: {
        refund_before_departure: {
          allowed: bags > 0,
          penalty_amount: '60.00',
          penalty_currency: 'GEL',
        },
        change_before_departure: null,
      },
      slices: slices.map(({ legs }) => ({
        fare_brand_name: name,
        segments: legs.map((leg) => ({
          origin: place(leg.from),
          destination: place(leg.to),
          departing_at: `${leg.departsLocal}:00`,
          arriving_at: `${leg.arrivesLocal}:00`,
          marketing_carrier: airline(leg.carrier),
          marketing_carrier_flight_number: leg.flightNumber.split(' ')[1] ?? '1',
          operating_carrier: airline(leg.carrier),
          aircraft: { iata_code: '32N' },
          passengers: [
            {
              cabin_class: 'economy',
              baggages: [
                { type: 'carry_on', quantity: 1 },
                { type: 'checked', quantity: bags },
              ],
            },
          ],
        })),
      })),
    })),
  )
}

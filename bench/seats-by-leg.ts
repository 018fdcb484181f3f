import { compare, type Demand } from '../src/modules/transport/tests/demand.ts'
import type { BenchFigure } from './figures.ts'

const days = 1_000
const demand = { seatCount: 61, load: 0.9, wholeShare: 0.5 } as const
const trains: readonly (Demand & { readonly name: string })[] = [
  { ...demand, name: '4 legs', legCount: 4, longTrips: 'mixed' },
  { ...demand, name: '11 legs', legCount: 11, longTrips: 'mixed' },
  { ...demand, name: '11 legs, far trips booked later', legCount: 11, longTrips: 'late' },
]

/**
 * Passengers carried on 1,000 days between Tbilisi and Batumi: half request the whole way, the others any part of
 * it, for nine tenths of the seats' capacity. The same requests in the same order get random seats, the first free
 * seat, or the seat whose free range fits best; compared with two upper bounds: first come, first served with
 * capacity per leg only, and the optimal selection of requests known in advance.
 */
export function benchSeatsByLeg(): BenchFigure[] {
  return trains.map(({ name, ...train }) => {
    const { requested, random, firstFit, bestFit, legCapacityBound, optimalBound } = compare(
      train,
      days,
    )
    const ratio = bestFit / random
    const more = (count: number): string => `${((count / random - 1) * 100).toFixed(1)} %`
    return {
      name: `passengers carried, ${name}`,
      value: bestFit,
      unit: 'passengers',
      baseline: { name: 'seats at random', value: random },
      ratio,
      target: 'at least 1.08× the baseline',
      met: ratio >= 1.08,
      note: `${requested.toLocaleString('en')} asked; the first free seat carries ${firstFit.toLocaleString('en')}; without any gap, first come, first served, ${legCapacityBound.toLocaleString('en')} (${more(legCapacityBound)} more than at random), of which the choice reaches ${((100 * bestFit) / legCapacityBound).toFixed(1)} %; knowing all requests and refusing the far ones ${optimalBound.toLocaleString('en')} (${more(optimalBound)} more)`,
    }
  })
}

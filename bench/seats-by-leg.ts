import {
  batumiDemand,
  compareBatumi,
  type Comparison,
} from '../src/modules/transport/tests/batumi-demand.ts'
import { compare, type Demand } from '../src/modules/transport/tests/demand.ts'
import type { BenchFigure } from './figures.ts'

const days = 1_000

const uniform = { seatCount: 61, load: 0.9, wholeShare: 0.5 } as const
const uniformTrains: readonly (Demand & { readonly name: string })[] = [
  { ...uniform, name: 'uniform demand, 4 legs', legCount: 4, longTrips: 'mixed' },
  { ...uniform, name: 'uniform demand, 11 legs', legCount: 11, longTrips: 'mixed' },
  {
    ...uniform,
    name: 'uniform demand, 11 legs, far trips booked later',
    legCount: 11,
    longTrips: 'late',
  },
]

/**
 * Passengers carried on 1,000 days between Tbilisi and Batumi with the demand of decision 087, which has the target;
 * and, without a target, with uniform demands. The same requests in the same order get random seats, the first free
 * seat, or the shop's assignment; compared with two upper bounds: first come, first served with capacity per leg
 * only, and the optimal selection of requests known in advance.
 */
export function benchSeatsByLeg(): BenchFigure[] {
  return [...batumiFigures(), ...uniformTrains.map(uniformFigure)]
}

function batumiFigures(): BenchFigure[] {
  const { all, soldOut } = compareBatumi(batumiDemand, days)
  const ratio = all.bestFit.passengers / all.random.passengers
  const { randomWithChanges, bestFitWithChanges } = all
  return [
    {
      ...plainFigure('passengers carried, Tbilisi–Batumi', all),
      target: 'at least 1.08× the baseline',
      met: ratio >= 1.08,
    },
    plainFigure(`the same, ${soldOut.days} sold-out days only`, soldOut),
    {
      name: 'the same 1,000 days, with a change of seat accepted where no seat is left',
      value: bestFitWithChanges.passengers,
      unit: 'passengers',
      baseline: {
        name: 'seats at random, with the same offer',
        value: randomWithChanges.passengers,
      },
      ratio: bestFitWithChanges.passengers / randomWithChanges.passengers,
      note: `${bestFitWithChanges.changing.toLocaleString('en')} passengers change seats, of those at random ${randomWithChanges.changing.toLocaleString('en')}; ${more(bestFitWithChanges.passengers, all.random.passengers)} more than at random without the offer`,
    },
    shareFigure('parties that sit together', all, 'partiesTogether', 'parties'),
    shareFigure(
      'preferences for a window or an aisle seat met',
      all,
      'preferencesMet',
      'preferences',
    ),
  ]
}

function plainFigure(name: string, sum: Comparison): BenchFigure {
  const random = sum.random.passengers
  const best = sum.bestFit.passengers
  return {
    name,
    value: best,
    unit: 'passengers',
    baseline: { name: 'seats at random', value: random },
    ratio: best / random,
    note: noteOf({
      requested: sum.requested,
      random,
      firstFit: sum.firstFit.passengers,
      bestFit: best,
      legCapacityBound: sum.legCapacityBound,
      optimalBound: sum.optimalBound,
    }),
  }
}

function shareFigure(
  name: string,
  { random, bestFit, firstFit }: Comparison,
  met: 'partiesTogether' | 'preferencesMet',
  of: 'parties' | 'preferences',
): BenchFigure {
  const percent = (outcome: Comparison['random']) => (100 * outcome[met]) / outcome[of]
  return {
    name,
    value: Number(percent(bestFit).toFixed(1)),
    unit: '%',
    baseline: { name: 'seats at random', value: Number(percent(random).toFixed(1)) },
    note: `the first free seat: ${percent(firstFit).toFixed(1)} %`,
  }
}

function uniformFigure({ name, ...train }: (typeof uniformTrains)[number]): BenchFigure {
  const result = compare(train, days)
  return {
    name: `passengers carried, ${name}`,
    value: result.bestFit,
    unit: 'passengers',
    baseline: { name: 'seats at random', value: result.random },
    ratio: result.bestFit / result.random,
    note: noteOf(result),
  }
}

function more(count: number, than: number): string {
  return `${((count / than - 1) * 100).toFixed(1)} %`
}

function noteOf(result: ReturnType<typeof compare>): string {
  const { requested, random, firstFit, bestFit, legCapacityBound, optimalBound } = result
  return `${requested.toLocaleString('en')} asked; the first free seat carries ${firstFit.toLocaleString('en')}; without any gap, first come, first served, ${legCapacityBound.toLocaleString('en')} (${more(legCapacityBound, random)} more than at random), of which the choice reaches ${((100 * bestFit) / legCapacityBound).toFixed(1)} %; knowing all requests and refusing the far ones ${optimalBound.toLocaleString('en')} (${more(optimalBound, random)} more)`
}

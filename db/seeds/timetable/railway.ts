/**
 * Converts the trains of the JSON file to trips: clock times become ascending seconds; vehicles and fares
 * by kind of train.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dayRules } from '#modules/timetable/shapes.ts'
import {
  doubleDeckTrain,
  expressTrain,
  nightTrain,
  suburbanTrain,
  type VehicleSeed,
} from './vehicles.ts'

const text = z.object({ ka: z.string(), en: z.string(), ru: z.string() })
const clock = z.string().regex(/^\d\d:\d\d$/)
const railwayFile = z.object({
  stations: z.array(z.object({ code: z.string(), name: text, lat: z.number(), lon: z.number() })),
  trains: z.array(
    z.object({
      number: z.number(),
      name: text,
      runs: z.enum(['daily', 'on workdays', 'on odd days', 'on even days', 'every second day']),
      kind: z.string().nullable(),
      stops: z.array(
        z.object({ station: z.string(), arrives: clock.nullable(), departs: clock.nullable() }),
      ),
    }),
  ),
})

export const railway = railwayFile.parse(
  JSON.parse(readFileSync(new URL('georgian-railway.json', import.meta.url), 'utf8')),
)
export type TrainSeed = (typeof railway)['trains'][number]

const daySeconds = 86_400

/** Arrivals and departures in seconds of the first day; a time before the previous one is after midnight. */
export function secondsOf(stops: readonly { arrives: string | null; departs: string | null }[]): {
  arrivals: number[]
  departures: number[]
} {
  let last = 0
  const after = (clockTime: string): number => {
    const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
    let seconds = hours * 3_600 + minutes * 60
    while (seconds < last) seconds += daySeconds
    last = seconds
    return seconds
  }
  const arrivals: number[] = []
  const departures: number[] = []
  for (const { arrives, departs } of stops) {
    const [first, second] = [arrives ?? departs ?? '00:00', departs ?? arrives ?? '00:00']
    arrivals.push(after(first))
    departures.push(after(second))
  }
  return { arrivals, departures }
}

export const serviceOf: Readonly<Record<TrainSeed['runs'], { weekdays: number; dayRule: number }>> =
  {
    daily: { weekdays: 127, dayRule: dayRules.weekdays },
    'on workdays': { weekdays: 31, dayRule: dayRules.weekdays },
    'on odd days': { weekdays: 127, dayRule: dayRules.oddDays },
    'on even days': { weekdays: 127, dayRule: dayRules.evenDays },
    'every second day': { weekdays: 127, dayRule: dayRules.everySecondDay },
  }

export interface TrainKind {
  readonly vehicle: VehicleSeed
  /** Price per straight-line kilometre in tetri, by class. */
  readonly rates: Readonly<Record<string, number>>
  readonly priceMinorMin: number
}

const kinds: Readonly<Record<string, TrainKind>> = {
  stadler: {
    vehicle: doubleDeckTrain,
    rates: { second: 12.8, first: 27.2, business: 46.5 },
    priceMinorMin: 500,
  },
  'vmk-grt': { vehicle: expressTrain, rates: { second: 7, first: 13 }, priceMinorMin: 300 },
  suburban: { vehicle: suburbanTrain, rates: { second: 2.4 }, priceMinorMin: 100 },
  night: { vehicle: nightTrain, rates: { couchette: 45, sleeper: 68 }, priceMinorMin: 2_000 },
}

/** Trains without a kind are the night train to Yerevan and the local trains of Zestafoni. */
export function kindOf(train: TrainSeed): TrainKind {
  const kind = kinds[train.kind ?? (train.number < 400 ? 'night' : 'suburban')] ?? kinds['suburban']
  if (!kind) throw new Error('There is no suburban kind')
  return kind
}

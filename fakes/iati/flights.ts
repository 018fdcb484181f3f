/** Flights of the fake: some of Duffel's at other prices, and flights of low-cost airlines. */
import { flightsBetween as duffelsBetween, type FlightRow } from '../duffel/flights.ts'

export type { FlightRow } from '../duffel/flights.ts'

const zones: Readonly<Record<string, string>> = {
  SAW: 'Europe/Istanbul',
  DXB: 'Asia/Dubai',
  SHJ: 'Asia/Dubai',
  IST: 'Europe/Istanbul',
}

const own: readonly FlightRow[] = [
  flight('PC', 315, ['TBS', 'SAW'], ['03:55', '05:15'], 6_900),
  flight('PC', 314, ['SAW', 'TBS'], ['23:40', '03:00'], 7_200),
  flight('VF', 312, ['TBS', 'SAW'], ['14:20', '15:40'], 6_400),
  flight('VF', 311, ['SAW', 'TBS'], ['10:15', '13:35'], 6_600),
  flight('FZ', 714, ['TBS', 'DXB'], ['04:40', '07:55'], 12_100),
  flight('FZ', 713, ['DXB', 'TBS'], ['22:05', '01:20'], 12_600),
  flight('G9', 296, ['TBS', 'SHJ'], ['05:10', '08:25'], 10_400),
  flight('G9', 295, ['SHJ', 'TBS'], ['01:00', '04:15'], 10_700),
]

function flight(
  carrier: string,
  number: number,
  [from, to]: readonly [string, string],
  [departs, arrives]: readonly [string, string],
  cents: number,
): FlightRow {
  return { carrier, number, from, to, departs, arrives, aircraft: '32N', cents }
}

/** Cheaper than Duffel for some flights and more expensive for others, so that either can be the cheapest. */
export function flightsBetween(from: string, to: string): readonly FlightRow[] {
  const shared = duffelsBetween(from, to).map((row) => ({
    ...row,
    cents: Math.round(row.cents * (row.number % 2 === 0 ? 1.02 : 1.16)),
  }))
  return [...shared, ...own.filter((row) => row.from === from && row.to === to)]
}

export function zoneOf(code: string): string | null {
  return zones[code] ?? null
}

export interface Brand {
  readonly name: string
  readonly factor: number
  readonly checkedBags: number
  readonly refundCents: number | null
  readonly changeCents: number | null
}

/** Fees per passenger; null: not allowed. */
export const brands: readonly Brand[] = [
  { name: 'Eco', factor: 1, checkedBags: 0, refundCents: null, changeCents: 4_500 },
  { name: 'Eco Plus', factor: 1.24, checkedBags: 1, refundCents: 5_000, changeCents: 0 },
]

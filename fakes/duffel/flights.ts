/** Flights of the fake: a few per day, with two fares each. */

export interface FlightRow {
  readonly carrier: string
  readonly number: number
  readonly from: string
  readonly to: string
  readonly departs: string
  readonly arrives: string
  readonly aircraft: string
  /** Adult price in euro cents. */
  readonly cents: number
}

export interface Fare {
  readonly name: string
  readonly factor: number
  readonly bags: number
  readonly isRefunded: boolean
  readonly penaltyCents: number
}

const zones: Readonly<Record<string, string>> = {
  TBS: 'Asia/Tbilisi',
  IST: 'Europe/Istanbul',
  MUC: 'Europe/Berlin',
  CDG: 'Europe/Paris',
  VIE: 'Europe/Vienna',
  LHR: 'Europe/London',
  DXB: 'Asia/Dubai',
  WAW: 'Europe/Warsaw',
}

const names: Readonly<Record<string, string>> = {
  TK: 'Turkish Airlines',
  LH: 'Lufthansa',
  AF: 'Air France',
  BA: 'British Airways',
  EK: 'Emirates',
  LO: 'LOT Polish Airlines',
}

function row(
  flight: string,
  route: string,
  times: string,
  cents: number,
  aircraft: string,
): FlightRow {
  const [carrier = '', number = ''] = flight.split(' ')
  const [from = '', to = ''] = route.split('-')
  const [departs = '', arrives = ''] = times.split('-')
  return { carrier, number: Number(number), from, to, departs, arrives, cents, aircraft }
}

const rows: readonly FlightRow[] = [
  row('TK 379', 'TBS-IST', '04:35-05:55', 9_800, '32Q'),
  row('TK 395', 'TBS-IST', '16:10-17:30', 10_900, '32N'),
  row('TK 380', 'IST-TBS', '06:50-10:10', 9_900, '32Q'),
  row('TK 396', 'IST-TBS', '18:05-21:25', 11_200, '32N'),
  row('LH 2557', 'TBS-MUC', '05:15-06:50', 18_900, '32N'),
  row('LH 2556', 'MUC-TBS', '12:10-18:50', 19_400, '32N'),
  row('AF 1853', 'TBS-CDG', '06:05-08:30', 21_500, '223'),
  row('AF 1852', 'CDG-TBS', '13:30-21:30', 22_300, '223'),
  row('BA 891', 'TBS-LHR', '07:20-08:55', 24_900, '32N'),
  row('BA 890', 'LHR-TBS', '11:10-20:10', 25_600, '32N'),
  row('EK 2231', 'TBS-DXB', '12:15-15:30', 14_300, '738'),
  row('EK 2230', 'DXB-TBS', '08:05-11:15', 14_900, '738'),
  row('LO 724', 'TBS-WAW', '05:05-06:00', 15_100, '738'),
  row('LO 723', 'WAW-TBS', '12:40-19:00', 15_800, '738'),
]

export const fares: readonly Fare[] = [
  { name: 'Light', factor: 1, bags: 0, isRefunded: false, penaltyCents: 0 },
  { name: 'Classic', factor: 1.3, bags: 1, isRefunded: true, penaltyCents: 6_000 },
]

export function flightsBetween(from: string, to: string): readonly FlightRow[] {
  return rows.filter((each) => each.from === from && each.to === to)
}

export function airlineView(code: string) {
  return { id: `arl_${code}`, iata_code: code, name: names[code] ?? code }
}

export function airportView(code: string) {
  return { id: `arp_${code}`, iata_code: code, name: code, time_zone: zones[code] ?? null }
}

/** The journeys of a day as a page carries them to the browser. */
import { travelModes } from '#contract/travel-modes.ts'
import { money, type Money } from '#kernel/money.ts'
import type { JourneyView } from '../contract.ts'
import { saleStates, type SaleState } from '../kinds.ts'
import type { AlertView, SegmentView } from '../shapes.ts'

type ShownStop = Pick<SegmentView['from'], 'name' | 'at' | 'expectedAt' | 'timeZone' | 'platform'>
type ShownAlert = Pick<AlertView, 'alertId' | 'level' | 'texts' | 'url'>
type ShownClass = SegmentView['classes'][number]

/** A segment as far as a list of journeys shows it. */
export type ShownSegment = Pick<
  SegmentView,
  | 'runId'
  | 'legFrom'
  | 'legTo'
  | 'mode'
  | 'carrier'
  | 'vehicle'
  | 'headsign'
  | 'stopsBetween'
  | 'sameVehicle'
  | 'staysSeated'
  | 'sale'
  | 'saleOpensAt'
> & {
  readonly from: ShownStop
  readonly to: ShownStop
  readonly alerts: readonly ShownAlert[]
  readonly classes: readonly ShownClass[]
}

/** A journey as far as a list of journeys shows it. */
export type ShownJourney = Pick<
  JourneyView,
  'journeyKey' | 'departsAt' | 'durationMinutes' | 'changes' | 'sale' | 'priceFrom'
> & { readonly segments: readonly ShownSegment[] }

/**
 * Journeys as one text: its first line has what they have in common, each other line a journey as a list of values,
 * with times in seconds after the first departure. As objects they would be half of a page of a day, and the browser
 * would build each of their values.
 */
export type WrittenJourneys = string & { readonly __brand: 'WrittenJourneys' }

/** A journey of such a text. The lines that it is read from say everything about it: equal lines are equal journeys. */
export interface ReadJourney extends ShownJourney {
  /** The line that all journeys of the text have in common. */
  readonly common: string
  readonly line: string
}

/** Index in the list of common values; -1 for null. */
type Index = number
type StopRow = readonly [name: Index, at: number, delay: number, zone: Index, platform: Index]
type ClassRow = readonly [code: Index, name: Index, seatsLeft: number, minor: number | null]
/** `vehicleKept`: 1 the vehicle of the segment before, 2 with the same seat. */
type SegmentRow = readonly [
  runId: number | null,
  legFrom: number,
  legTo: number,
  mode: number,
  carrier: Index,
  vehicle: Index,
  headsign: Index,
  from: StopRow,
  to: StopRow,
  stopsBetween: number,
  vehicleKept: 0 | 1 | 2,
  sale: number,
  saleOpensAt: Index,
  alerts: readonly Index[],
  classes: readonly ClassRow[],
]
type JourneyRow = readonly [
  journeyKey: string,
  departsAt: number,
  durationMinutes: number,
  changes: number,
  sale: number,
  minor: number | null,
  segments: readonly SegmentRow[],
]
type CommonRow = readonly [base: number, texts: readonly string[], alerts: readonly ShownAlert[]]

const epoch = '1970-01-01T00:00:00.000Z'

/** Values in the order of their first use. */
class Common<Value> {
  readonly #indexes = new Map<unknown, Index>()
  readonly values: Value[] = []

  /** @param key equal for equal values */
  indexOf(value: Value, key: unknown = value): Index {
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.#indexes.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}

export function writeJourneys(journeys: readonly JourneyView[]): WrittenJourneys {
  const texts = new Common<string>()
  const alerts = new Common<ShownAlert>()
  const base = Date.parse(journeys[0]?.departsAt ?? epoch)
  const secondsOf = (at: string): number => (Date.parse(at) - base) / 1000
  const textOf = (text: string | null): Index => (text === null ? -1 : texts.indexOf(text))
  const stop = ({ name, at, expectedAt, timeZone, platform }: ShownStop): StopRow => [
    textOf(name),
    secondsOf(at),
    at === expectedAt ? 0 : secondsOf(expectedAt) - secondsOf(at),
    textOf(timeZone),
    textOf(platform),
  ]
  const alertOf = ({ alertId, level, texts: words, url }: AlertView): Index =>
    alerts.indexOf({ alertId, level, texts: words, url }, alertId)
  const segment = (one: SegmentView): SegmentRow => [
    one.runId,
    one.legFrom,
    one.legTo,
    travelModes.indexOf(one.mode),
    textOf(one.carrier),
    textOf(one.vehicle),
    textOf(one.headsign),
    stop(one.from),
    stop(one.to),
    one.stopsBetween,
    one.staysSeated ? 2 : one.sameVehicle ? 1 : 0,
    saleStates.indexOf(one.sale),
    textOf(one.saleOpensAt),
    one.alerts.map(alertOf),
    one.classes.map(({ classCode, name, seatsLeft, price }) => [
      textOf(classCode),
      textOf(name),
      seatsLeft,
      price?.amount ?? null,
    ]),
  ]
  const rows = journeys.map((one): JourneyRow => [
    one.journeyKey,
    secondsOf(one.departsAt),
    one.durationMinutes,
    one.changes,
    saleStates.indexOf(one.sale),
    one.priceFrom?.amount ?? null,
    one.segments.map(segment),
  ])
  const common: CommonRow = [base, texts.values, alerts.values]
  // JSON has no line breaks of its own.
  return [common, ...rows].map((line) => JSON.stringify(line)).join('\n') as WrittenJourneys
}

export function readJourneys(text: WrittenJourneys): ReadJourney[] {
  const [common = '', ...lines] = text.split('\n')
  const values = JSON.parse(common) as CommonRow
  const segmentOf = segmentReader(values)
  return lines.map((line) => {
    const [journeyKey, departsAt, durationMinutes, changes, sale, minor, rows] = JSON.parse(
      line,
    ) as JourneyRow
    let segments: readonly ShownSegment[] | undefined
    return {
      common,
      line,
      journeyKey,
      durationMinutes,
      changes,
      sale: saleAt(sale),
      priceFrom: priceOf(minor),
      get departsAt() {
        return instantOf(values[0], departsAt)
      },
      // The server shows most journeys without reading them, since it has their HTML from before.
      get segments() {
        return (segments ??= rows.map(segmentOf))
      },
    }
  })
}

function segmentReader([base, texts, alerts]: CommonRow): (row: SegmentRow) => ShownSegment {
  const textAt = (index: Index): string => texts[index] ?? ''
  const textOrNull = (index: Index): string | null => texts[index] ?? null
  const stop = ([name, at, delay, zone, platform]: StopRow): ShownStop => {
    const scheduled = instantOf(base, at)
    return {
      name: textAt(name),
      at: scheduled,
      expectedAt: delay === 0 ? scheduled : instantOf(base, at + delay),
      timeZone: textAt(zone),
      platform: textOrNull(platform),
    }
  }
  return ([
    runId,
    legFrom,
    legTo,
    mode,
    carrier,
    vehicle,
    headsign,
    from,
    to,
    stopsBetween,
    vehicleKept,
    sale,
    saleOpensAt,
    alertRows,
    classes,
  ]) => ({
    runId,
    legFrom,
    legTo,
    mode: travelModes[mode] ?? 'other',
    carrier: textAt(carrier),
    vehicle: textAt(vehicle),
    headsign: textAt(headsign),
    from: stop(from),
    to: stop(to),
    stopsBetween,
    sameVehicle: vehicleKept > 0,
    staysSeated: vehicleKept === 2,
    sale: saleAt(sale),
    saleOpensAt: textOrNull(saleOpensAt),
    alerts: alertRows.flatMap((index) => alerts[index] ?? []),
    classes: classes.map(([code, name, seatsLeft, minor]) => ({
      classCode: textAt(code),
      name: textAt(name),
      seatsLeft,
      price: priceOf(minor),
    })),
  })
}

function instantOf(base: number, seconds: number): string {
  return new Date(base + Math.round(seconds * 1000)).toISOString()
}

function priceOf(minor: number | null): Money | null {
  return minor === null ? null : money(minor)
}

function saleAt(index: number): SaleState {
  return saleStates[index] ?? 'closed'
}

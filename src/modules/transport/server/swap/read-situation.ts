/** Who has which place of a run, as parties for another vehicle. */
import { orderStatus } from '#contract/enumerations.ts'
import { readTakenLegs, type TakenLeg } from '#modules/inventory/server/public-api.ts'
import { readSeatedLines, type SeatedLine } from '#modules/orders/server/public-api.ts'
import type { Run } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { riderOfType } from '../names.ts'
import type { Sitter, SwapParty } from './parties.ts'

/** A stretch of a place that a hold has. */
export interface HeldStretch extends Sitter {
  readonly holdId: string
  readonly isSold: boolean
  /** Null for places that no order refers to. */
  readonly line: SeatedLine | null
}

export interface Situation {
  readonly stretches: readonly HeldStretch[]
  readonly parties: readonly SwapParty[]
  /** Lines of unpaid orders whose places have been lost already. */
  readonly lapsed: readonly SeatedLine[]
  /** Places and legs that are withheld from sale, without those that the vehicle itself keeps back. */
  readonly withheld: readonly { readonly placeId: number; readonly leg: number }[]
  readonly orderIds: readonly number[]
}

/** Orders that were never paid; a late payment takes their places again if these are free. */
const unpaidStatuses: readonly number[] = [
  orderStatus.Draft,
  orderStatus.Checkout,
  orderStatus.PaymentPending,
  orderStatus.Failed,
  orderStatus.Timeout,
  orderStatus.Canceled,
]

/**
 * The holders of an offering's places. Expired holds count as free. With `isLocked` the places are locked; `released` are
 * lines whose places are given up.
 */
export async function readSituation(
  context: Context,
  run: Run,
  offeringId: number,
  { isLocked, released }: { readonly isLocked: boolean; readonly released: ReadonlySet<number> },
): Promise<Situation> {
  const taken = await readTakenLegs(context, offeringId, { isLocked })
  const lines = await readSeatedLines(context, offeringId)
  const now = context.clock.now()
  const held = new Map(
    taken.flatMap((one): [string, TakenLeg][] =>
      one.holdId !== null && (one.state === 'sold' || (one.heldUntil ?? now) > now)
        ? [[`${one.placeId} ${one.leg} ${one.holdId}`, one]]
        : [],
    ),
  )
  const stretches: HeldStretch[] = []
  const lapsed: SeatedLine[] = []
  for (const line of lines) {
    const rows = legsOf(line).map((leg) => held.get(`${line.placeId} ${leg} ${line.holdId}`))
    const [first] = rows
    if (!first || rows.includes(undefined) || released.has(line.lineId)) {
      if (unpaidStatuses.includes(line.status)) lapsed.push(line)
      continue
    }
    for (const leg of legsOf(line)) held.delete(`${line.placeId} ${leg} ${line.holdId}`)
    stretches.push(stretchOfLine(run, line, first.state === 'sold'))
  }
  stretches.push(...withoutLines(run, [...held.values()], lines))
  return {
    stretches,
    parties: partiesOf(stretches),
    lapsed,
    withheld: withheldOf(run, taken),
    orderIds: lines.map(({ orderId }) => orderId),
  }
}

function legsOf({ legFrom, legTo }: Pick<SeatedLine, 'legFrom' | 'legTo'>): number[] {
  return Array.from({ length: legTo - legFrom }, (_, index) => legFrom + index)
}

function stretchOfLine(run: Run, line: SeatedLine, isSold: boolean): HeldStretch {
  const { lineId, placeId, legFrom, legTo, holdId, status } = line
  const type = riderOfType(line.ticketTypeId, run.agency.terms.riders)
  const isPaying = status === orderStatus.PaymentPending
  return {
    key: `line ${lineId}`,
    placeId,
    legFrom,
    legTo,
    rider: riderKind(type?.rider),
    classId: type?.classId ?? null,
    priority: isSold ? 0 : isPaying ? 1 : 2,
    holdId,
    isSold,
    line,
  }
}

function riderKind(rider: string | undefined): Sitter['rider'] {
  return rider === 'wheelchair' || rider === 'companion' ? rider : 'ordinary'
}

/** Places held or sold without an order, such as for a supplier: adjacent legs of one hold are one stretch. */
function withoutLines(
  run: Run,
  rows: readonly TakenLeg[],
  lines: readonly SeatedLine[],
): HeldStretch[] {
  const known = new Set(lines.map(({ placeId, holdId }) => `${placeId} ${holdId}`))
  const found: HeldStretch[] = []
  for (const { placeId, leg, holdId, state } of rows) {
    // What is left of a line whose stretch is no longer whole is not a seat of somebody else.
    if (holdId === null || known.has(`${placeId} ${holdId}`)) continue
    const last = found.at(-1)
    if (last?.placeId === placeId && last.holdId === holdId && last.legTo === leg) {
      found[found.length - 1] = { ...last, legTo: leg + 1 }
      continue
    }
    const attributes = run.vehicle.places[placeId - 1]?.attributes ?? 0
    found.push({
      key: `place ${placeId} ${leg}`,
      placeId,
      legFrom: leg,
      legTo: leg + 1,
      rider: (attributes & placeAttribute.wheelchair) === 0 ? 'ordinary' : 'wheelchair',
      classId: null,
      priority: state === 'sold' ? 0 : 2,
      holdId,
      isSold: state === 'sold',
      line: null,
    })
  }
  return found
}

/** The people of one order are a party. */
function partiesOf(stretches: readonly HeldStretch[]): SwapParty[] {
  const byOrder = Map.groupBy(stretches, ({ key, line }) => (line ? `order ${line.orderId}` : key))
  return [...byOrder].map(([key, sitters]) => ({ key, sitters }))
}

function withheldOf(run: Run, taken: readonly TakenLeg[]): Situation['withheld'] {
  return taken.filter(({ placeId, state }) => {
    const attributes = run.vehicle.places[placeId - 1]?.attributes ?? 0
    return state === 'blocked' && (attributes & placeAttribute.keptBack) === 0
  })
}

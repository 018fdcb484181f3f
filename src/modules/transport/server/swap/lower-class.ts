/** Refunds of the price difference, once, to passengers whose seat is of a lower class than they paid for. */
import { sql } from 'kysely'
import type { FulfilmentSource, PartDue } from '#modules/orders/server/public-api.ts'
import {
  ridersOfTickets,
  type Run,
  type VehiclePlace,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { riderOfType, transportName } from '../names.ts'
import { classOffers, riderMinor, type ClassOffer } from '../offers.ts'
import { stretchOf } from '../stretch.ts'
import type { HeldStretch } from './read-situation.ts'

export interface ClassRefund {
  readonly orderKey: string
  readonly lineId: number
  readonly legFrom: number
  readonly legTo: number
  readonly amountMinor: number
}

/**
 * What is due for seats of a lower class: the part of the paid price by which the lower class is cheaper today on this
 * stretch, less what was due before. Nothing is due when a class has no fare.
 */
export async function classRefundsOf(
  context: Context,
  { from, to }: { readonly from: Run; readonly to: Run },
  moved: readonly { readonly stretch: HeldStretch; readonly place: VehiclePlace }[],
): Promise<ClassRefund[]> {
  const before = await readRefundsBefore(
    context,
    moved.flatMap(({ stretch }) => stretch.line?.lineId ?? []),
  )
  const offersOf = new Map<string, readonly ClassOffer[]>()
  const refunds: ClassRefund[] = []
  for (const { stretch, place } of moved) {
    const { line, legFrom, legTo, classId } = stretch
    const type = line && riderOfType(line.ticketTypeId, from.agency.terms.riders)
    if (!line || !type || classId === null || place.classId === classId) continue
    const key = `${legFrom} ${legTo}`
    const offers = offersOf.get(key) ?? (await offersOn(context, [from, to], legFrom, legTo))
    offersOf.set(key, offers)
    const priceOf = (wanted: number) => {
      const offer = offers.find((one) => one.classId === wanted)
      return offer ? riderMinor(offer, type.rider, ridersOfTickets(from.agency.terms)) : null
    }
    const [bought, seated] = [priceOf(classId), priceOf(place.classId)]
    if (bought === null || seated === null || seated >= bought) continue
    const differenceMinor = Math.round((line.unitPriceMinor * (bought - seated)) / bought)
    const amountMinor = differenceMinor - (before.get(line.lineId) ?? 0)
    if (amountMinor <= 0) continue
    refunds.push({ orderKey: line.orderKey, lineId: line.lineId, legFrom, legTo, amountMinor })
  }
  return refunds
}

/** The classes of both vehicles with their prices, as if everything were free. */
export async function offersOn(
  context: Context,
  runs: readonly Run[],
  legFrom: number,
  legTo: number,
): Promise<ClassOffer[]> {
  const offers: ClassOffer[] = []
  for (const run of runs) {
    const stretch = stretchOf(run, legFrom, legTo)
    if (!stretch) continue
    const found = await classOffers({ ...context, channel: 'web' }, stretch, undefined)
    offers.push(...found.filter((one) => offers.every(({ classId }) => classId !== one.classId)))
  }
  return offers
}

async function readRefundsBefore(
  { db }: Pick<Context, 'db'>,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ lineId: string; amountMinor: number }>`
    select order_line_id as "lineId", sum(amount_minor)::int as "amountMinor" from run_lower_class
    where order_line_id = any(${[...lineIds]}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map(({ lineId, amountMinor }) => [Number(lineId), amountMinor]))
}

/** Records refunds due, in the transaction that moves the seats. */
export async function recordClassRefunds(
  { db, clock, random }: Context,
  runId: number,
  refunds: readonly ClassRefund[],
): Promise<void> {
  if (refunds.length === 0) return
  const rows = refunds.map((due) => ({ ...due, id: random.uuid() }))
  await sql`
    insert into run_lower_class (id, run_id, order_key, order_line_id, leg_from, leg_to, amount_minor, noted_at)
    select id, ${runId}, "orderKey", "lineId", "legFrom", "legTo", "amountMinor", ${clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id uuid, "orderKey" uuid, "lineId" bigint,
      "legFrom" smallint, "legTo" smallint, "amountMinor" integer)`.execute(db)
}

/** Refunds parts of prices of journeys; nobody has to confirm their tickets. */
export const transportFulfilment: FulfilmentSource = {
  name: transportName,

  listSupplied: async () => new Map(),

  confirm: async () => ({ kind: 'refused', code: 'not-supplied' }),

  /** Those of unpaid holds wait for their tickets. */
  async listPartsDue({ db }, most) {
    const { rows } = await sql<{
      id: string
      runId: number
      orderKey: string
      lineId: string
      legFrom: number
      legTo: number
      amountMinor: number
    }>`
      select due.id, due.run_id as "runId", due.order_key as "orderKey", due.order_line_id as "lineId",
        due.leg_from as "legFrom", due.leg_to as "legTo", due.amount_minor as "amountMinor"
      from run_lower_class as due
      where due.settled_at is null
        and exists (select from ticket_summary where ticket_summary.order_line_id = due.order_line_id)
      order by due.noted_at, due.id limit ${most}`.execute(db)
    return rows.map(
      ({ id, orderKey, amountMinor, runId: itemId, lineId, legFrom, legTo }): PartDue => ({
        id,
        orderKey,
        amountMinor,
        item: { source: transportName, itemId, legFrom, legTo },
        lineId: Number(lineId),
      }),
    )
  },

  async settlePart({ db, clock }, id) {
    const settled = await sql`
      update run_lower_class set settled_at = ${clock.now()} where id = ${id} and settled_at is null`.execute(
      db,
    )
    return settled.numAffectedRows === 1n
  },
}

/** How long a difference is kept that was refunded, or whose seat was never paid: until after the end of its run. */
const retentionDays = 120

/** Sweep: deletes differences of ended runs, except those still owed for a ticket. */
export async function deleteOldClassRefunds({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * 86_400_000)
  await sql`
    delete from run_lower_class as due where due.noted_at < ${before}
      and (due.settled_at is not null
        or not exists (select from ticket_summary where ticket_summary.order_line_id = due.order_line_id))`.execute(
    db,
  )
}

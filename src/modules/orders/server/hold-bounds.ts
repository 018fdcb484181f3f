/** Limits on holding without paying, in time and places, so that nobody can block a hall without buying. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { holdMinutesDefault } from '#platform/bounds.ts'
import { callerKeys, keyOf, type CallerKeys } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import type { Buyer, Order } from './order.ts'
import { internationalPhone } from './phone.ts'
import { secondsAfter } from './rules.ts'
import { unpaidWithBuyerStatuses } from './statuses.ts'

/** Shortest useful hold. */
const usefulSeconds = 60

/**
 * End of the last hold of an attempt, including extensions and retries; never before one whole hold time of its
 * offering.
 */
export function attemptEnd(
  context: Pick<Context, 'bounds'>,
  heldSince: Date,
  holdSeconds: number,
): Date {
  const minutes = context.bounds?.holdMinutes ?? holdMinutesDefault
  return secondsAfter(heldSince, Math.max(minutes * 60, holdSeconds))
}

/** The deadline of a hold of the attempt that begins now; `HoldTimeOver` when less than the shortest hold is left. */
export function boundedDeadline(
  context: Pick<Context, 'bounds' | 'clock'>,
  order: Pick<Order, 'heldSince'>,
  holdSeconds: number,
): Result<Date, 'HoldTimeOver'> {
  const now = context.clock.now()
  const end = attemptEnd(context, order.heldSince, holdSeconds)
  if (end < secondsAfter(now, usefulSeconds)) return fail('HoldTimeOver')
  const whole = secondsAfter(now, holdSeconds)
  return ok(whole < end ? whole : end)
}

/** A request for places, with its caller. */
interface Asking {
  readonly context: Context
  /** Additional places of this request. */
  readonly places: number
}

/**
 * Which of these requests, in their order, would hold more than their device or network may. Waits for requests of the
 * same networks that are under way, until the end of the transaction.
 */
export async function findExcessHolds<Request extends Asking>(
  db: Database,
  requests: readonly Request[],
): Promise<ReadonlySet<Request>> {
  const refused = new Set<Request>()
  const bounded: { request: Request; keys: CallerKeys }[] = []
  for (const request of requests) {
    const { bounds } = request.context
    if (!bounds || bounds.heldPlacesPerDevice + bounds.heldPlacesPerNetwork === 0) continue
    const keys = await callerKeys({ ...request.context, db })
    if (keys) bounded.push({ request, keys })
  }
  const first = bounded[0]
  if (!first) return refused
  const networks = [...new Set(bounded.map(({ keys }) => keys.network))]
  const { rows } = await sql<{ network: string; device: string; places: number }>`
    select network_key::text as network, device_key::text as device, places::integer as places
    from held_places(${networks}::bigint[], ${first.request.context.clock.now()})
  `.execute(db)
  const held = new Map<string, number>()
  const add = (key: string, places: number) => held.set(key, (held.get(key) ?? 0) + places)
  for (const { network, device, places } of rows) {
    add(`network ${network}`, places)
    add(`device ${device}`, places)
  }
  for (const { request, keys } of bounded) {
    const { heldPlacesPerDevice, heldPlacesPerNetwork } = request.context.bounds ?? {}
    const [network, device] = [`network ${keys.network}`, `device ${keys.device}`]
    const isOver = (key: string, most = 0) =>
      most > 0 && (held.get(key) ?? 0) + request.places > most
    if (isOver(device, heldPlacesPerDevice) || isOver(network, heldPlacesPerNetwork)) {
      request.context.log.warn(
        { keys, places: request.places },
        'a caller holds too many places unpaid',
      )
      refused.add(request)
      continue
    }
    add(network, request.places)
    add(device, request.places)
  }
  return refused
}

/** Binds a locked order to the phone its buyer gave, else to the e-mail, unless that has too many unpaid orders already. */
export async function bindPhone(
  context: Context,
  order: Pick<Order, 'id'>,
  buyer: Pick<Buyer, 'phone' | 'email'>,
): Promise<Result<null, ErrorCode>> {
  const most = context.bounds?.unpaidOrdersPerPhone ?? 0
  if (most === 0) return ok(null)
  const phone = internationalPhone(buyer.phone)
  // Without a phone the limit applies to the email, or it could be bypassed by leaving the phone out.
  const holder = phone === null ? `email ${buyer.email.toLowerCase()}` : `phone ${phone}`
  const key = await keyOf(context, holder)
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(context.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o
    where o.phone_key = ${key}::bigint and o.status in ${unpaidWithBuyerStatuses} and o.id <> ${order.id}
      and o.deadline_at > ${context.clock.now()}
      and not exists (select from orders r where r.retry_of = o.id)
  `.execute(context.db)
  if ((rows[0]?.count ?? 0) >= most) return fail('TooMuchHeld')
  await sql`update orders set phone_key = ${key}::bigint where id = ${order.id}`.execute(context.db)
  return ok(null)
}

/** A retry counts against the holder of its failed order, wherever it was requested from. */
export async function copyHolder(
  context: Context,
  from: Pick<Order, 'id'>,
  to: Pick<Order, 'id'>,
): Promise<void> {
  await sql`
    update orders o set network_key = f.network_key, device_key = f.device_key, phone_key = f.phone_key
    from orders f where o.id = ${to.id} and f.id = ${from.id}
  `.execute(context.db)
}

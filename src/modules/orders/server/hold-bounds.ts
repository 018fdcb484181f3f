/** Limits on holding without paying, in time and places, so that nobody can block a hall without buying. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { emailKey } from '#kernel/email.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { Stock } from '#modules/inventory/server/public-api.ts'
import { holdMinutesDefault, type Bounds } from '#platform/bounds.ts'
import { keyOf } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { countRefusal } from '#platform/refusals.ts'
import { refusalOfShare, stockKey, tooMuchHeld, type Claim } from './hold-share.ts'
import { holderKeys, type HolderKeys } from './holders.ts'
import type { Buyer, Order } from './order.ts'
import { internationalPhone } from '#kernel/phone.ts'
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
  /** The order that receives them; its places count for whoever opened it. */
  readonly order: Order | undefined
  /** Additional places of this request, by hall and pool. */
  readonly claims: readonly Claim[]
}

/** A request with whom its places count for. */
interface Bounded<Request> {
  readonly request: Request
  readonly holder: HolderKeys
  readonly isPartner: boolean
}

/**
 * Which of these requests, in their order, would hold more than their session, network or partner may. Waits for
 * requests of the same networks and partners that are under way, until the end of the transaction.
 */
export async function findExcessHolds<Request extends Asking>(
  db: Database,
  requests: readonly Request[],
): Promise<ReadonlyMap<Request, Failure<ErrorCode>>> {
  const refused = new Map<Request, Failure<ErrorCode>>()
  const bounded = await boundedOf(db, requests)
  const [first] = bounded
  if (!first) return refused
  const held = await readHeld(db, bounded, first.request.context.clock.now())
  for (const asked of bounded) {
    const { request } = asked
    const context = { ...request.context, db }
    const refusal = refusalOfAmount(asked, held) ?? (await refusalInHalls(context, asked, held))
    if (refusal) {
      countRefusal('held-places')
      refused.set(request, refusal)
    } else held.add(asked)
  }
  return refused
}

async function boundedOf<Request extends Asking>(
  db: Database,
  requests: readonly Request[],
): Promise<Bounded<Request>[]> {
  const bounded: Bounded<Request>[] = []
  for (const request of requests) {
    const { context, order } = request
    if (!context.bounds || !hasLimits(context.bounds)) continue
    const caller = await holderKeys({ ...context, db })
    const holder = order?.caller ?? caller
    if (!caller || !holder) continue
    const isPartner = context.partner !== undefined && holder.network === caller.network
    bounded.push({ request, holder, isPartner })
  }
  return bounded
}

function hasLimits(bounds: Bounds): boolean {
  return (
    bounds.heldPlacesPerSession +
      bounds.heldPlacesPerNetwork +
      bounds.heldSharePerNetwork +
      bounds.heldPlacesPerPartner >
    0
  )
}

function placesOf({ claims }: Asking): number {
  return claims.reduce((places, { quantity }) => places + quantity, 0)
}

function refusalOfAmount(
  { request, holder, isPartner }: Bounded<Asking>,
  held: HeldPlaces,
): Failure<ErrorCode> | null {
  const { bounds } = request.context
  if (!bounds) return null
  const places = placesOf(request)
  const isOver = (count: number, most: number) => most > 0 && count + places > most
  const ofNetwork = held.ofNetwork(holder)
  const isRefused = isPartner
    ? isOver(ofNetwork, bounds.heldPlacesPerPartner)
    : isOver(ofNetwork, bounds.heldPlacesPerNetwork) ||
      isOver(held.ofSession(holder), bounds.heldPlacesPerSession)
  return isRefused ? tooMuchHeld() : null
}

async function refusalInHalls(
  context: Context,
  { request, holder, isPartner }: Bounded<Asking>,
  held: HeldPlaces,
): Promise<Failure<ErrorCode> | null> {
  if (isPartner) return null
  return refusalOfShare(context, holder.network, request.claims, (stock) =>
    held.ofStock(holder, stock),
  )
}

/** Unpaid places by network, session, and network and hall; of a batch, with those that it grants. */
class HeldPlaces {
  readonly #places = new Map<string, number>()

  ofNetwork({ network }: HolderKeys): number {
    return this.#places.get(`network ${network}`) ?? 0
  }

  ofSession({ network, device }: HolderKeys): number {
    return this.#places.get(`session ${network} ${device}`) ?? 0
  }

  ofStock({ network }: Pick<HolderKeys, 'network'>, stock: Stock): number {
    return this.#places.get(`stock ${network} ${stockKey(stock)}`) ?? 0
  }

  add({ request, holder: { network, device } }: Bounded<Asking>): void {
    this.#add(`network ${network}`, placesOf(request))
    this.#add(`session ${network} ${device}`, placesOf(request))
    for (const claim of request.claims)
      this.#add(`stock ${network} ${stockKey(claim)}`, claim.quantity)
  }

  addRow({ network, device, offeringId, poolId, places }: HeldRow): void {
    if (device !== null) this.#add(`session ${network} ${device}`, places)
    else if (offeringId !== null)
      this.#add(`stock ${network} ${stockKey({ offeringId, poolId })}`, places)
    else this.#add(`network ${network}`, places)
  }

  #add(key: string, places: number): void {
    this.#places.set(key, (this.#places.get(key) ?? 0) + places)
  }
}

interface HeldRow {
  readonly network: string
  readonly device: string | null
  readonly offeringId: number | null
  readonly poolId: number | null
  readonly places: number
}

async function readHeld(
  db: Database,
  bounded: readonly Bounded<Asking>[],
  now: Date,
): Promise<HeldPlaces> {
  const networks = [...new Set(bounded.map(({ holder }) => holder.network))]
  const holders = [...new Set(bounded.map(({ holder }) => holder.device))]
  const offerings = [
    ...new Set(bounded.flatMap(({ request }) => request.claims.map((claim) => claim.offeringId))),
  ]
  const { rows } = await sql<HeldRow>`
    select network_key::text as network, device_key::text as device, offering_id::float8 as "offeringId",
      pool_id as "poolId", places::integer as places
    from held_places(${networks}::bigint[], ${holders}::bigint[], ${offerings}::bigint[], ${now})
  `.execute(db)
  const held = new HeldPlaces()
  for (const row of rows) held.addRow(row)
  return held
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
  const holder = phone === null ? `email ${emailKey(buyer.email)}` : `phone ${phone}`
  const key = await keyOf(context, holder)
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(context.db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders o
    where o.phone_key = ${key}::bigint and o.status in ${unpaidWithBuyerStatuses} and o.id <> ${order.id}
      and o.deadline_at > ${context.clock.now()}
      and not exists (select from orders r where r.retry_of = o.id)
  `.execute(context.db)
  if ((rows[0]?.count ?? 0) >= most) return tooMuchHeld()
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

import { sql } from 'kysely'
import { showStatus } from '#contract/enumerations.ts'
import {
  readEventFacts,
  reserveNumbers,
  saveProgramme,
  stopTicketTypes,
  type EventWrite,
  type ShowWrite,
  type TicketTypeWrite,
} from '#modules/catalogue/server/public-api.ts'
import {
  addPools,
  changeSaleRules,
  createOfferings,
  resizePools,
  retireOffering,
  setWithdrawn,
} from '#modules/inventory/server/public-api.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { refundEndOfMove, tellMove } from '../commands/move-terms.ts'
import { isHiding, readmitShow, withdrawDates, withdrawShow } from '../commands/withdraw-dates.ts'
import { isHidden, type PlannedEvent } from './plan-events.ts'
import type { PlannedPrice } from './plan-prices.ts'
import type { ImportPlan, Progress } from './plan.ts'

/** Events per batch, which limits the size of statements and allows progress to be reported. */
const batchSize = 1_000

/**
 * Applies a plan in the caller's transaction. The changing statements check that nothing affected was sold meanwhile;
 * otherwise the whole import is refused.
 */
export async function applyPlan(
  context: Context,
  plan: ImportPlan,
  progress: Progress,
): Promise<Result<null, 'ImportOutdated'>> {
  const withdrawn = await withdrawShows(context, plan)
  if (!withdrawn.ok) return withdrawn
  const shows = await saveShows(context, plan)
  const pricesOfEvent = Map.groupBy(plan.prices, (price) => price.event)
  const changed = plan.events.filter((event) => isTouched(event, pricesOfEvent.get(event) ?? []))
  for (let at = 0; at < changed.length; at += batchSize) {
    const batch = changed.slice(at, at + batchSize)
    const written = await applyEvents(context, plan, batch, shows, pricesOfEvent)
    if (!written.ok) return written
    await progress(Math.min(at + batchSize, changed.length), changed.length)
  }
  return ok(null)
}

/** Nothing of these is sold, but somebody may have chosen places since the plan, or be paying late. */
async function tellMoves(context: Context, events: readonly PlannedEvent[]): Promise<void> {
  const moved = events.flatMap(({ known, needsOffering, facts: { startsAt } }) =>
    known && !needsOffering && known.startsAt.getTime() !== startsAt.getTime()
      ? [
          {
            eventId: known.id,
            offeringId: known.offeringId,
            startsBefore: known.startsAt,
            startsAt,
          },
        ]
      : [],
  )
  if (moved.length === 0) return
  const policies = await readPolicies(context)
  const facts = await readEventFacts(
    context,
    moved.map(({ eventId }) => eventId),
  )
  const endOf = new Map(
    facts.map((one) => [one.eventId, refundEndOfMove(context, policies, one)] as const),
  )
  for (const one of moved)
    await tellMove(context, { ...one, fullRefundUntil: endOf.get(one.eventId) ?? one.startsAt })
}

function isTouched(event: PlannedEvent, prices: readonly PlannedPrice[]): boolean {
  return (
    event.needsOffering ||
    event.changes.length > 0 ||
    prices.some((price) => !price.known || price.changes.length > 0)
  )
}

interface ShowIdentity {
  readonly id: number
  readonly merchantId: number
}

/** Shows that the plan hides must have no tickets to come; those that it shows again are sold again. */
async function withdrawShows(
  context: Context,
  plan: ImportPlan,
): Promise<Result<null, 'ImportOutdated'>> {
  for (const { known, write } of plan.shows) {
    if (!known || known.status === write.status) continue
    if (isHiding(known.status, write.status) && !(await withdrawShow(context, known.id)).ok)
      return fail('ImportOutdated')
    if (write.status === showStatus.Active) await readmitShow(context, known.id)
  }
  return ok(null)
}

async function saveShows(
  context: Context,
  plan: ImportPlan,
): Promise<ReadonlyMap<string, ShowIdentity>> {
  const fresh = plan.shows.filter((show) => !show.known)
  const numbers = await reserveNumbers(context.db, 'show', fresh.length)
  const idOf = new Map(fresh.map((show, index) => [show, numbers[index] ?? 0]))
  const writes = plan.shows
    .filter((show) => !show.known || show.changes.length > 0)
    .map((show): ShowWrite => ({ ...show.write, id: show.known?.id ?? idOf.get(show) ?? 0 }))
  await saveProgramme(context, { shows: writes, events: [], ticketTypes: [] })
  await saveKeys(
    context,
    plan.source,
    'show',
    fresh.map((show) => ({ key: show.item.key, id: idOf.get(show) ?? 0 })),
  )
  const identities = new Map<string, ShowIdentity>()
  for (const [key, show] of plan.snapshot?.shows ?? [])
    identities.set(key, { id: show.id, merchantId: show.merchantId })
  for (const show of plan.shows)
    identities.set(show.item.key, {
      id: show.known?.id ?? idOf.get(show) ?? 0,
      merchantId: show.write.merchantId,
    })
  return identities
}

async function applyEvents(
  context: Context,
  plan: ImportPlan,
  events: readonly PlannedEvent[],
  shows: ReadonlyMap<string, ShowIdentity>,
  pricesOfEvent: ReadonlyMap<PlannedEvent, readonly PlannedPrice[]>,
): Promise<Result<null, 'ImportOutdated'>> {
  const hidden = events.flatMap(({ known, facts }) =>
    known && isHidden(known, facts) ? [{ ...known, timeZone: 'UTC' }] : [],
  )
  if (!(await withdrawDates(context, hidden)).ok) return fail('ImportOutdated')
  const shown = events.flatMap(({ known, facts }) =>
    known && facts.status === showStatus.Active && known.status !== showStatus.Active
      ? [known.offeringId]
      : [],
  )
  await setWithdrawn(context, shown, false)
  const replaced = events.flatMap(({ known, needsOffering }) =>
    known && needsOffering ? [known.offeringId] : [],
  )
  // Places are locked by offering, like those of a package.
  for (const offeringId of replaced.toSorted((one, other) => one - other)) {
    const retired = await retireOffering(context, offeringId)
    if (!retired.ok) return fail('ImportOutdated')
  }
  const pricesOf = (event: PlannedEvent) => pricesOfEvent.get(event) ?? []
  const offeringOf = await openOfferings(context, events, pricesOf)
  const fresh = events.filter((event) => !event.known)
  const numbers = await reserveNumbers(context.db, 'event', fresh.length)
  const idOf = new Map(fresh.map((event, index) => [event, numbers[index] ?? 0]))
  const eventId = (event: PlannedEvent) => event.known?.id ?? idOf.get(event) ?? 0
  const showOf = (event: PlannedEvent) => identityOf(plan, event, shows)
  const prices = events.flatMap((event) => [...pricesOf(event)])
  const resized = await changePools(context, prices)
  if (!resized.ok) return resized
  const freshPrices = prices.filter((price) => !price.known)
  const typeNumbers = await reserveNumbers(context.db, 'ticket_type', freshPrices.length)
  const typeIdOf = new Map(freshPrices.map((price, index) => [price, typeNumbers[index] ?? 0]))
  await saveProgramme(context, {
    shows: [],
    events: events.map((event) =>
      eventWrite(event, eventId(event), showOf(event).id, offeringOf.get(event) ?? 0),
    ),
    ticketTypes: prices.map((price) =>
      typeWrite(
        price,
        price.known?.id ?? typeIdOf.get(price) ?? 0,
        eventId(price.event),
        showOf(price.event).merchantId,
      ),
    ),
  })
  await tellMoves(context, events)
  await stopUnlistedTypes(context, plan, events, pricesOf)
  await changeSaleRules(
    context,
    events.flatMap(({ known, needsOffering, facts }) =>
      known && !needsOffering
        ? [{ ...facts, offeringId: known.offeringId, isOnSale: known.isOnSale }]
        : [],
    ),
  )
  const saveAllKeys = (kind: 'event' | 'ticket-type', pairs: { key: string; id: number }[]) =>
    saveKeys(context, plan.source, kind, pairs)
  await saveAllKeys(
    'event',
    fresh.map((event) => ({ key: event.item.key, id: eventId(event) })),
  )
  await saveAllKeys(
    'ticket-type',
    freshPrices.map((price) => ({ key: price.item.key, id: typeIdOf.get(price) ?? 0 })),
  )
  return ok(null)
}

/**
 * Creates offerings for events that are new or have another hall; returns offerings by event, existing ones included.
 */
async function openOfferings(
  context: Context,
  events: readonly PlannedEvent[],
  pricesOf: (event: PlannedEvent) => readonly PlannedPrice[],
): Promise<ReadonlyMap<PlannedEvent, number>> {
  const needing = events.filter((event) => event.needsOffering)
  const ids = await createOfferings(
    context,
    needing.map((event) => ({
      placeCount: event.layout?.placeCount ?? 0,
      pools: event.layout
        ? event.layout.pools
        : pricesOf(event).map(({ poolId, capacity }) => {
            invariant(poolId !== null && capacity !== null, 'a price without a layout has a pool')
            return { poolId, capacity }
          }),
      placesPerOrderMax: event.facts.placesPerOrderMax,
      isOnSale: event.known?.isOnSale ?? true,
      ...(event.facts.salesOpenAt ? { salesOpenAt: event.facts.salesOpenAt } : {}),
      ...(event.facts.salesCloseAt ? { salesCloseAt: event.facts.salesCloseAt } : {}),
    })),
  )
  const offeringOf = new Map(needing.map((event, index) => [event, ids[index] ?? 0]))
  for (const event of events)
    if (event.known && !event.needsOffering) offeringOf.set(event, event.known.offeringId)
  return offeringOf
}

/** Changes the pools of events that keep their offering: capacities, and new pools. */
async function changePools(
  context: Context,
  prices: readonly PlannedPrice[],
): Promise<Result<null, 'ImportOutdated'>> {
  const pools = prices.flatMap(({ event, poolId, capacity, capacityBefore }) =>
    event.known && !event.needsOffering && poolId !== null && capacity !== null
      ? [{ offeringId: event.known.offeringId, poolId, capacity, capacityBefore }]
      : [],
  )
  await addPools(
    context,
    pools.filter((pool) => pool.capacityBefore === null),
  )
  const resized = await resizePools(
    context,
    pools.filter((pool) => pool.capacityBefore !== null && pool.capacityBefore !== pool.capacity),
  )
  return resized.ok ? ok(null) : fail('ImportOutdated')
}

function identityOf(
  plan: ImportPlan,
  event: PlannedEvent,
  shows: ReadonlyMap<string, ShowIdentity>,
): ShowIdentity {
  const found = shows.get(event.facts.showKey)
  if (found) return found
  // The event exists, but its show is not among those of the files.
  const merchantId = event.known && plan.snapshot?.typesOfEvent.get(event.known.id)?.[0]?.merchantId
  invariant(event.known && merchantId !== undefined, `${event.item.key} has a show`)
  return { id: event.known.showId, merchantId }
}

function eventWrite(
  event: PlannedEvent,
  id: number,
  showId: number,
  offeringId: number,
): EventWrite {
  const { venueId, layoutId, status, startsAt, doorsAt, endsAt } = event.facts
  return { id, showId, venueId, layoutId, offeringId, status, startsAt, doorsAt, endsAt }
}

function typeWrite(
  price: PlannedPrice,
  id: number,
  eventId: number,
  merchantId: number,
): TicketTypeWrite {
  const { name, zone, poolId, priceMinor, position } = price
  return { id, eventId, merchantId, name, zone, poolId, priceMinor, position }
}

/** The zones of a previous hall no longer exist: ticket types that the file does not name are taken off sale. */
async function stopUnlistedTypes(
  context: Context,
  plan: ImportPlan,
  events: readonly PlannedEvent[],
  pricesOf: (event: PlannedEvent) => readonly PlannedPrice[],
): Promise<void> {
  const unlisted = events.flatMap((event) => {
    if (!event.known || !event.needsOffering) return []
    const plannedIds = new Set(pricesOf(event).map((price) => price.known?.id))
    return (plan.snapshot?.typesOfEvent.get(event.known.id) ?? []).filter(
      (type) => !plannedIds.has(type.id),
    )
  })
  await stopTicketTypes(
    context,
    unlisted.map((type) => type.id),
  )
}

async function saveKeys(
  context: Context,
  source: string,
  kind: 'show' | 'event' | 'ticket-type',
  pairs: readonly { readonly key: string; readonly id: number }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    insert into external_reference (source, kind, key, subject_id)
    select ${source}, ${kind}, key, id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as known (key text, id int)`.execute(context.db)
}

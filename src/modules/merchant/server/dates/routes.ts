import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  changeSaleRules,
  isSaleEnded,
  withholdPlaces,
  readOffering,
  resizePools,
  stopSale,
} from '#modules/inventory/server/public-api.ts'
import { giveFree, keepBack } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../dates-contract.ts'
import { placeById } from '#seatmap/expand.ts'
import { findOwnDate, listOwnDates, showDate, showSeats, type OwnDate } from './read-dates.ts'

/** Calls that change the sale of an organiser's dates; each change is logged. */
export const dateRoutes: readonly Implementation[] = [
  implement(calls.listDates, requireStaff, async (context) =>
    ok({ items: await listOwnDates(context, context.actor) }),
  ),
  implement(calls.readDate, requireStaff, async (context, { query }) => {
    const date = await findOwnDate(context, context.actor, query.eventId)
    return date.ok ? ok(await showDate(context, date.value)) : date
  }),
  implement(calls.readDateSeats, requireStaff, async (context, { query }) => {
    const date = await findOwnDate(context, context.actor, query.eventId)
    return date.ok ? showSeats(context, date.value, query.sectionId) : date
  }),
  implement(calls.switchDateSale, requireStaff, (context, { body: { eventId, isOnSale } }) =>
    inTransaction(context, async (inside) => {
      const date = await findOwnDate(inside, context.actor, eventId)
      if (!date.ok) return date
      const switched = await switchSale(inside, date.value.offeringId, isOnSale)
      if (!switched.ok) return switched
      await logStaffChange(inside, {
        action: isOnSale ? 'dates.resume-sale' : 'dates.pause-sale',
        subject: `event ${eventId}`,
        before: { isOnSale: date.value.isOnSale },
        after: { isOnSale },
      })
      return ok(await showDate(inside, { ...date.value, isOnSale }))
    }),
  ),
  implement(calls.withholdSeats, requireStaff, (context, { body }) =>
    inTransaction(context, async (inside) => {
      const { eventId, placeIds, isKept, note } = body
      const date = await findOwnDate(inside, context.actor, eventId)
      if (!date.ok) return date
      const { offeringId } = date.value
      if (!isKept) await giveFree(inside, { offeringId, placeIds })
      const result = await withholdPlaces(inside, { offeringId, placeIds, isKept })
      if (!result.ok) return result
      if (isKept) await keepBack(inside, keptBackOf(context.actor, date.value, placeIds))
      await logStaffChange(inside, {
        action: isKept ? 'dates.keep-back' : 'dates.give-free',
        subject: `event ${eventId}`,
        after: { placeIds, ...(note && { note }) },
      })
      return ok(await showDate(inside, date.value))
    }),
  ),
  implement(calls.resizePool, requireStaff, (context, { body }) =>
    inTransaction(context, async (inside) => {
      const { eventId, poolId, capacity } = body
      const date = await findOwnDate(inside, context.actor, eventId)
      if (!date.ok) return date
      const before = await showDate(inside, date.value)
      const pool = before.pools.find((one) => one.poolId === poolId)
      if (!pool) return fail('NotFound')
      const { offeringId } = date.value
      const resized = await resizePools(inside, [{ offeringId, poolId, capacity }])
      if (!resized.ok) return resized
      await logStaffChange(inside, {
        action: 'dates.capacity',
        subject: `event ${eventId}`,
        before: { poolId, capacity: pool.capacity },
        after: { poolId, capacity },
      })
      return ok(await showDate(inside, date.value))
    }),
  ),
]

function keptBackOf(
  { merchantId, staffId }: StaffActor,
  { event, offeringId, expanded }: OwnDate,
  placeIds: readonly number[],
) {
  const places = [...new Set(placeIds)].flatMap((placeId) => {
    const place = expanded ? placeById(expanded, placeId) : undefined
    if (!place) return []
    return [{ placeId, row: place.rowLabel, seat: place.seatLabel, section: place.section.name }]
  })
  const { eventId: itemId } = event
  return { merchantId, createdBy: staffId, source: 'event', itemId, offeringId, places }
}

/**
 * Pauses or resumes the sale; once this returns, no places of a paused date can be held. A cancelled date is refused, also
 * when it is cancelled at the same time.
 */
async function switchSale(
  context: Context,
  offeringId: number,
  isOnSale: boolean,
): Promise<Result<null, 'DateCancelled'>> {
  if (!isOnSale) {
    await stopSale(context, offeringId)
    return ok(null)
  }
  const offering = await readOffering(context, offeringId)
  invariant(offering, `offering ${offeringId} of a date exists`)
  const { placesPerOrderMax, salesOpenAt, salesCloseAt } = offering
  await changeSaleRules(context, [
    { offeringId, isOnSale, placesPerOrderMax, salesOpenAt, salesCloseAt },
  ])
  return (await isSaleEnded(context, [offeringId])) ? fail('DateCancelled') : ok(null)
}

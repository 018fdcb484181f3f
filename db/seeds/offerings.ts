/** Creates the offering of an event with the places sold in advance. */
import { invariant } from '#kernel/result.ts'
import { createOffering, sellPlaces } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeCount } from '#seatmap/layout.ts'
import type { EventSeed } from './content/types.ts'
import type { Hall } from './halls.ts'
import { occupancyOf } from './occupancy.ts'

export interface OfferingPlan {
  /** Seeds the random selection of sold places. */
  readonly name: string
  readonly hall: Hall
  readonly event: EventSeed
  readonly startsAt: Date
  readonly salesOpenAt: Date | undefined
}

/**
 * Creates the offering and sells the places sold in advance; returns its id. Sales end when the event
 * begins.
 */
export async function createDemoOffering(context: Context, plan: OfferingPlan): Promise<number> {
  const { hall, event } = plan
  const soldShare = event.sold ?? 0
  const layout = hall.layout?.content
  const occupancy = layout && occupancyOf(layout, plan.name, soldShare)
  const pools = hall.sellables.flatMap(({ poolId, capacity }) =>
    poolId === null ? [] : [{ poolId, capacity }],
  )
  const offeringId = await createOffering(context, {
    placeCount: layout ? placeCount(layout) : 0,
    blockedPlaces: occupancy?.blocked ?? [],
    pools,
    placesPerOrderMax: event.placesPerOrderMax,
    salesOpenAt: plan.salesOpenAt,
    salesCloseAt: plan.startsAt,
  })
  if (soldShare === 0) return offeringId
  const sale = await sellPlaces(context, [
    {
      holdId: context.random.uuid(),
      offeringId,
      legFrom: 0,
      legTo: 1,
      places: occupancy?.sold ?? [],
      pools: pools
        .map(({ poolId, capacity }) => ({ poolId, quantity: Math.round(capacity * soldShare) }))
        .filter(({ quantity }) => quantity > 0),
    },
  ])
  invariant(sale.ok, `places of ${plan.name} can be sold before anybody else comes`)
  return offeringId
}

import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { isFree } from '#seatmap/availability.ts'
import { seatFlagBit } from '#seatmap/layout.ts'
import type { TicketTypeView } from '../contract.ts'
import { availabilityOf } from './availability.ts'
import { hiddenPlaces } from './open-map.ts'
import { isOnSale, sellsThrough } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'
import { ticketTypeViews } from './ticket-type-views.ts'

/** A ticket type for sale at a counter. */
export interface CounterType extends TicketTypeView {
  /** Free places for anybody; wheelchair spaces are chosen one by one. Null: a package. */
  readonly left: number | null
}

/** Channel of counter sales; no API key has it. */
export const counterChannel = 'box-office'

const setAside = seatFlagBit.accessible | seatFlagBit.companion

interface CounterTypes {
  readonly types: readonly CounterType[]
  readonly hasMap: boolean
  /** Buyers are asked questions, which belong to held places. */
  readonly asksAnswers: boolean
}

/** What a counter currently sells of an event; `EventNotActive` when the sale is not open. */
export async function counterTypesOf(
  context: Context,
  eventId: number,
): Promise<Result<CounterTypes, ErrorCode>> {
  const sale = await findSale(context, eventId)
  if (!sale || !isOnSale(sale, context.clock.now())) return fail('EventNotActive')
  const sold = sale.event.ticketTypes.filter((type) => sellsThrough(type, counterChannel))
  const views = await ticketTypeViews(context, sale, sold)
  const { states, pools } = await availabilityOf(context, sale, [])
  const byZone = freeByZone(sale, states)
  const byPool = new Map(pools.map(({ poolId, left }) => [poolId, left]))
  const leftOf = ({ parts, poolId, zone }: TicketTypeView): number | null => {
    if (parts.length > 0) return null
    return poolId === null ? (byZone.get(zone) ?? 0) : (byPool.get(poolId) ?? 0)
  }
  const types = views
    .filter((type) => type.isActive && !type.needsAccessCode)
    .map((type) => ({
      ...type,
      left: leftOf(type),
    }))
  const hasMap = types.some(({ zone, poolId }) => zone !== null && poolId === null)
  return ok({ types, hasMap, asksAnswers: sale.rules.extraFields.length > 0 })
}

function freeByZone(sale: EventSale, states: Uint8Array): ReadonlyMap<string | null, number> {
  const free = new Map<string | null, number>()
  const { layout } = sale
  if (!layout) return free
  const hidden = hiddenPlaces(sale, undefined)
  for (let placeId = 1; placeId <= layout.placeCount; placeId += 1) {
    if (!isFree(states[placeId]) || ((layout.flags[placeId] ?? 0) & setAside) !== 0) continue
    if (hidden?.isHidden(placeId)) continue
    const zone = layout.layout.zones[layout.zone[placeId] ?? 0]?.key ?? null
    free.set(zone, (free.get(zone) ?? 0) + 1)
  }
  return free
}

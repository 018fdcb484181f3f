import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import { readLivePlaces } from '#modules/inventory/server/public-api.ts'
import type { AccessCode } from '#modules/sale-rules/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createStates, placeState } from '#seatmap/availability.ts'
import { avoidableSingleSeats } from '#seatmap/best.ts'
import { openStates } from './open-map.ts'
import type { EventRequest } from './quote.ts'
import type { EventSale } from './sale.ts'

/**
 * Refuses a choice that leaves single seats although another choice in the same block would not, at events with
 * this rule. Places reserved for holders of a code count as taken for callers without it. Checked before the places
 * are held, so two concurrent choices may together leave a single seat. Places in the caller's order count as
 * taken.
 */
export async function refusalOfSingleSeats(
  context: Context,
  sale: EventSale,
  request: EventRequest,
  code: AccessCode | undefined,
): Promise<Failure<ErrorCode> | null> {
  const { layout } = sale
  if (!sale.event.forbidsSingleSeats || !layout || !request.seats?.length) return null
  const chosen = new Set(request.seats.map(({ placeId }) => placeId))
  const rows = new Set([...chosen].map((placeId) => layout.rows[layout.row[placeId] ?? -1]))
  const placeIds = [...rows].flatMap((row) =>
    row ? Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index) : [],
  )
  const states = createStates(layout.placeCount).fill(placeState.sold)
  for (const { placeId, state } of await readLivePlaces(context, sale.event.offeringId, placeIds))
    states[placeId] = state
  const alone = avoidableSingleSeats(layout, openStates(sale, states, code), chosen)
  return alone.length > 0 ? fail('SingleSeatLeft', { placeIds: alone }) : null
}

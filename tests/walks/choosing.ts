/** Helpers that find something to buy in lists and maps, as a partner would. */
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'

export interface Choice {
  readonly eventId: number
  readonly showId: number
  readonly ticketTypeId: number
  /** Price of one ticket with its fee, in tetri. */
  readonly total: number
}

/** A ticket for a future date without seat, code or questions; the first with enough availability. */
export async function standingTicket(
  partner: Partner,
  { totalMax = Infinity }: { readonly totalMax?: number } = {},
): Promise<Choice> {
  const { items } = await partner.call('catalogueEventsUpcoming')
  for (const { eventId, showId, isSoldOut } of items) {
    if (isSoldOut) continue
    const map = await partner.call('eventsOlderMap', { query: { eventId } })
    const type = map.ticketTypes.find(
      (one: Reply) => isPlain(one, map) && one.total.amount <= totalMax,
    )
    if (type) return { eventId, showId, ticketTypeId: type.ticketTypeId, total: type.total.amount }
  }
  throw new Error('The demo has no standing ticket')
}

function isPlain(type: Reply, map: Reply): boolean {
  const left = map.pools.find(({ poolId }: Reply) => poolId === type.poolId)?.left ?? 0
  const { phoneCode, ticketsPerPersonMax, details } = map.asks
  return (
    map.isOnSale &&
    !phoneCode &&
    ticketsPerPersonMax === null &&
    details.length === 0 &&
    !map.hasWaitingRoom &&
    type.isActive &&
    !type.needsAccessCode &&
    type.table === null &&
    type.parts.length === 0 &&
    type.foreign === null &&
    (type.perOrderMax ?? 100) > 4 &&
    type.price.amount > 500 &&
    left > 50
  )
}

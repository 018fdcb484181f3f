import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Result } from '#kernel/result.ts'
import { takePlaces, type SeatBoards } from '#modules/events/server/public-api.ts'
import { findOwnOrder, type Order } from '#modules/orders/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { discountOf } from '../line.ts'
import { refusalOfCode } from '../promo-code.ts'
import { readNamesakes } from '../store.ts'
import { applyPromoCode } from './apply-promo-code.ts'

interface Request {
  readonly eventId: number
  readonly orderKey: string
  readonly promoCode: string
  readonly seats?: readonly { ticketTypeId: number; placeId: number; guests?: number }[]
  readonly places?: readonly { ticketTypeId: number; quantity: number; guests?: number }[]
  readonly accessCode?: string
  readonly waitingRoomToken?: string
}

/**
 * Holds places for an open order and applies a promo code to it in one transaction: both, or neither. An invalid code
 * is refused before places are held.
 */
export async function reserveWithPromo(
  context: CallContext,
  boards: SeatBoards,
  request: Request,
): Promise<Result<Order, ErrorCode>> {
  const { promoCode, orderKey, ...places } = request
  const now = context.clock.now()
  const codes = await readNamesakes(context, normalizeAccessCode(promoCode))
  const refusals = codes.map((code) => refusalOfCode(code, now))
  if (!refusals.includes(null)) return fail(refusals[0] ?? 'PromoCodeUnknown')
  const before = await findOwnOrder(context, { orderKey })
  if (!before.ok) return before
  if (discountOf(before.value, 'promo-code')) return fail('PromoCodeAlreadyApplied')
  return limitGuesses(context, request.accessCode, () =>
    takePlaces(context, boards, places, orderKey, {
      together: (inside) => applyPromoCode(inside, { orderKey, promoCode }),
    }),
  )
}

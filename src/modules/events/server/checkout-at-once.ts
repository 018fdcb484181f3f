/** Choosing and checkout in one step, for our own pages and for partners. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  checkoutOrder,
  claimPartnerCheckout,
  findPartnerCheckout,
  openedSession,
  presentCheckout,
  releaseOrder,
  type Buyer,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { limitCodes } from './code-guard.ts'
import type { SeatBoards } from './best/seat-boards.ts'
import type { EventRequest } from './quote.ts'
import { findSale } from './sale.ts'
import { takePlaces, type TakingOptions } from './take-places.ts'

interface Choice extends EventRequest {
  readonly orderKey?: string
}

interface CheckoutDetails {
  readonly buyer: Buyer
  readonly acceptTerms: boolean
  readonly externalReference?: string
}

interface Ports {
  readonly orders: OrderPorts
  readonly boards: SeatBoards
}

/** Holds what is chosen; wrong access codes are counted by address. */
export function choose(
  context: CallContext,
  boards: SeatBoards,
  choice: Choice,
  options: TakingOptions = {},
): Promise<Result<Order, ErrorCode>> {
  const { eventId, seats, places, digest, accessCode, waitingRoomToken, orderKey } = choice
  const request = { eventId, seats, places, digest, accessCode, waitingRoomToken }
  return limitCodes(context, { accessCode, eventId }, () =>
    takePlaces(context, boards, request, orderKey, options),
  )
}

/** Chooses places and checks them out, in the caller's order or a new one. */
export async function checkoutAtOnce(
  context: CallContext,
  ports: Ports,
  choice: Choice,
  details: CheckoutDetails,
) {
  const refused = await refusalOf(context, choice, details)
  if (refused) return refused
  const checkOut = checkOutBy(ports.orders, details)
  const order = await (choice.orderKey === undefined
    ? checkOutNew(context, ports.boards, choice, checkOut)
    : choose(context, ports.boards, choice, { together: checkOut }))
  return order.ok ? answer(context, ports.orders, order.value) : order
}

/**
 * The same for a partner, under its own number of the sale: places, order and number are one transaction, so a request
 * that is sent again, after a lost answer or at the same time, is answered with the order of the first.
 */
export async function checkOutForPartner(
  context: CallContext,
  ports: Ports,
  request: Choice & CheckoutDetails & { readonly externalReference: string },
) {
  const checkout = { externalReference: request.externalReference, body: request }
  const known = await findPartnerCheckout(context, checkout)
  if (known.kind === 'taken') return fail('PartnerOrderTaken')
  if (known.kind === 'again') return answerAgain(context, ports.orders, known)
  const refused = await refusalOf(context, request, request)
  if (refused) return refused
  const checkOut = checkOutBy(ports.orders, request)
  const order = await choose(context, ports.boards, request, {
    together: async (inside, taken) => {
      const checked = await checkOut(inside, taken)
      if (!checked.ok) return checked
      const { orderKey } = taken
      const tie = { orderKey, replaces: known.replaces }
      const claimed = await claimPartnerCheckout(inside, context, checkout, tie)
      return claimed.ok ? checked : claimed
    },
  })
  if (order.ok) return answer(context, ports.orders, order.value)
  // The same request may have come first, and then has the places or the number.
  const first = await findPartnerCheckout(context, checkout)
  return first.kind === 'again' ? answerAgain(context, ports.orders, first) : order
}

type CheckOut = (context: Context, taken: Order) => Promise<Result<Order, ErrorCode>>

function checkOutBy(ports: OrderPorts, details: CheckoutDetails): CheckOut {
  const { buyer, acceptTerms, externalReference } = details
  return async (context, { orderKey }) => {
    await ports.beforeCheckout?.(context, orderKey)
    return checkoutOrder(context, ports.sources, {
      orderKey,
      buyer,
      acceptTerms,
      externalReference,
    })
  }
}

/** Checks out a new order, whose places are held in a batch with others'; if that fails, the order is ended. */
async function checkOutNew(
  context: CallContext,
  boards: SeatBoards,
  choice: Choice,
  checkOut: CheckOut,
): Promise<Result<Order, ErrorCode>> {
  const taken = await choose(context, boards, choice)
  if (!taken.ok) return taken
  const order = await checkOut(context, taken.value)
  if (!order.ok) await releaseOrder(context, { orderKey: taken.value.orderKey, cancel: true })
  return order
}

const chosenFirst =
  'Required: choose the places first, and check out with the answers to the questions of the order'

async function refusalOf(context: CallContext, { eventId }: Choice, details: CheckoutDetails) {
  if (!details.acceptTerms) return fail('TermsNotAccepted')
  // No answers are known yet: partners choose places of such a show first and check out afterwards.
  const asked = (await findSale(context, eventId))?.rules.extraFields ?? []
  const fields = asked
    .filter(({ isRequired }) => isRequired)
    .map(({ per, key }) => ({ path: `body.extras.${per}.${key}`, message: chosenFirst }))
  return fields.length > 0 ? fail('ExtraFieldsMissing', { fields }) : null
}

async function answer(context: CallContext, ports: OrderPorts, order: Order) {
  return ok({ ...(await presentCheckout(context, ports, order)), ...openedSession(context) })
}

/** The session that this request opened owns nothing: the caller is told the one that has the order. */
async function answerAgain(
  context: CallContext,
  ports: OrderPorts,
  { order, accessToken }: { readonly order: Order; readonly accessToken: string | null },
) {
  delete context.effects.accessToken
  const view = await presentCheckout(context, ports, order)
  return ok({ ...view, ...(accessToken !== null && { accessToken }) })
}

import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Buyer, Order } from '../order.ts'
import { validateExtras, type AskingSource, type GivenExtra } from '../extras.ts'
import { findCompanionProblem } from '../check-companions.ts'
import { savePassengers, missingPassengers, type GivenPassenger } from '../passengers.ts'
import { bindPhone } from '../hold-bounds.ts'
import { mayMove } from '../rules.ts'
import { writeCheckout } from '../order-writes.ts'
import { withOpenOrder } from './with-open-order.ts'

export interface CheckoutOptions {
  readonly orderKey: string
  readonly buyer: Buyer
  readonly acceptTerms: boolean
  /** A partner's own number of the sale. */
  readonly externalReference?: string
  /** Answers to the extra fields of the items, by id (`extras.ts`). */
  readonly extras?: readonly GivenExtra[]
  /** Passengers by ticket; those named before stay unchanged. */
  readonly passengers?: readonly GivenPassenger[]
  /**
   * Passengers are copied from tickets that were replaced without their request, so their ages are not checked again.
   */
  readonly keepsAges?: boolean
}

/** Stores the buyer's details; a draft moves to checkout, an order in checkout stays there. */
export async function checkoutOrder(
  context: Context,
  sources: readonly AskingSource[],
  options: CheckoutOptions,
): Promise<Result<Order, ErrorCode>> {
  if (!options.acceptTerms) return fail('TermsNotAccepted')
  return withOpenOrder(context, options.orderKey, async (inside, order) => {
    if (order.lines.length === 0) return fail('OrderEmpty')
    const asked = await validateExtras(inside, sources, order, options.extras ?? [])
    if (!asked.ok) return asked
    const named = await savePassengers(inside, sources, asked.value, options.passengers ?? [], {
      keepsAges: options.keepsAges ?? false,
    })
    if (!named.ok) return named
    const fields = await missingPassengers(inside, sources, named.value)
    if (fields.length > 0) return fail('ExtraFieldsMissing', { fields })
    const alone = await findCompanionProblem(inside, sources, named.value)
    if (alone) return fail(alone)
    const { buyer } = options
    const bound = await bindPhone(inside, order, buyer)
    if (!bound.ok) return bound
    const now = inside.clock.now()
    const externalReference = options.externalReference ?? order.externalReference
    const filled: Order = {
      ...named.value,
      buyer,
      externalReference,
      locale: inside.locale,
      termsAcceptedAt: now,
    }
    const { Checkout } = orderStatus
    const isMoved = order.status !== Checkout
    invariant(!isMoved || mayMove(order.status, Checkout, 'checkout'), 'an open order checks out')
    await writeCheckout(inside.db, filled, { to: Checkout, reason: 'checkout', now })
    return ok({ ...filled, status: Checkout })
  })
}

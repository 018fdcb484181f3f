import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { Buyer, Order } from '../order.ts'
import { validateExtras, type AskingSource, type GivenExtra } from '../extras.ts'
import { keepPassengers, missingPassengers, type GivenPassenger } from '../passengers.ts'
import { moveOrder } from './move-order.ts'
import { withOpenOrder } from './with-open-order.ts'

export interface CheckoutOptions {
  readonly orderKey: string
  readonly buyer: Buyer
  readonly acceptTerms: boolean
  /** A partner's own number of the sale. */
  readonly externalReference?: string
  /** Answers to what the offerings ask, by id (`extras.ts`). */
  readonly extras?: readonly GivenExtra[]
  /** Who travels, by ticket; passengers that were named before stay. */
  readonly passengers?: readonly GivenPassenger[]
}

/** Takes the buyer's details; a draft moves to checkout, an order in checkout keeps the new details. */
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
    const named = await keepPassengers(inside, sources, asked.value, options.passengers ?? [])
    if (!named.ok) return named
    const fields = await missingPassengers(inside, sources, named.value)
    if (fields.length > 0) return fail('ExtraFieldsMissing', { fields })
    const { buyer } = options
    const now = inside.clock.now()
    const externalReference = options.externalReference ?? order.externalReference
    await sql`
      update orders
      set buyer_name = ${buyer.name}, buyer_email = ${buyer.email}, buyer_phone = ${buyer.phone},
        locale = ${inside.locale}, terms_accepted_at = ${now}, updated_at = ${now},
        external_reference = ${externalReference}
      where id = ${order.id}
    `.execute(inside.db)
    const filled: Order = {
      ...named.value,
      buyer,
      externalReference,
      locale: inside.locale,
      termsAcceptedAt: now,
    }
    if (order.status === orderStatus.Checkout) return ok(filled)
    return moveOrder(inside, filled, orderStatus.Checkout, 'checkout')
  })
}

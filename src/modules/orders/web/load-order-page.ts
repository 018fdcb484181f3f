import { data as withStatus } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { visitorState } from '#modules/accounts/visitor-contract.ts'
import { authPaymentCards } from '#modules/payments/contract.ts'
import { balanceRead } from '#modules/wallet/contract.ts'
import { checkoutDetails, type CheckoutView } from '../checkout-contract.ts'
import { ownBenefitsApply, ownOrderPriceBreakdown } from '../discounts-contract.ts'
import { paymentsStatus } from '../payment-contract.ts'
import { isOpen, withOrder, type OrderPage } from './checkout-data.ts'
import type { PaymentMethodsView } from './pay-choice.ts'

/** Sends a call: in process on the server, over HTTP in the browser. */
export type Send = <C extends Call>(call: C, input?: CallInput<C>) => Promise<ReplyOf<C>>

/** Reads an order for its pages. The order's state is never kept in a cache. */
export async function loadOrderPage(send: Send, orderKey: string): Promise<OrderPage> {
  const checkout = await orNull(send(checkoutDetails, { query: { orderKey } }))
  if (checkout === null) return { kind: 'missing' }
  const isBegun = !isOpen(checkout.order)
  const [payment, visitor] = await Promise.all([
    isBegun ? orNull(send(paymentsStatus, { query: { orderKey } })) : null,
    isBegun ? null : send(visitorState),
  ])
  const profile = visitor?.profile ?? null
  const [paymentMethods, benefited] = await Promise.all([
    profile ? orNull(loadPaymentMethods(send)) : null,
    profile && !isBegun ? withBenefits(send, checkout) : checkout,
  ])
  const prices = isBegun
    ? null
    : await orNull(send(ownOrderPriceBreakdown, { query: { orderKey } }))
  return {
    kind: 'found',
    checkout: benefited,
    payment,
    profile,
    paymentMethods,
    prices,
    receivedAt: null,
  }
}

async function loadPaymentMethods(send: Send): Promise<PaymentMethodsView> {
  const [{ cards }, { available }] = await Promise.all([send(authPaymentCards), send(balanceRead)])
  return { cards, available }
}

/** What a customer's status takes off is theirs without asking. An order that ran out meanwhile tells so by itself. */
async function withBenefits(send: Send, checkout: CheckoutView): Promise<CheckoutView> {
  try {
    const { orderKey } = checkout.order
    return withOrder(checkout, await send(ownBenefitsApply, { body: { orderKey } }))
  } catch (error) {
    if (error instanceof CallError) return checkout
    throw error
  }
}

/** The page with the status a crawler and a cache understand. */
export function withPageStatus(page: OrderPage) {
  return withStatus(page, { status: page.kind === 'missing' ? 404 : 200 })
}

/** Going back to a page of an order asks the server again: the browser keeps no copy that could be out of date. */
export function orderPageHeaders() {
  return { 'cache-control': 'no-store' }
}

const missingCodes: readonly string[] = [
  'OrderNotFound',
  'PaymentNotFound',
  'BadRequest',
  'Unauthenticated',
]

async function orNull<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && missingCodes.includes(error.code)) return null
    throw error
  }
}

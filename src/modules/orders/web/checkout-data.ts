import { data as withStatus } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { visitorState } from '#modules/accounts/contract.ts'
import { authPaymentCards } from '#modules/payments/contract.ts'
import { balanceRead } from '#modules/wallet/contract.ts'
import {
  checkoutDetails,
  type CheckoutView,
  type OrderView,
  type PaymentView,
} from '../contract.ts'
import { paymentsStatus } from '../payment-contract.ts'
import type { PaymentMethodsView } from './pay-choice.ts'
import {
  ownBenefitsApply,
  ownOrderPriceBreakdown,
  type OrderPriceBreakdownView,
} from '../discounts-contract.ts'

/** Sends a call: in process on the server, over HTTP in the browser. */
export type Send = <C extends Call>(call: C, input?: CallInput<C>) => Promise<ReplyOf<C>>

interface Profile {
  readonly fullName: string
  readonly email: string
  readonly phone: string | null
}

/** What the pages of an order are loaded with. An order of somebody else, or of another session, is missing. */
export type OrderPage =
  | { readonly kind: 'missing' }
  | {
      readonly kind: 'found'
      readonly checkout: CheckoutView
      /** The newest payment; null before there was one. */
      readonly payment: PaymentView | null
      /** Of the signed-in customer, to fill in the form. */
      readonly profile: Profile | null
      /** Saved cards and balance of the signed-in customer. */
      readonly paymentMethods: PaymentMethodsView | null
      /** What could change the sum; null once the order is not open any more. */
      readonly prices: OrderPriceBreakdownView | null
      /** On the browser's `performance.now()`; null when it came with the page. */
      readonly receivedAt: number | null
    }

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

/** What a page shows when a call has changed the order. */
export function withOrder(checkout: CheckoutView, order: OrderView): CheckoutView {
  return { ...checkout, order, isFree: order.lines.length > 0 && order.totals.total.amount === 0 }
}

/** The page with the status a crawler and a cache understand. */
export function withPageStatus(page: OrderPage) {
  return withStatus(page, { status: page.kind === 'missing' ? 404 : 200 })
}

/** Going back to a page of an order asks the server again: the browser keeps no copy that could be out of date. */
export function orderPageHeaders() {
  return { 'cache-control': 'no-store' }
}

/** Places may still come and go, and the buyer's details too. */
export function isOpen(order: Pick<OrderView, 'statusName'>): boolean {
  return order.statusName === 'Draft' || order.statusName === 'Checkout'
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

/**
 * What flows may use of payments: rows and their states, refunds, and the providers behind one port.
 * The callers lock the order first, then the payment.
 */
export type { Answer, CreatedPayment, PaymentProvider, ProviderPayment } from './provider.ts'
export type { Payment, PaymentPurpose, Refund, RefundReason } from './rules.ts'
export {
  hasWayBack,
  paymentAccount,
  isAsAsked,
  isGivenUp,
  isOpenState,
  secondLookAt,
  sessionMinutes,
} from './rules.ts'
export {
  claimDuePayments,
  findOpenPayment,
  findPayment,
  hintPayment,
  insertPayment,
  listPayments,
  lockPayment,
  logPayment,
  movePayment,
} from './store.ts'
export {
  claimDueRefunds,
  findLastRefund,
  findRefund,
  finishRefund,
  hasWayBackOf,
  paymentOfRefund,
  putOffRefund,
  refundableMinor,
  requestRefund,
} from './refunds.ts'
export { cardRoutes } from './routes.ts'
export { forgetRemovedCards, keepCard, removeCardsOf } from './saved-cards.ts'
export { createTpay } from './tpay/adapter.ts'
export { createEpoint } from './epoint/adapter.ts'
export { createCityPay } from './citypay/adapter.ts'

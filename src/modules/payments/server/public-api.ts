/**
 * Payments for flows: rows and states, refunds, and the providers behind one port. Callers lock the order first, then
 * the payment.
 */
export type { Answer, CreatedPayment, PaymentProvider, ProviderPayment } from './provider.ts'
export type { ArrivedCall } from './gc/signed-call.ts'
export type { Payment, PaymentPurpose, Refund, RefundReason } from './rules.ts'
export {
  destinationOf,
  paymentAccount,
  matchesRequest,
  isAbandoned,
  isHopeless,
  isOpenState,
  recheckAt,
  sessionMinutes,
  wasNeverCharged,
} from './rules.ts'
export {
  sumCaptured,
  bindCharge,
  claimDuePayments,
  findOpenPayment,
  findPayment,
  insertPayment,
  listUnopened,
  sumOpenTopUps,
  listPayments,
  lockPayment,
  logPayment,
  movePayment,
  openPayment,
} from './store.ts'
export { hintPayment, pollSoon } from './hints.ts'
export { claimQueries, claimQuery } from './queries.ts'
export {
  claimDueRefunds,
  findLastRefund,
  findRefund,
  finishRefund,
  isPaidInCash,
  supportsRefundOf,
  paymentOfRefund,
  putOffRefund,
  refundableMinor,
  requestRefund,
  sumPendingRefunds,
} from './refunds.ts'
export { readPaymentTroubles, type PaymentTroubles } from './troubles.ts'
export { rankAcquirers, type CardCosts } from './acquirers.ts'
export { methodOf, supportsRefund } from './provider-facts.ts'
export { ProviderHealth } from './provider-health.ts'
export {
  countAnswer,
  countChange,
  loggedPayment,
  paymentForLog,
  paymentOutcomes,
  providerLabel,
} from './payment-figures.ts'
export { cardRoutes } from './routes.ts'
export {
  findOwnCard,
  deleteRemovedCards,
  saveCard,
  removeCardsOf,
  tokenOfPayment,
  type ChargeableCard,
} from './saved-cards.ts'
export { cash } from './cash.ts'
export { cashNumber, terminalNumber } from '../capability-shapes.ts'
export { createTerminal, terminalReference } from './terminal/adapter.ts'
export { createGc, wholeNumber, type GcCaller } from './gc/adapter.ts'
export {
  validUntilOf,
  toProviderPayment,
  writeNoOffer,
  writeOffer,
  writeRegistered,
} from './gc/bank-mappers.ts'
export { createTpay } from './tpay/adapter.ts'
export { createEpoint } from './epoint/adapter.ts'
export { createBog } from './bog/adapter.ts'
export type { WalletKind, WalletProvider } from './wallets.ts'
export { claimWalletToken, deleteWalletTokens, readWalletToken } from './wallet-tokens.ts'
export { createCityPay } from './citypay/adapter.ts'
export { compareProvider } from './reconciliation/compare-provider.ts'
export type { Difference } from './reconciliation/compare.ts'
export { dayAgo, isCompared, saveComparison, readDay } from './reconciliation/store.ts'
export { sheetOfDifferences } from './reconciliation/differences-table.ts'

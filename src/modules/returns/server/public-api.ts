/** The returns module's public API. */
export {
  laterOf,
  leavesChildrenAlone,
  noReturns,
  policyFor,
  resaleTermsAt,
  returnTerms,
  returnsEndAt,
  type Companion,
  type PolicySubject,
  type ResaleTerms,
  type ReturnPolicy,
  type ReturnTerms,
  type Tier,
} from './policy.ts'
export {
  keepFormerStart,
  keepPromisedRefund,
  noticeHoursMin,
  promisedRefundEnd,
  promisedStart,
  readPromises,
  refundEndToTell,
  type ItemPromises,
  type PromisedStart,
} from './promises.ts'
export { createQuoteTokens, type QuoteClaim, type QuoteTokens } from './quote-token.ts'
export { sumReturned } from './sum-returned.ts'
export {
  claimDueReturns,
  endPendingReturn,
  hasPendingReturn,
  insertPendingReturn,
  listOverdueReturns,
  putOffReturn,
  readPendingReturns,
  type PendingReturn,
} from './pending-returns.ts'
export { insertReturn, readPolicies, readReturns, writePolicy, type TicketReturn } from './store.ts'

/** The returns module's public API. */
export {
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
  noticeHoursMin,
  promisedStart,
  readFormerStarts,
  type FormerStart,
  type PromisedStart,
} from './former-starts.ts'
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

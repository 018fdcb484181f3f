/** What other modules may ask of purchase requests on the server. */
export { movePurchaseRequest } from './commands/move-request.ts'
export { purchaseRequestEmailJob, writePurchaseRequestEmail } from './email.ts'
export { transitions as requestTransitions } from './rules.ts'
export {
  countRequests,
  readMoves,
  readRequest as findPurchaseRequest,
  readRequests as listPurchaseRequests,
  type PurchaseRequest,
} from './store.ts'

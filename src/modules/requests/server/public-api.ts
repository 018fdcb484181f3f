/** The public API of purchase requests. */
export { movePurchaseRequest } from './commands/move-request.ts'
export { purchaseRequestEmailJob, writePurchaseRequestEmail } from './email.ts'
export type { RequestableItem, RequestPorts, RequestSource } from './request-source.ts'
export { requestRoutes } from './routes.ts'
export { eraseRequests, exportRequests } from './store.ts'

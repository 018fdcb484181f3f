/** The public API of merchants' webhooks. */
export { deliverMessages, type DeliveryPorts } from './deliver.ts'
export { deleteMessages } from './delete-messages.ts'
export { enqueueMessages } from './enqueue-messages.ts'
export { webhookRoutes } from './routes.ts'
export { webhookLogNamers } from './log-names.ts'

/** The public API of mailings. */
export { mailingEmailJob, mailingTestJob } from './jobs.ts'
export { mailingRoutes } from './routes.ts'
export {
  deleteDeliveriesOfMailings,
  sendDueMailings,
  writeMailingEmail,
  writeTestEmail,
} from './send.ts'
export { mailingLogNamers } from './log-names.ts'

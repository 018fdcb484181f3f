/** The mailings module's public API. */
export { mailingLetterJob, mailingTestJob } from './jobs.ts'
export { mailingRoutes } from './routes.ts'
export {
  forgetDeliveriesOfMailings,
  sendDueMailings,
  writeMailingEmail,
  writeTestEmail,
} from './send.ts'

/** The public API of invitations. */
export { createInvitation } from './commands/create-invitation.ts'
export { requestReservations, reserveTicketsOf } from './commands/reserve-tickets.ts'
export { invitationMessageJob, invitationTicketsJob } from './jobs.ts'
export { ownPayments, recordPayer } from './payers.ts'
export {
  claimInvitations,
  eraseInvitations,
  exportInvitations,
  eraseInvitedRecipients,
} from './people.ts'
export type { InvitationPorts } from './ports.ts'
export { invitationPath, presentInvitations, presentInvited } from './present.ts'
export { findInvitation } from './queries/find-invitation.ts'
export { invitationRoutes } from './routes.ts'
export { countInvitations } from './store.ts'
export { writeInvitation } from './write-message.ts'

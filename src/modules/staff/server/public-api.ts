/** The public API of organisers' staff. */
export { staffOf } from './as-staff.ts'
export {
  findStaffEvent,
  readGates,
  readGateTypes,
  readMerchantEvents,
  readStaffEvents,
  type StaffEvent,
} from './queries/access.ts'
export {
  isOver,
  isWithin,
  listAccessibleItems,
  type ItemFilter,
} from './queries/accessible-items.ts'
export { readStaffLimits, type StaffItem, type StaffLimits } from './queries/limits.ts'
export { readStaffAddress, type SellerSource } from './queries/staff-profile.ts'
export { staffRoutes } from './routes.ts'
export { createStaffSessionStore } from './sessions.ts'
export {
  deleteChangeLetters,
  newOwnerUntil,
  payoutPauseEnd,
  payoutsPausedUntil,
  recordStaffChange,
  staffChangeJob,
} from './changes/record.ts'
export { writeStaffChange } from './changes/letters.ts'
export type { ChangeReverser } from './changes/reverse.ts'
export { staffInvitationJob } from './commands/invite-staff.ts'
export { writeStaffInvitation } from './commands/write-invitation.ts'
export { deleteStaffChallenges } from './passkeys.ts'
export { listOwnerEmails } from './queries/owners.ts'
export { operatorNewsJob, tellMerchants } from './operator-news/tell-merchants.ts'
export { writeOperatorNews } from './operator-news/write-news.ts'
export { logStaffChange } from './staff-log.ts'
export { staffLogNamers } from './log-names.ts'
export { deleteStaffProofs } from './step-up.ts'

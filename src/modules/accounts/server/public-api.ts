/** The accounts module's public API. */
export {
  createSessionStore,
  sessionsToInsert,
  valuesOfSessions,
  type SessionStore,
  type SessionValues,
} from './sessions.ts'
export { logIn } from './commands/log-in.ts'
export { activateAccount } from './commands/activate-account.ts'
export { requestAccount, accountEmailJob } from './commands/request-account.ts'
export { writeAccountEmail } from './commands/write-account-email.ts'
export { refusalOfPassword } from './commands/change-password.ts'
export { checkOwnPassword } from './own-password.ts'
export { hashPassword, passwordsHashed, passwordFits, PasswordQueueFull } from './passwords.ts'
export { presentProfile, type CustomerRow } from './present.ts'
export {
  findCustomer,
  findRecipient,
  deleteAppToken,
  lockCustomer,
  readCustomerNames,
  takesPartInLoyalty,
} from './store.ts'
export { accountRoutes } from './routes.ts'
export { mailboxOf, takeMail, takeMailOf } from './mail-budget.ts'
export { smsRefused, takeSms } from './sms-budget.ts'
export {
  codeMessageJob,
  deleteCodes,
  requestCode,
  sendCodeMessage,
  useCode,
  type CodePurpose,
  type SentCode,
} from './codes.ts'
export {
  accountNoticeJob,
  accountNoticeMessageJob,
  notifyCustomer,
  writeAccountNotice,
  writeAccountNoticeMessage,
} from './commands/notify-customer.ts'
export { emailChangeJob, writeEmailChange } from './commands/change-email.ts'
export { recordSecurityChange, withdrawalsPausedUntil } from './security-changes.ts'
export { deleteEndedAccountKeys } from './keys.ts'
export { deleteStepUpProofs } from './step-up.ts'
export { eraseEndedSessions } from './ended-sessions.ts'
export { passwordResetJob, writePasswordResetEmail } from './commands/reset-password.ts'
export { studentEmailJob, writeStudentEmail } from './commands/verify-student.ts'
export {
  confirmDeletion,
  deletionEmailJob,
  eraseCustomer,
  findDueDeletions,
  writeDeletionEmail,
} from './commands/delete-account.ts'
export { beginExternal, finishExternal } from './commands/external-accounts.ts'
export { createFacebook, type IdentityProvider } from './facebook.ts'
export { deleteChallenges, signInByPasskey } from './commands/passkeys.ts'
export {
  askForNewPasskey,
  askForPasskey,
  readNewPasskey,
  readPasskeyAnswer,
  type AuthenticationOptions,
  type NewPasskey,
  type RegistrationOptions,
} from './passkey-ceremony.ts'
export { bearerHash, newBearer, newSessionBearer } from './bearer.ts'
export { readAccount } from './queries/read-account.ts'
export { readConsentHistory } from './queries/read-consent.ts'
export { coarseNetworkOf } from './commands/save-consent.ts'
export { lookUpCustomers, type FoundCustomer } from './queries/look-up-customers.ts'
export { listSessions } from './queries/list-sessions.ts'

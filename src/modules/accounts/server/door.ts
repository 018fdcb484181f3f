/** What other rooms may use of accounts. */
export { createSessionKeeper, type SessionKeeper } from './sessions.ts'
export { logIn } from './commands/log-in.ts'
export { activateAccount } from './commands/activate-account.ts'
export { requestAccount, accountLetterJob } from './commands/request-account.ts'
export { writeAccountLetter } from './commands/write-account-letter.ts'
export { refusalOfPassword } from './commands/change-password.ts'
export { hashPassword, passwordsHashed, passwordFits, PasswordQueueFull } from './passwords.ts'
export { presentProfile, type CustomerRow } from './present.ts'
export { findCustomer } from './store.ts'
export { accountRoutes } from './routes.ts'
export {
  codeMessageJob,
  forgetCodes,
  requestCode,
  sendCodeMessage,
  useCode,
  type CodePurpose,
  type SentCode,
} from './codes.ts'
export { accountNoticeJob, tellCustomer, writeAccountNotice } from './commands/tell-customer.ts'
export { passwordResetJob, writePasswordResetLetter } from './commands/reset-password.ts'
export { studentLetterJob, writeStudentLetter } from './commands/verify-student.ts'
export {
  confirmDeletion,
  deletionLetterJob,
  eraseCustomer,
  findDueDeletions,
  writeDeletionLetter,
} from './commands/delete-account.ts'
export { beginExternal, finishExternal } from './commands/external-accounts.ts'
export { createFacebook, type IdentityProvider } from './facebook.ts'
export { forgetChallenges, signInByPasskey } from './commands/passkeys.ts'
export { readAccount } from './queries/read-account.ts'
export { readConsentHistory } from './queries/read-consent.ts'
export { listSessions } from './queries/list-sessions.ts'

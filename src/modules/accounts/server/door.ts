/** What other rooms may use of accounts. */
export { createSessionKeeper, type SessionKeeper } from './sessions.ts'
export { logIn } from './commands/log-in.ts'
export { activateAccount } from './commands/activate-account.ts'
export { requestAccount, accountLetterJob } from './commands/request-account.ts'
export { writeAccountLetter } from './commands/write-account-letter.ts'
export { hashPassword } from './passwords.ts'
export { presentProfile, type CustomerRow } from './present.ts'
export { findCustomer } from './store.ts'

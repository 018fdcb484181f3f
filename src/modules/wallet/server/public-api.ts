/** Server API of the ledger and of balances. */
import type { Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { sumPostings } from './store.ts'

export { postTransfer } from './post-transfer.ts'
export { postHold, takeHold, voidHold } from './holds.ts'
export { customerAccount, readAvailable } from './balances.ts'
export { transferGuestCredit, guestCreditAccount } from './guest-credit.ts'
export { deleteExpiredCounterCodes, takeCounterCode } from './counter-codes.ts'
export { walletRoutes } from './routes.ts'
export { openPayoutBank, type PayoutBank } from './payout-bank.ts'
export {
  finishCardWithdrawal,
  hasBankAccount,
  recordCardWithdrawal,
  sendWithdrawals,
  reserveWithdrawal,
  withdrawToAccount,
} from './withdrawals.ts'
export { eraseBankAccounts, removeBankAccount, saveBankAccount } from './bank-accounts.ts'
export { logBalance } from './log.ts'
export { ibanHint, readIban } from './iban.ts'
export {
  readCutoff,
  findTransferMoment,
  listEntries,
  readAccounts,
  sumByKind,
  type Cutoff,
  type AccountEntry,
  type CutoffRange,
} from './account-entries.ts'

/** Balance of an account in minor units: debits minus credits, zero for an account without postings. */
export function readBalance(
  context: Context,
  account: string,
  currency: Currency,
): Promise<number> {
  return sumPostings(context, account, currency)
}

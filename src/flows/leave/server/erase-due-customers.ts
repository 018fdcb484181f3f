import { eraseCustomer, findDueDeletions, tellCustomer } from '#modules/accounts/server/door.ts'
import { eraseInvitations } from '#modules/invitations/server/door.ts'
import { eraseBuyer } from '#modules/orders/server/door.ts'
import { removeCardsOf } from '#modules/payments/server/door.ts'
import { eraseComments } from '#modules/tickets/server/door.ts'
import { eraseHolder, forgetDevices } from '#modules/tickets/server/door.ts'
import { customerAccount, eraseBankAccounts, readBalance } from '#modules/wallet/server/door.ts'
import { eraseVerifications } from '#modules/tickets/server/door.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'

const customersPerRound = 20

/** Erases who asked for it two weeks ago. Money that came in meanwhile keeps the account until it is taken out. */
export async function eraseDueCustomers(context: Context): Promise<number> {
  let erased = 0
  for (const customerId of await findDueDeletions(context, customersPerRound)) {
    if ((await readBalance(context, customerAccount(customerId), 'GEL')) !== 0) continue
    const done = await inTransaction(context, async (inner) => {
      const email = await eraseCustomer(inner, customerId)
      if (email === null) return ok(false)
      await eraseBuyer(inner, customerId)
      await eraseVerifications(inner, customerId)
      await eraseComments(inner, customerId)
      await eraseHolder(inner, { customerId, email })
      await eraseInvitations(inner, { customerId, email })
      await forgetDevices(inner, customerId)
      await eraseBankAccounts(inner, customerId)
      await removeCardsOf(inner, customerId)
      await tellCustomer(inner, { customerId, news: 'erased', email })
      return ok(true)
    })
    if (done.value) erased += 1
  }
  return erased
}

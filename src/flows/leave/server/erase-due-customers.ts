import {
  eraseCustomer,
  findDueDeletions,
  notifyCustomer,
} from '#modules/accounts/server/public-api.ts'
import { eraseSeatComments, eraseSubscriptions } from '#modules/cinema/server/public-api.ts'
import { eraseFollows } from '#modules/follows/server/public-api.ts'
import { eraseNotifications } from '#modules/notifications/server/public-api.ts'
import { eraseInvitations } from '#modules/invitations/server/public-api.ts'
import { eraseBuyer } from '#modules/orders/server/public-api.ts'
import { eraseSavedPassengers } from '#modules/passengers/server/public-api.ts'
import { removeCardsOf } from '#modules/payments/server/public-api.ts'
import { eraseRequests } from '#modules/requests/server/public-api.ts'
import { eraseTravellers } from '#modules/flights/server/public-api.ts'
import { eraseComments } from '#modules/tickets/server/public-api.ts'
import { eraseHolder, deleteDevices } from '#modules/tickets/server/public-api.ts'
import {
  customerAccount,
  eraseBankAccounts,
  readBalance,
} from '#modules/wallet/server/public-api.ts'
import { eraseVerifications, markAnswersChanged } from '#modules/tickets/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'

const customersPerRound = 20

/** Erases customers two weeks after their request. An account with a balance is kept until the money is withdrawn. */
export async function eraseDueCustomers(context: Context): Promise<number> {
  let erased = 0
  for (const customerId of await findDueDeletions(context, customersPerRound)) {
    if ((await readBalance(context, customerAccount(customerId), 'GEL')) !== 0) continue
    const done = await inTransaction(context, async (inner) => {
      const email = await eraseCustomer(inner, customerId)
      if (email === null) return ok(false)
      const orderIds = await eraseBuyer(inner, customerId)
      await markAnswersChanged(inner, orderIds)
      await eraseSeatComments(inner, orderIds)
      await eraseVerifications(inner, customerId)
      await eraseComments(inner, customerId)
      await eraseRequests(inner, customerId)
      await eraseTravellers(inner, customerId)
      await eraseNotifications(inner, customerId)
      await eraseFollows(inner, customerId)
      await eraseSubscriptions(inner, customerId)
      await eraseSavedPassengers(inner, customerId)
      await eraseHolder(inner, { customerId, email })
      await eraseInvitations(inner, { customerId, email })
      await deleteDevices(inner, customerId)
      await eraseBankAccounts(inner, customerId)
      await removeCardsOf(inner, customerId)
      await notifyCustomer(inner, { customerId, news: 'erased', email })
      return ok(true)
    })
    if (done.value) erased += 1
  }
  return erased
}

import { accountsDelete } from '#modules/accounts/care-contract.ts'
import { confirmDeletion } from '#modules/accounts/server/public-api.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { customerAccount, readBalance } from '#modules/wallet/server/public-api.ts'
import { fail } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { accountExport } from '../contract.ts'
import { exportAccount } from './export-account.ts'

export function leaveRoutes(ports: OrderPorts): readonly Implementation[] {
  return [
    implement(accountExport, requireCustomer, (context) => exportAccount(context, ports)),
    implement(accountsDelete, requireCustomer, async (context, { body }) => {
      const { actor } = context
      if (actor.kind !== 'customer') return fail('Unauthenticated')
      const balance = await readBalance(context, customerAccount(actor.customerId), 'GEL')
      return balance === 0 ? confirmDeletion(context, body.key) : fail('BalanceNotEmpty')
    }),
  ]
}

import { fail, ok } from '#kernel/result.ts'
import {
  readReconciliation,
  reconciliationFile,
  runReconciliation,
} from '#modules/payments/reconciliation-contract.ts'
import { dayAgo, readDay, sheetOfDifferences } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import type { CheckoutPorts } from './ports.ts'
import { cardProviders, reconcileDay } from './reconcile.ts'

/** The operator's calls for reconciliation with the providers' statements. */
export function reconciliationRoutes(ports: CheckoutPorts): readonly Implementation[] {
  const read = (context: Context, day: string | undefined) =>
    readDay(context, day ?? dayAgo(context.clock.now(), 1), cardProviders(ports))
  return [
    implement(readReconciliation, requireOperator, async (context, { query }) =>
      ok(await read(context, query.day)),
    ),
    implement(runReconciliation, requireOperator, async (context, { body: { day } }) => {
      if (day > dayAgo(context.clock.now(), 0)) {
        const message = 'A day that has not begun has no books'
        return fail('BadRequest', { fields: [{ path: 'body.day', message }] })
      }
      await reconcileDay(context, ports, day)
      await logOperatorAction(context, { action: 'payments.compare', subject: `day ${day}` })
      return ok(await read(context, day))
    }),
    implement(reconciliationFile, requireOperator, async (context, { query: { day, format } }) => {
      const found = await read(context, day)
      const sheet = sheetOfDifferences(context.locale, found)
      return ok(tableFile(format, `payments-${found.day}`, [sheet]))
    }),
  ]
}

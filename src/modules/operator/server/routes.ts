import { findCustomer } from '#modules/accounts/server/public-api.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { fail, ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { LogNamer } from '#platform/log-names.ts'
import { listOperatorLog, operatorProfile } from '../contract.ts'
import { cancelRoutes } from './cancel-routes.ts'
import { importRoutes } from './import-routes.ts'
import { layoutRoutes } from './layout-routes.ts'
import { officeRoutes } from './office-routes.ts'
import { salesRoutes } from './sales-routes.ts'
import { undeliveredRoutes } from './undelivered-routes.ts'
import { listLog } from './queries/list-log.ts'

/** The calls of operators; the handler chain has checked that the caller is one. */
export function operatorRoutes(
  ports: Pick<OrderPorts, 'sources'>,
  namers: readonly LogNamer[] = [],
): readonly Implementation[] {
  return [
    ...salesRoutes(ports),
    ...importRoutes,
    ...cancelRoutes,
    ...officeRoutes,
    ...layoutRoutes,
    ...undeliveredRoutes,
    implement(operatorProfile, requireOperator, async (context) => {
      const customer =
        context.actor.kind === 'customer' && (await findCustomer(context, context.actor.customerId))
      return customer
        ? ok({ email: customer.email, fullName: customer.full_name })
        : fail('Unauthenticated')
    }),
    implement(listOperatorLog, requireOperator, async (context, { query }) =>
      ok(await listLog(context, namers, query.before)),
    ),
  ]
}

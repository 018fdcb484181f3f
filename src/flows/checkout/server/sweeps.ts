import { deleteRemovedCards } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { executeRefunds } from './execute-refunds.ts'
import { expirePayingOrders } from './expire-paying-orders.ts'
import { pollPayments } from './poll-payments.ts'
import type { CheckoutPorts } from './ports.ts'
import { reconcileYesterday } from './reconcile.ts'

/** Periodic work; any number of workers may run it concurrently. */
export interface Sweep {
  readonly name: string
  readonly everySeconds: number
  /** Returns how much was done; a full round means that there may be more. */
  run(context: Context): Promise<number>
}

/** Background work of checkout, so that nothing depends on a callback that may be lost. */
export function checkoutSweeps(ports: CheckoutPorts): readonly Sweep[] {
  return [
    {
      name: 'poll-payments',
      everySeconds: 1,
      run: (context) => pollPayments(context, ports),
    },
    {
      name: 'execute-refunds',
      everySeconds: 2,
      run: (context) => executeRefunds(context, ports),
    },
    {
      name: 'expire-paying-orders',
      everySeconds: 5,
      run: (context) => expirePayingOrders(context, ports),
    },
    {
      name: 'reconcile',
      everySeconds: 900,
      run: (context) => reconcileYesterday(context, ports),
    },
    {
      name: 'forget-cards',
      everySeconds: 30,
      run: (context) => deleteRemovedCards(context, ports.providers),
    },
  ]
}

import { cinemaSweeps } from './cinema-sweeps.ts'
import { flightSweeps } from './flight-sweeps.ts'
import { outsideSweeps } from './outside-sweeps.ts'
import { mailingSweeps } from './mailings.ts'
import { merchantSweeps } from './merchant-sweeps.ts'
import { retentionSweeps } from './retention-sweeps.ts'
import { runSweeps, type Sweep } from './sweeps.ts'
import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import { checkoutSweeps } from '#flows/checkout/server/sweeps.ts'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { returnParts } from '#flows/returns/server/return-parts.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { eraseDueCustomers } from '#flows/leave/server/erase-due-customers.ts'
import { refreshSoldOut } from '#modules/events/server/public-api.ts'
import {
  enqueueEmails,
  recordNews,
  recordOpenedSale,
  recordWatchNews,
} from '#modules/follows/server/public-api.ts'
import { reclaimExpired } from '#modules/inventory/server/public-api.ts'
import { notifySalesOpened } from '#modules/notifications/server/public-api.ts'
import { freeFailedOrders, sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { deliverMessages, enqueueMessages } from '#modules/webhooks/server/public-api.ts'
import { remindOfTomorrow, notifyWallets } from '#modules/tickets/server/public-api.ts'
import { makeRuns } from '#modules/timetable/server/public-api.ts'
import {
  deleteOldClassRefunds,
  syncReturnTerms,
  notifyRunChanges,
} from '#modules/transport/server/public-api.ts'
import { sendWithdrawals } from '#modules/wallet/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { forgetOtherSweeps } from '#platform/figures/outcome-counts.ts'
import { wakeMessages } from '#platform/jobs/wake.ts'
import type { MailService } from '#platform/mail/mail.ts'
import type { SmsService } from '#platform/sms/sms.ts'

/** Maximum orders released per run. */
const ordersPerRound = 500

interface SweepOptions {
  readonly config: Config
  readonly services: Services
  readonly ports: Ports
  readonly mail: MailService
  readonly sms: SmsService
}

/** Starts all sweeps. Returns a function that stops them and waits for running ones. */
export function startSweeps(options: SweepOptions): () => Promise<void> {
  const { log, base } = options.services
  const sweeps = allSweeps(options)
  forgetOtherSweeps(
    base.db,
    sweeps.map(({ name }) => name),
  ).catch((error: unknown) => log.warn({ err: error }, 'former sweeps are still in the figures'))
  return runSweeps(sweeps, { log, clock: base.clock })
}

function allSweeps(options: SweepOptions): Sweep[] {
  const { config, services, ports, mail, sms } = options
  const context = services.systemContext()
  return [
    {
      name: 'overdue-orders',
      everySeconds: 5,
      run: () => sweepOverdueOrders(context, ordersPerRound),
    },
    {
      name: 'cancelled-dates',
      everySeconds: 5,
      run: () => refundCancelled(context, ports.returns),
    },
    {
      name: 'reminders',
      everySeconds: 300,
      run: () => remindOfTomorrow(context, ports.tickets),
    },
    { name: 'sold-out', everySeconds: 10, run: () => refreshSoldOut(context) },
    { name: 'webhook-messages', everySeconds: 2, run: () => enqueueMessages(context) },
    {
      name: 'webhook-delivery',
      everySeconds: 1,
      run: () => deliverMessages(context, ports.webhooks),
    },
    { name: 'failed-orders', everySeconds: 60, run: () => freeFailedOrders(context) },
    { name: 'expired-holds', everySeconds: 30, run: () => reclaimExpired(context) },
    { name: 'erasure', everySeconds: 300, run: () => eraseDueCustomers(services.systemContext()) },
    {
      name: 'sale-alerts',
      everySeconds: 15,
      run: () => notifySalesOpened(context, recordOpenedSale),
    },
    { name: 'follow-news', everySeconds: 30, run: () => recordNews(context) },
    {
      name: 'watch-news',
      everySeconds: 60,
      run: () => recordWatchNews(context, ports.watches),
    },
    { name: 'follow-emails', everySeconds: 60, run: () => enqueueEmails(context) },
    { name: 'runs', everySeconds: 3_600, run: () => makeRuns(context) },
    { name: 'run-news', everySeconds: 20, run: () => notifyRunChanges(context, ports.tickets) },
    { name: 'wallet-news', everySeconds: 10, run: () => notifyWallets(context, ports.tickets) },
    { name: 'class-refunds', everySeconds: 3_600, run: () => deleteOldClassRefunds(context) },
    { name: 'return-terms', everySeconds: 300, run: () => syncReturnTerms(context) },
    {
      name: 'confirmations',
      everySeconds: 1,
      run: () => confirmDue(services.systemContext(), ports.fulfilment),
    },
    {
      name: 'pending-returns',
      everySeconds: 2,
      run: () => cancelDue(services.systemContext(), ports.returns),
    },
    {
      name: 'parts-of-prices',
      everySeconds: 10,
      run: () => returnParts(services.systemContext(), ports.returns),
    },
    ...waitingMessages(services, mail, sms),
    ...retentionSweeps(services),
    ...outsideSweeps(config, services),
    ...payoutSweep(ports, services),
    ...cinemaSweeps(ports, services),
    ...flightSweeps(ports, services),
    ...mailingSweeps(services, ports),
    ...merchantSweeps(ports, services),
    ...checkoutSweeps(ports.checkout).map((sweep) => ({
      ...sweep,
      run: () => sweep.run(services.systemContext()),
    })),
  ]
}

/** Messages leave as soon as the service that was away answers. */
function waitingMessages({ base }: Services, mail: MailService, sms: SmsService): Sweep[] {
  return [
    {
      name: 'waiting-emails',
      everySeconds: 10,
      run: () => wakeMessages(base.db, 'email', () => mail.isReachable()),
    },
    {
      name: 'waiting-messages',
      everySeconds: 10,
      run: () => wakeMessages(base.db, 'sms', () => sms.isReachable()),
    },
  ]
}

/** Withdrawals to bank accounts; none without a payout bank. */
function payoutSweep({ payouts }: Ports, services: Services): Sweep[] {
  if (payouts === null) return []
  return [
    {
      name: 'withdrawals',
      everySeconds: 2,
      run: () => sendWithdrawals(services.systemContext(), payouts),
    },
  ]
}

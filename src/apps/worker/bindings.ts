import { runSweeps, type Sweep } from './sweeps.ts'
import { createPorts } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import { checkoutSweeps } from '#flows/checkout/server/sweeps.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { eraseDueCustomers } from '#flows/leave/server/erase-due-customers.ts'
import {
  accountLetterJob,
  accountNoticeJob,
  codeMessageJob,
  deletionLetterJob,
  forgetChallenges,
  forgetCodes,
  passwordResetJob,
  sendCodeMessage,
  studentLetterJob,
  writeAccountLetter,
  writeAccountNotice,
  writeDeletionLetter,
  writePasswordResetLetter,
  writeStudentLetter,
} from '#modules/accounts/server/door.ts'
import { refreshSoldOut } from '#modules/events/server/door.ts'
import { reclaimExpired } from '#modules/inventory/server/door.ts'
import {
  forgetInvited,
  invitationMessageJob,
  invitationTicketsJob,
  promiseTicketsOf,
  writeInvitation,
} from '#modules/invitations/server/door.ts'
import { catalogueImportJob, runImport } from '#modules/operator/server/door.ts'
import { sweepOverdueOrders } from '#modules/orders/server/door.ts'
import { forgetViews } from '#modules/presentation/server/door.ts'
import { fetchCurrencyRates } from '#modules/rates/server/door.ts'
import {
  eventMovedJob,
  movedLetterJob,
  forgetRecipients,
  passingMessageJob,
  tellOfMove,
  refundDoneLetterJob,
  reminderJob,
  remindOfTomorrow,
  writeReminder,
  refundLetterJob,
  returnLetterJob,
  ticketLetterJob,
  unpaidLetterJob,
  writeMovedLetter,
  writePassingMessage,
  writeRefundDoneLetter,
  writeRefundLetter,
  writeReturnLetter,
  writeTicketLetter,
  writeUnpaidLetter,
} from '#modules/tickets/server/door.ts'
import {
  purchaseRequestLetterJob,
  writePurchaseRequestLetter,
} from '#modules/requests/server/door.ts'
import { forgetPasses } from '#modules/waitingroom/server/door.ts'
import { sendWithdrawals } from '#modules/wallet/server/door.ts'
import type { Config } from '#platform/config.ts'
import { forgetIdempotencyKeys } from '#platform/http/idempotency.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { SmsSender } from '#platform/sms/sms.ts'

/** Which handler does which job. */
export async function bindJobs(options: {
  readonly config: Config
  readonly services: Services
  readonly mailer: Mailer
  readonly sms: SmsSender
}): Promise<void> {
  const { config, services, mailer, sms } = options
  const { tickets, invite } = createPorts(config)
  await services.jobs.work(accountLetterJob, (payload) =>
    writeAccountLetter(services.systemContext(), mailer, payload, config.AUTH_ORIGIN),
  )
  await services.jobs.work(accountNoticeJob, (payload) =>
    writeAccountNotice(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(passwordResetJob, (payload) =>
    writePasswordResetLetter(services.systemContext(), mailer, payload, config.AUTH_ORIGIN),
  )
  await services.jobs.work(deletionLetterJob, (payload) =>
    writeDeletionLetter(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(studentLetterJob, (payload) =>
    writeStudentLetter(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(codeMessageJob, (payload) =>
    sendCodeMessage(services.systemContext(), sms, payload),
  )
  await services.jobs.work(ticketLetterJob, (payload) =>
    writeTicketLetter(services.systemContext(), mailer, payload, tickets),
  )
  await services.jobs.work(purchaseRequestLetterJob, (payload) =>
    writePurchaseRequestLetter(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(refundLetterJob, (payload) =>
    writeRefundLetter(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(unpaidLetterJob, (payload) =>
    writeUnpaidLetter(services.systemContext(), mailer, payload),
  )
  await services.jobs.work(reminderJob, (payload) =>
    writeReminder(services.systemContext(), mailer, payload, tickets),
  )
  await services.jobs.work(refundDoneLetterJob, (payload) =>
    writeRefundDoneLetter(services.systemContext(), mailer, payload, tickets),
  )
  await services.jobs.work(returnLetterJob, (payload) =>
    writeReturnLetter(services.systemContext(), mailer, payload, tickets),
  )
  await services.jobs.work(eventMovedJob, (payload) =>
    tellOfMove(services.systemContext(), payload),
  )
  await services.jobs.work(movedLetterJob, (payload) =>
    writeMovedLetter(services.systemContext(), mailer, payload, tickets),
  )
  await services.jobs.work(passingMessageJob, (payload) =>
    writePassingMessage(services.systemContext(), { mailer, sms }, payload, tickets),
  )
  await services.jobs.work(invitationMessageJob, (payload) =>
    writeInvitation(services.systemContext(), { mailer, sms }, payload, invite.invitations),
  )
  await services.jobs.work(invitationTicketsJob, (payload) =>
    promiseTicketsOf(services.systemContext(), invite.invitations, payload),
  )
  await services.jobs.work(catalogueImportJob, ({ importId }) =>
    runImport(services.systemContext(), importId),
  )
}

/** Orders released in one round. */
const ordersPerRound = 500

/** What comes round again and again. Returns a function that stops it and waits for what runs. */
export function startSweeps(options: {
  readonly config: Config
  readonly services: Services
}): () => Promise<void> {
  const { config, services } = options
  const context = services.systemContext()
  const sweeps: Sweep[] = [
    {
      name: 'overdue-orders',
      everySeconds: 5,
      run: () => sweepOverdueOrders(context, ordersPerRound),
    },
    {
      name: 'cancelled-dates',
      everySeconds: 5,
      run: () => refundCancelled(context, createPorts(config).returns),
    },
    {
      name: 'reminders',
      everySeconds: 300,
      run: () => remindOfTomorrow(context, createPorts(config).tickets),
    },
    { name: 'sold-out', everySeconds: 10, run: () => refreshSoldOut(context) },
    { name: 'expired-holds', everySeconds: 30, run: () => reclaimExpired(context) },
    { name: 'story-views', everySeconds: 3_600, run: () => forgetViews(context) },
    { name: 'queue-passes', everySeconds: 3_600, run: () => forgetPasses(context) },
    { name: 'one-time-codes', everySeconds: 3_600, run: () => forgetCodes(context) },
    { name: 'share-recipients', everySeconds: 3_600, run: () => forgetRecipients(context) },
    { name: 'invited', everySeconds: 3_600, run: () => forgetInvited(context) },
    { name: 'passkey-challenges', everySeconds: 3_600, run: () => forgetChallenges(context) },
    { name: 'erasure', everySeconds: 300, run: () => eraseDueCustomers(services.systemContext()) },
    { name: 'idempotency-keys', everySeconds: 3_600, run: () => forgetIdempotencyKeys(context) },
    ...ratesSweep(config, services),
    ...payoutSweep(config, services),
    ...checkoutSweeps(createPorts(config).checkout).map((sweep) => ({
      ...sweep,
      run: () => sweep.run(services.systemContext()),
    })),
  ]
  return runSweeps(sweeps, services.log)
}

/** Withdrawals to bank accounts; nothing without a bank that pays out. */
function payoutSweep(config: Config, services: Services): Sweep[] {
  const { payouts } = createPorts(config)
  if (payouts === null) return []
  return [
    {
      name: 'withdrawals',
      everySeconds: 2,
      run: () => sendWithdrawals(services.systemContext(), payouts),
    },
  ]
}

/** The rates of the day, asked for once an hour; nothing without an address to ask at. */
function ratesSweep(config: Config, services: Services): Sweep[] {
  const url = config.RATES_URL
  if (url === undefined) return []
  return [
    {
      name: 'currency-rates',
      everySeconds: 3_600,
      run: () => fetchCurrencyRates(services.systemContext(), { url }),
    },
  ]
}

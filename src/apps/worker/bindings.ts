import { cinemaSweeps } from './cinema-sweeps.ts'
import { flightSweeps } from './flight-sweeps.ts'
import { outsideSweeps } from './outside-sweeps.ts'
import { bindMailings, mailingSweeps } from './mailings.ts'
import { merchantSweeps } from './merchant-sweeps.ts'
import { runSweeps, type Sweep } from './sweeps.ts'
import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import { checkoutSweeps } from '#flows/checkout/server/sweeps.ts'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { eraseDueCustomers } from '#flows/leave/server/erase-due-customers.ts'
import {
  accountEmailJob,
  accountNoticeJob,
  accountNoticeMessageJob,
  emailChangeJob,
  deleteEndedAccountKeys,
  eraseEndedSessions,
  forgetStepUpProofs,
  writeAccountNoticeMessage,
  writeEmailChange,
  codeMessageJob,
  deletionEmailJob,
  forgetChallenges,
  forgetCodes,
  passwordResetJob,
  sendCodeMessage,
  studentEmailJob,
  writeAccountEmail,
  writeAccountNotice,
  writeDeletionEmail,
  writePasswordResetEmail,
  writeStudentEmail,
} from '#modules/accounts/server/public-api.ts'
import {
  filmOnSaleJob,
  hallChangedJob,
  writeHallChanged,
  writeFilmOnSale,
} from '#modules/cinema/server/public-api.ts'
import { seatsChangedJob, tellSeatsChanged } from '#modules/designer/server/public-api.ts'
import { refreshSoldOut } from '#modules/events/server/public-api.ts'
import {
  followEmailJob,
  forgetNews,
  gatherEmails,
  noteNews,
  noteOpenedSale,
  writeFollowEmail,
} from '#modules/follows/server/public-api.ts'
import { reclaimExpired } from '#modules/inventory/server/public-api.ts'
import {
  forgetInvited,
  invitationMessageJob,
  invitationTicketsJob,
  reserveTicketsOf,
  writeInvitation,
} from '#modules/invitations/server/public-api.ts'
import { catalogueImportJob, runImport } from '#modules/operator/server/public-api.ts'
import {
  fanOutNotices,
  forgetNotices,
  noticeJob,
  pushJob,
  sendPush,
  tellOfOpenedSales,
} from '#modules/notifications/server/public-api.ts'
import {
  deleteEmptyOrders,
  freeFailedOrders,
  sweepOverdueOrders,
} from '#modules/orders/server/public-api.ts'
import { deliverMessages, gatherMessages } from '#modules/webhooks/server/public-api.ts'
import { forgetViews } from '#modules/presentation/server/public-api.ts'
import {
  eventMovedJob,
  movedEmailJob,
  forgetRecipients,
  transferMessageJob,
  notifyRescheduled,
  refundDoneEmailJob,
  reminderJob,
  remindOfTomorrow,
  tellWallets,
  writeReminder,
  refundEmailJob,
  returnEmailJob,
  ticketEmailJob,
  unpaidEmailJob,
  writeMovedEmail,
  writeTransferMessage,
  writeRefundDoneEmail,
  writeRefundEmail,
  writeReturnEmail,
  writeTicketEmail,
  refusedEmailJob,
  returnRefusedEmailJob,
  waitingEmailJob,
  writeRefusedEmail,
  writeReturnRefusedEmail,
  writeUnpaidEmail,
  writeWaitingEmail,
} from '#modules/tickets/server/public-api.ts'
import {
  purchaseRequestEmailJob,
  writePurchaseRequestEmail,
} from '#modules/requests/server/public-api.ts'
import { forgetPasses, forgetSuspects } from '#modules/queue/server/public-api.ts'
import { feedImportJob, makeRuns, runFeedImport } from '#modules/timetable/server/public-api.ts'
import { syncReturnTerms, tellRunNews } from '#modules/transport/server/public-api.ts'
import {
  forgetStaffChallenges,
  staffInvitationJob,
  writeStaffInvitation,
} from '#modules/staff/server/public-api.ts'
import {
  merchantMoneyEmailJob,
  writeMerchantMoneyEmail,
} from '#modules/settlements/server/public-api.ts'
import { sendWithdrawals } from '#modules/wallet/server/public-api.ts'
import type { Config } from '#platform/config.ts'
import { forgetIdempotencyKeys } from '#platform/http/idempotency.ts'
import type { JobRun } from '#platform/jobs/jobs.ts'
import { createSlots, type Slots } from '#platform/jobs/slots.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { forgetDeliveries } from '#platform/mail/send-once.ts'
import { forgetRequestCounts } from '#platform/request-limits.ts'
import type { SmsSender } from '#platform/sms/sms.ts'

/** Who goes first when e-mails wait for their turn. */
const priority = {
  /** Somebody waits at a screen for it. */
  account: 3,
  confirmation: 2,
  news: 1,
  reminder: 0,
} as const

/** Emails that a worker process prepares and sends concurrently, per connection to the mail server. */
const emailsPerConnection = 2
/** Emails of one kind that are fetched from the queue together. */
const batchOf = { confirmations: 24, others: 8 } as const
/** A confirmation waits no longer than this before it is taken. */
const confirmationPollSeconds = 0.5

interface Bound {
  readonly config: Config
  readonly services: Services
  readonly ports: Ports
  readonly mailer: Mailer
  readonly sms: SmsSender
}

/** While a sale begins many wait for a code, and each is asked of the gateway on its own. */
const codesAtOnce = 20

/** Which handler does which job. */
export async function bindJobs(bound: Bound): Promise<void> {
  const { config, services, ports } = bound
  const slots = createSlots(config.SMTP_CONNECTIONS_MAX * emailsPerConnection)
  await bindAccountEmails(bound, slots)
  await bindTicketEmails(bound, slots)
  await services.jobs.work(
    codeMessageJob,
    (payload) => sendCodeMessage(services.systemContext(), bound.sms, payload),
    { concurrency: codesAtOnce },
  )
  await services.jobs.work(accountNoticeMessageJob, (payload) =>
    writeAccountNoticeMessage(services.systemContext(), bound.sms, payload),
  )
  await services.jobs.work(eventMovedJob, (payload) =>
    notifyRescheduled(services.systemContext(), payload),
  )
  await services.jobs.work(invitationTicketsJob, (payload) =>
    reserveTicketsOf(services.systemContext(), ports.invite.invitations, payload),
  )
  await services.jobs.work(noticeJob, (payload) => fanOutNotices(services.systemContext(), payload))
  await services.jobs.work(
    pushJob,
    (payload) => sendPush(services.systemContext(), ports.notifications, payload),
    { concurrency: batchOf.others },
  )
  await services.jobs.work(catalogueImportJob, ({ importId }) =>
    runImport(services.systemContext(), importId),
  )
  await services.jobs.work(feedImportJob, ({ importId }) =>
    runFeedImport(services.systemContext(), importId),
  )
}

/** The Message-ID of an account's email is that of its job: a job sends one, whatever its key. */
async function bindAccountEmails({ config, services, mailer }: Bound, slots: Slots): Promise<void> {
  const { jobs } = services
  const context = () => services.systemContext()
  const options = {
    concurrency: batchOf.others,
    slots: { of: slots, priority: priority.account },
  }
  const once = ({ id }: JobRun): Mailer => ({
    ...mailer,
    send: (letter) => mailer.send(letter, `account-${id}`),
  })
  await jobs.work(
    accountEmailJob,
    (payload, run) => writeAccountEmail(context(), once(run), payload, config.AUTH_ORIGIN),
    options,
  )
  await jobs.work(
    staffInvitationJob,
    (payload) => writeStaffInvitation(context(), mailer, payload),
    options,
  )
  await jobs.work(
    merchantMoneyEmailJob,
    (payload) => writeMerchantMoneyEmail(context(), mailer, payload),
    options,
  )
  await jobs.work(
    accountNoticeJob,
    (payload, run) => writeAccountNotice(context(), once(run), payload),
    options,
  )
  await jobs.work(
    passwordResetJob,
    (payload, run) => writePasswordResetEmail(context(), once(run), payload, config.AUTH_ORIGIN),
    options,
  )
  await jobs.work(
    emailChangeJob,
    (payload, run) => writeEmailChange(context(), once(run), payload),
    options,
  )
  await jobs.work(
    deletionEmailJob,
    (payload, run) => writeDeletionEmail(context(), once(run), payload),
    options,
  )
  await jobs.work(
    studentEmailJob,
    (payload, run) => writeStudentEmail(context(), once(run), payload),
    options,
  )
}

async function bindTicketEmails(
  { services, ports, mailer, sms }: Bound,
  slots: Slots,
): Promise<void> {
  const { jobs } = services
  const { tickets, invite, requests } = ports
  const context = () => services.systemContext()
  const news = { concurrency: batchOf.others, slots: { of: slots, priority: priority.news } }
  const last = { ...news, slots: { of: slots, priority: priority.reminder } }
  await jobs.work(
    ticketEmailJob,
    (payload) => writeTicketEmail(context(), mailer, payload, tickets),
    {
      concurrency: batchOf.confirmations,
      pollSeconds: confirmationPollSeconds,
      slots: { of: slots, priority: priority.confirmation },
    },
  )
  await jobs.work(
    hallChangedJob,
    (payload, run) => writeHallChanged(context(), mailer, payload, run),
    news,
  )
  await jobs.work(seatsChangedJob, tellSeatsChanged(context, mailer), news)
  await jobs.work(filmOnSaleJob, (payload) => writeFilmOnSale(context(), mailer, payload), news)
  await jobs.work(
    purchaseRequestEmailJob,
    (payload) => writePurchaseRequestEmail(context(), mailer, payload, requests),
    news,
  )
  await jobs.work(refundEmailJob, (payload) => writeRefundEmail(context(), mailer, payload), news)
  await jobs.work(unpaidEmailJob, (payload) => writeUnpaidEmail(context(), mailer, payload), news)
  await jobs.work(
    waitingEmailJob,
    (payload) => writeWaitingEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    refusedEmailJob,
    (payload) => writeRefusedEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    returnRefusedEmailJob,
    (payload, { id }) =>
      writeReturnRefusedEmail(context(), mailer, payload, tickets, `return-refused-${id}`),
    news,
  )
  await jobs.work(
    refundDoneEmailJob,
    (payload) => writeRefundDoneEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    returnEmailJob,
    (payload) => writeReturnEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    movedEmailJob,
    (payload) => writeMovedEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    transferMessageJob,
    (payload) => writeTransferMessage(context(), { mailer, sms }, payload, tickets),
    news,
  )
  await jobs.work(
    invitationMessageJob,
    (payload) => writeInvitation(context(), { mailer, sms }, payload, invite.invitations),
    news,
  )
  await jobs.work(
    reminderJob,
    (payload) => writeReminder(context(), mailer, payload, tickets),
    last,
  )
  await bindMailings(services, mailer, last)
  await jobs.work(followEmailJob, (payload) => writeFollowEmail(context(), mailer, payload), last)
}

/** Orders released in one round. */
const ordersPerRound = 500

/** What comes round again and again. Returns a function that stops it and waits for what runs. */
export function startSweeps(options: {
  readonly config: Config
  readonly services: Services
  readonly ports: Ports
}): () => Promise<void> {
  const { config, services, ports } = options
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
      run: () => refundCancelled(context, ports.returns),
    },
    {
      name: 'reminders',
      everySeconds: 300,
      run: () => remindOfTomorrow(context, ports.tickets),
    },
    { name: 'sold-out', everySeconds: 10, run: () => refreshSoldOut(context) },
    { name: 'webhook-messages', everySeconds: 2, run: () => gatherMessages(context) },
    {
      name: 'webhook-delivery',
      everySeconds: 1,
      run: () => deliverMessages(context, ports.webhooks),
    },
    { name: 'failed-orders', everySeconds: 60, run: () => freeFailedOrders(context) },
    { name: 'expired-holds', everySeconds: 30, run: () => reclaimExpired(context) },
    { name: 'story-views', everySeconds: 3_600, run: () => forgetViews(context) },
    { name: 'queue-passes', everySeconds: 3_600, run: () => forgetPasses(context) },
    { name: 'queue-suspects', everySeconds: 86_400, run: () => forgetSuspects(context) },
    { name: 'one-time-codes', everySeconds: 3_600, run: () => forgetCodes(context) },
    { name: 'share-recipients', everySeconds: 3_600, run: () => forgetRecipients(context) },
    { name: 'invited', everySeconds: 3_600, run: () => forgetInvited(context) },
    { name: 'account-keys', everySeconds: 3_600, run: () => deleteEndedAccountKeys(context) },
    { name: 'step-up-proofs', everySeconds: 3_600, run: () => forgetStepUpProofs(context) },
    { name: 'passkey-challenges', everySeconds: 3_600, run: () => forgetChallenges(context) },
    { name: 'staff-challenges', everySeconds: 3_600, run: () => forgetStaffChallenges(context) },
    { name: 'empty-orders', everySeconds: 3_600, run: () => deleteEmptyOrders(context) },
    { name: 'ended-sessions', everySeconds: 3_600, run: () => eraseEndedSessions(context) },
    { name: 'erasure', everySeconds: 300, run: () => eraseDueCustomers(services.systemContext()) },
    { name: 'email-deliveries', everySeconds: 3_600, run: () => forgetDeliveries(context) },
    { name: 'request-counts', everySeconds: 300, run: () => forgetRequestCounts(context) },
    {
      name: 'sale-alerts',
      everySeconds: 15,
      run: () => tellOfOpenedSales(context, noteOpenedSale),
    },
    { name: 'follow-news', everySeconds: 30, run: () => noteNews(context) },
    { name: 'follow-emails', everySeconds: 60, run: () => gatherEmails(context) },
    { name: 'old-follow-news', everySeconds: 3_600, run: () => forgetNews(context) },
    { name: 'runs', everySeconds: 3_600, run: () => makeRuns(context) },
    { name: 'run-news', everySeconds: 20, run: () => tellRunNews(context, ports.tickets) },
    { name: 'wallet-news', everySeconds: 10, run: () => tellWallets(context, ports.tickets) },
    { name: 'return-terms', everySeconds: 300, run: () => syncReturnTerms(context) },
    { name: 'notices', everySeconds: 3_600, run: () => forgetNotices(context) },
    { name: 'idempotency-keys', everySeconds: 3_600, run: () => forgetIdempotencyKeys(context) },
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
    ...outsideSweeps(config, services),
    ...payoutSweep(ports, services),
    ...cinemaSweeps(ports, services),
    ...flightSweeps(ports, services),
    ...mailingSweeps(services),
    ...merchantSweeps(ports, services),
    ...checkoutSweeps(ports.checkout).map((sweep) => ({
      ...sweep,
      run: () => sweep.run(services.systemContext()),
    })),
  ]
  return runSweeps(sweeps, services.log)
}

/** Withdrawals to bank accounts; nothing without a bank that pays out. */
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

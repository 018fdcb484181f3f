import {
  accountNoticeMessageJob,
  writeAccountNoticeMessage,
  codeMessageJob,
  sendCodeMessage,
} from '#modules/accounts/server/public-api.ts'
import { invitationTicketsJob, reserveTicketsOf } from '#modules/invitations/server/public-api.ts'
import { catalogueImportJob, runImport } from '#modules/operator/server/public-api.ts'
import {
  fanOutNotices,
  noticeJob,
  pushJob,
  sendPush,
} from '#modules/notifications/server/public-api.ts'
import { eventMovedJob, tellHolders } from '#modules/tickets/server/public-api.ts'
import { feedImportJob, runFeedImport } from '#modules/timetable/server/public-api.ts'
import { createSlots } from '#platform/jobs/slots.ts'
import { bindAccountEmails } from './account-emails.ts'
import type { Bound } from './bound.ts'
import { batchOf, emailsPerConnection } from './email-order.ts'
import { bindTicketEmails } from './ticket-emails.ts'

/** Many codes are requested when a sale begins, and each needs its own request to the gateway. */
const codesAtOnce = 20

/** Binds each job to its handler. */
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
    tellHolders(services.systemContext(), payload),
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

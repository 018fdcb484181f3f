import { bindMailings } from './mailings.ts'
import {
  filmOnSaleJob,
  hallChangedJob,
  writeHallChanged,
  writeFilmOnSale,
} from '#modules/cinema/server/public-api.ts'
import { seatsChangedJob, seatsChangedHandler } from '#modules/designer/server/public-api.ts'
import { followEmailJob, writeFollowEmail } from '#modules/follows/server/public-api.ts'
import { invitationMessageJob, writeInvitation } from '#modules/invitations/server/public-api.ts'
import {
  movedEmailJob,
  transferMessageJob,
  refundDoneEmailJob,
  reminderJob,
  writeReminder,
  refundEmailJob,
  returnEmailJob,
  ticketEmailJob,
  unpaidEmailJob,
  addressCorrectedJob,
  writeAddressCorrected,
  writeNews,
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
import { vehicleChangedJob, writeVehicleChanged } from '#modules/transport/server/public-api.ts'
import type { WorkOptions } from '#platform/jobs/jobs.ts'
import { type Slots } from '#platform/jobs/slots.ts'
import type { Bound } from './bound.ts'
import { batchOf, priority } from './email-order.ts'

/** The longest that a confirmation waits to be fetched from the queue. */
const confirmationPollSeconds = 0.5

/** Emails about orders, tickets and what customers follow. */
export async function bindTicketEmails(
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
  await bindChangedSeats({ services, ports, mailer }, news)
  await jobs.work(filmOnSaleJob, (payload) => writeFilmOnSale(context(), mailer, payload), news)
  await jobs.work(
    purchaseRequestEmailJob,
    (payload) => writePurchaseRequestEmail(context(), mailer, payload, requests),
    news,
  )
  await jobs.work(
    refundEmailJob,
    (payload) => writeRefundEmail(context(), mailer, payload, tickets),
    news,
  )
  await jobs.work(
    addressCorrectedJob,
    (payload, run) => writeAddressCorrected(context(), mailer, payload, run),
    news,
  )
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
    (payload) => writeNews(context(), { mailer, sms }, payload, tickets),
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
  await bindMailings(services, { mailer, orders: ports.orders }, last)
  await jobs.work(followEmailJob, (payload) => writeFollowEmail(context(), mailer, payload), last)
}

/** Other seats: in another hall, another vehicle, or by another plan of the hall. */
async function bindChangedSeats(
  { services, ports, mailer }: Pick<Bound, 'services' | 'ports' | 'mailer'>,
  options: WorkOptions,
): Promise<void> {
  const { jobs } = services
  const { tickets } = ports
  const { guestLinks, shareTokens } = tickets
  const context = () => services.systemContext()
  await jobs.work(
    hallChangedJob,
    (payload, { id }) =>
      writeHallChanged(context(), mailer, payload, { id, guestLinks, shareTokens }),
    options,
  )
  await jobs.work(
    vehicleChangedJob,
    (payload, { id }) =>
      writeVehicleChanged(context(), mailer, payload, { id, guestLinks, shareTokens }),
    options,
  )
  await jobs.work(seatsChangedJob, seatsChangedHandler(context, mailer, tickets), options)
}

import { formatTimeBeside } from '#kernel/format.ts'
import { invariant } from '#kernel/result.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mapAddress } from '../../map-address.ts'
import { documentTexts } from '../documents/labels.ts'
import type { RemindedItem } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { contentsOf, holdTickets } from '../queries/held-tickets.ts'
import { hasRefused } from '../reminders/refusals.ts'
import { emailPictures } from './email-picture.ts'
import { plainEmail } from './plain-email.ts'
import { itemMark } from './item-mark.ts'
import { orderAddress } from './order-address.ts'
import { eventFacts, seatsOf } from './event-facts.ts'

/**
 * Job handler: reminds a buyer the day before. Tickets that were transferred, returned or used are left out; nothing
 * is sent for cancelled or started items, or to buyers who have unsubscribed.
 */
export async function writeReminder(
  context: Context,
  mailer: Mailer,
  payload: RemindedItem,
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  const { locale, buyer } = order
  if (buyer.email === '' || (await hasRefused(context, buyer.email))) return
  const held = (await holdTickets({ ...context, locale }, ports, [order])).filter(
    ({ ticket, subject, code, isOff }) =>
      code !== null &&
      !isOff &&
      ticket.usedAt === null &&
      ticket.source === payload.source &&
      ticket.itemId === payload.itemId &&
      (payload.startsAt === undefined || subject.startsAt.toISOString() === payload.startsAt),
  )
  const [first] = held
  const subject = first?.subject
  if (!subject || subject.cancelledAt || subject.startsAt <= context.clock.now()) return
  const texts = documentTexts(locale)
  // Goods and baggage are listed but not counted; nobody comes for them alone.
  const { ticketCount: count } = contentsOf(held)
  if (count === 0) return
  const values = { event: subject.name[locale], count, use: subject.use ?? 'visit' }
  const facts = eventFacts(subject, locale)
  const seats = seatsOf(held, locale)
  const { doorsAt, startsAt: day, timeZone } = subject
  const doors =
    doorsAt && texts('doors', { time: formatTimeBeside(locale, doorsAt, { day, timeZone }) })
  const map = { text: texts('map'), url: mapAddress(subject) }
  const [picture] = await emailPictures(context, ports, [subject.imageUrl])
  const url = await orderAddress(context, ports, order)
  const mail = plainEmail(context, order, {
    subject: texts('reminderSubject', values),
    title: texts('reminderTitle', values),
    preview: facts.when,
    paragraphs: [texts('refundHello'), texts('reminderBody', values)],
    event: {
      ...facts,
      details: doors ? [doors, ...facts.details] : facts.details,
      map,
      seats,
      pictureId: picture?.contentId,
    },
    button: { text: texts('letterButton', { count }), url },
    notes: held.some(({ rotating }) => rotating) ? [texts('openOnPhone')] : [],
    stop: { text: texts('reminderStop'), url: `${url}#reminders` },
    attachments: picture ? [picture] : [],
    colour: facts.colour,
  })
  await mailer.send(mail, `reminder-${itemMark(order, first)}`)
}

/** Writes what was decided to one holder, by the channel on which they are reached. */
import { dayKey, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { findOrder, type Order } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { calendarAttachment } from '../documents/calendar.ts'
import { documentTexts } from '../documents/labels.ts'
import { emailPictures } from '../emails/email-picture.ts'
import { eventFacts, mapOf, seatsOf } from '../emails/event-facts.ts'
import { momentOf } from '../emails/moment.ts'
import { plainEmail } from '../emails/plain-email.ts'
import type { NewsForHolder } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, isValid, type HeldTicket } from '../queries/held-tickets.ts'
import { transferTexts } from '../transfer/transfer-labels.ts'
import { prolongContacts } from './contacts.ts'
import {
  isSuperseded,
  readDecision,
  readTicketsAt,
  type Decision,
  type TicketAtDecision,
} from './decisions.ts'
import { decidedStop, newsOf, platformOf, type News, type NewsWords } from './news-of.ts'
import { recipientsOf, type HeldBy, type Recipient } from './recipients.ts'
import { adoptOlder } from './tell-holders.ts'
import { readTold, recordTold, type Told } from './told.ts'

/**
 * Job handler: tells the present holder of tickets of a decision. Nothing is sent when a later decision replaces it, or
 * when it is no longer so. A ticket that passed to somebody else meanwhile is told to them, unless they saw the truth
 * when they took it over. Repeated runs send the same email with the same Message-ID.
 */
export async function writeNews(
  context: Context,
  senders: { readonly mailer: Mailer; readonly sms: SmsSender },
  payload: NewsForHolder,
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of a message exists`)
  const decision = await decisionOf(context, payload)
  if (!decision) return
  const before = await ticketsOf(context, decision, payload)
  const [first] = before
  if (!first || (await isSuperseded(context, decision, first))) return
  const all = await holdTickets({ ...context, locale: order.locale }, ports, [order], 'holder')
  const told = await readTold(
    context,
    before.map(({ ticketId }) => ticketId),
  )
  const concerned = all.filter((held) => {
    const then = before.find(({ ticketId }) => ticketId === held.ticket.id)
    return then !== undefined && isConcerned(decision, then, held, told.get(held.ticket.id))
  })
  for (const heldBy of await recipientsOf(context, ports, order, concerned))
    await tell(context, { senders, ports, order, decision, told }, heldBy)
}

async function decisionOf(context: Context, payload: NewsForHolder): Promise<Decision | undefined> {
  if (payload.decisionId !== undefined) return readDecision(context, payload.decisionId)
  // A job of an older release.
  const {
    source,
    itemId,
    orderId,
    isDelay,
    isReinstated,
    isFlightOff,
    formerPlatform,
    movedAt,
    choiceUntil,
  } = payload
  const offeringId = await offeringOf(context, { source, itemId, orderId })
  if (offeringId === null) return undefined
  const older = { isDelay, isReinstated, isFlightOff, formerPlatform, movedAt, choiceUntil }
  const given = Object.fromEntries(Object.entries(older).filter(([, value]) => value !== undefined))
  const adopted = await inTransaction(context, async (inside) =>
    ok(await adoptOlder(inside, { source, itemId, offeringId, ...given })),
  )
  return adopted.value
}

async function offeringOf(
  context: Context,
  { source, itemId, orderId }: Pick<NewsForHolder, 'source' | 'itemId' | 'orderId'>,
): Promise<number | null> {
  const row = await context.db
    .selectFrom('ticket')
    .select('offering_id')
    .where('order_id', '=', orderId)
    .where('source', '=', source)
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst()
  return row?.offering_id ?? null
}

async function ticketsOf(
  context: Context,
  decision: Decision,
  { orderId, ticketIds, legFrom, legTo }: NewsForHolder,
): Promise<TicketAtDecision[]> {
  const ofOrder = await readTicketsAt(context, decision.id, orderId)
  return ofOrder.filter(
    (ticket) =>
      (ticketIds === undefined || ticketIds.includes(ticket.ticketId)) &&
      (legFrom === undefined || ticket.legFrom === legFrom) &&
      (legTo === undefined || ticket.legTo === legTo),
  )
}

/** Whether its holder is to be told: they hold it since before the decision, or saw something else since. */
function isConcerned(
  { change }: Decision,
  then: TicketAtDecision,
  { ticket, order, subject, isOff }: HeldTicket,
  told: Told | undefined,
): boolean {
  const isSame =
    ticket.holderCustomerId === then.holderCustomerId &&
    ticket.holderSessionId === then.holderSessionId
  const isClaimed = then.holderSessionId !== null && ticket.holderSessionId === then.holderSessionId
  // A cancellation ends tickets with their refund, perhaps before this message.
  const isThere = isValid(ticket, order) || (change === 'cancelled' && isOff)
  if (!isThere) return false
  if (isSame || isClaimed) return true
  return (
    told?.issueNumber !== ticket.issueNumber ||
    told.isOff !== isOff ||
    told.startsAt.getTime() !== subject.startsAt.getTime()
  )
}

interface Telling {
  readonly senders: { readonly mailer: Mailer; readonly sms: SmsSender }
  readonly ports: TicketPorts
  readonly order: Order
  readonly decision: Decision
  readonly told: ReadonlyMap<number, Told>
}

async function tell(
  context: Context,
  telling: Telling,
  { held, recipient }: HeldBy<HeldTicket>,
): Promise<void> {
  const { decision, told, senders } = telling
  const [first] = held
  if (!first || recipient === null) return
  const news = newsOf(decision, first, told.get(first.ticket.id), recipient.isBuyer)
  if (!news) return
  const { address, channel, locale } = recipient
  const said = { context: { ...context, locale }, news, held, first, recipient }
  if (channel === 'phone') {
    // A gateway does not recognise a repeated message.
    if ((told.get(first.ticket.id)?.decisionNumber ?? 0) >= decision.number) return
    await senders.sms.send({ to: address, text: shortText(said, decision) })
  } else {
    const mail = await letterOf(said, telling)
    await senders.mailer.send(mail, `news-${decision.id}-${first.ticket.id}`)
  }
  await recordTold(context, held, decision.number)
  await prolongContacts(
    context,
    held.map(({ ticket }) => ticket.id),
    first.subject.startsAt,
  )
}

interface Said {
  readonly context: Context
  readonly news: News
  readonly held: readonly HeldTicket[]
  readonly first: HeldTicket
  readonly recipient: Recipient
}

/** The text that says what buyers may do instead. */
const wayOut = {
  moved: 'movedRefund',
  flight: 'flightRefund',
  flightOther: 'flightRefund',
  delayed: 'delayedChoice',
  reinstated: 'reinstatedRefund',
  skipped: 'skippedChoice',
  served: 'reinstatedRefund',
} as const satisfies Partial<Record<NewsWords, unknown>>

async function letterOf(
  { context, news: { words, from }, held, first, recipient }: Said,
  { ports, order, decision }: Telling,
): Promise<Email> {
  const { locale, isBuyer, url } = recipient
  const { subject } = first
  const texts = documentTexts(locale)
  const values = valuesOf(first, decision, { words, from }, locale)
  const way =
    isBuyer && subject.fullRefundUntil && words in wayOut
      ? wayOut[words as keyof typeof wayOut]
      : null
  const isOver = words === 'cancelled' || words === 'flightOff' || words === 'off'
  const facts = eventFacts(subject, locale)
  const [picture] = await emailPictures(context, ports, [subject.imageUrl])
  const passing = transferTexts(locale)
  const count = held.length
  const buttonOfBuyer =
    words === 'cancelled' || words === 'flightOff'
      ? texts('cancelledButton')
      : texts('letterButton', { count })
  return plainEmail(
    context,
    { ...order, locale },
    {
      subject: texts(`${words}Subject`, values),
      title: texts(`${words}Title`, values),
      preview: words === 'cancelled' ? texts('cancelledPreview') : isOver ? values.from : values.to,
      paragraphs: [
        texts('refundHello'),
        texts(`${words}Body`, values),
        ...(way ? [texts(way, values)] : []),
      ],
      event: {
        ...facts,
        ...(isOver ? { when: values.from } : {}),
        map: mapOf(subject, texts),
        seats: seatsOf(held, locale),
        pictureId: picture?.contentId,
      },
      button: {
        text: isBuyer ? buttonOfBuyer : passing('receivedButton', { count, kind: 'ticket' }),
        url,
      },
      attachments: [...(picture ? [picture] : []), await calendarAttachment(held, context)],
      colour: facts.colour,
      ...(isBuyer
        ? {}
        : {
            receiver: {
              to: recipient.address,
              footer: passing('passingFooter', { kind: 'ticket' }),
            },
          }),
    },
  )
}

function shortText({ news, first, recipient: { locale, url } }: Said, decision: Decision): string {
  const values = valuesOf(first, decision, news, locale)
  const event = [...values.event].slice(0, 40).join('')
  return transferTexts(locale)('smsNews', { ...values, event, words: news.words, url })
}

function valuesOf(
  { subject, ticket }: Pick<HeldTicket, 'subject' | 'ticket'>,
  decision: Decision,
  { words, from }: News,
  locale: Locale,
) {
  const { timeZone, startsAt } = subject
  const isTimeOnly =
    (words === 'delayed' || words === 'earlier') &&
    dayKey(from, timeZone) === dayKey(startsAt, timeZone)
  const until = decision.choiceUntil ?? subject.fullRefundUntil
  return {
    event: subject.name[locale],
    // The new time has the day.
    from: isTimeOnly ? formatTime(from, timeZone) : momentOf(subject, from, locale),
    to: momentOf(subject, startsAt, locale),
    until: until ? momentOf(subject, until, locale) : '',
    platform: platformOf(subject) ?? '',
    formerPlatform: decision.formerPlatform ?? '',
    stop: decidedStop(decision, subject, ticket.legFrom)?.[locale] ?? '',
    use: subject.use ?? 'visit',
  }
}

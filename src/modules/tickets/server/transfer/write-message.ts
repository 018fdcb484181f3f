import { formatDate } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { findCustomer } from '#modules/accounts/server/public-api.ts'
import { findOrder, type Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import {
  buttonRow,
  eventRows,
  eventText,
  letterHtml,
  noteRow,
  paragraphRow,
} from '#platform/mail/letter.ts'
import { emailPictures } from '../emails/email-picture.ts'
import { orderAddress } from '../emails/order-address.ts'
import { eventFacts, mapOf, seatsOf } from '../emails/event-facts.ts'
import { documentTexts } from '../documents/labels.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import type { TransferMessage } from './jobs.ts'
import { isOpen } from './open-share.ts'
import { firstNameOf, transferTexts } from './transfer-labels.ts'
import { sharedPath } from './share-tokens.ts'
import { readShare, type Share } from './store.ts'

interface Told {
  readonly message: TransferMessage
  readonly share: Share
  readonly order: Order
  readonly held: readonly HeldTicket[]
  readonly giverName: string
  /** The link for the receiver; null when there is nothing to open. */
  readonly url: string | null
}

/**
 * Job handler: notifies the receiver or the giver of a link of its state. Repeated runs send the same email with the
 * same Message-ID. Links that ended before their email was written are not sent.
 */
export async function writeTransferMessage(
  context: Context,
  senders: { readonly mailer: Mailer; readonly sms: SmsSender },
  message: TransferMessage,
  ports: TicketPorts,
): Promise<void> {
  const inWords = { ...context, locale: message.locale }
  const told = await gather(inWords, message, ports)
  if (!told) return
  const { share } = told
  if (message.news === 'shared' && !isOpen(share, context.clock.now())) return
  const to = await addressOf(context, told)
  if (to === '') return
  if (share.channel === 'phone' && message.news !== 'taken' && message.news !== 'received')
    return senders.sms.send({ to, text: shortText(told) })
  const letter = await letterOf(inWords, ports, told, to)
  return senders.mailer.send(letter, `${message.news}-${share.id}`)
}

async function gather(
  context: Context,
  message: TransferMessage,
  ports: TicketPorts,
): Promise<Told | null> {
  const share = await readShare(context.db, { id: message.shareId })
  const order = share && (await findOrder(context, { orderId: share.orderId }))
  if (!share || !order) return null
  const all = await holdTickets(context, ports, [order])
  const held = all.filter(({ ticket }) =>
    share.tickets.some(({ ticketId }) => ticketId === ticket.id),
  )
  const giverName =
    firstNameOf(await nameOfGiver(context, share, order)) ||
    transferTexts(message.locale)('somebody')
  const url = await urlOf(context, { message, share, order }, ports)
  return held.length > 0 ? { message, share, order, held, giverName, url } : null
}

async function urlOf(
  context: Context,
  { message, share, order }: Pick<Told, 'message' | 'share' | 'order'>,
  ports: TicketPorts,
): Promise<string | null> {
  const absolute = (path: string) => context.origin + localizedPath(message.locale, path)
  const openedBy = message.news === 'shared' ? share.id : message.keepShareId
  if (openedBy !== undefined)
    return absolute(sharedPath(await ports.shareTokens.token(context, openedBy)))
  if (message.news === 'received') return absolute('/account/received')
  // The buyer gets their order, with what is left of it.
  return message.news === 'taken' && isBuyersShare(share, order)
    ? orderAddress(context, ports, { ...order, locale: message.locale })
    : null
}

/** The buyer's name as they gave it at checkout, or the name of the customer who passes a received ticket on. */
export async function nameOfGiver(context: Context, share: Share, order: Order): Promise<string> {
  if (isBuyersShare(share, order)) return order.buyer.name
  if (share.giverCustomerId === null) return ''
  return (await findCustomer(context, share.giverCustomerId))?.full_name ?? ''
}

function isBuyersShare(share: Share, order: Order): boolean {
  return order.customerId === null
    ? share.giverSessionId !== null && share.giverSessionId === order.sessionId
    : share.giverCustomerId === order.customerId
}

/** The recipient; empty when there is none. */
async function addressOf(context: Context, { message, share, order }: Told): Promise<string> {
  if (message.news === 'shared' || message.news === 'taken-back') return share.recipient ?? ''
  if (message.news === 'taken') {
    if (isBuyersShare(share, order)) return order.buyer.email
    const giver =
      share.giverCustomerId === null ? null : await findCustomer(context, share.giverCustomerId)
    return giver?.email ?? ''
  }
  if (message.keepShareId !== undefined) return share.recipient ?? ''
  return emailOfTaker(context, share)
}

/** The customer who holds a ticket of the link now. */
async function emailOfTaker(context: Context, share: Share): Promise<string> {
  const holder = await context.db
    .selectFrom('ticket')
    .select('holder_customer_id')
    .where(
      'id',
      'in',
      share.tickets.map(({ ticketId }) => ticketId),
    )
    .where('holder_customer_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const customer = holder?.holder_customer_id
    ? await findCustomer(context, holder.holder_customer_id)
    : undefined
  return customer?.email ?? ''
}

type Words = ReturnType<typeof transferTexts>

const keysOf = (share: Share, news: TransferMessage['news']) => {
  if (news === 'shared' && share.handsOver)
    return { subject: 'givenSubject', title: 'givenTitle', body: 'givenBody' } as const
  if (news === 'shared')
    return { subject: 'sharedSubject', title: 'sharedTitle', body: 'sharedBody' } as const
  if (news === 'taken-back')
    return { subject: 'takenBackSubject', title: 'takenBackTitle', body: 'takenBackBody' } as const
  if (news === 'taken')
    return { subject: 'takenSubject', title: 'takenTitle', body: 'takenBody' } as const
  return { subject: 'receivedSubject', title: 'receivedTitle', body: 'receivedBody' } as const
}

function buttonText(t: Words, { message, share, held }: Told): string {
  const values = { count: held.length, kind: kindOf(held) }
  if (message.news === 'received') return t('receivedButton', values)
  if (message.news === 'taken') return documentTexts(message.locale)('returnButton')
  return share.handsOver ? t('givenButton', values) : t('sharedButton', values)
}

/** The `kind` of texts that name the tickets. */
function kindOf(held: readonly HeldTicket[]): 'pass' | 'ticket' {
  return held.every(({ subject }) => subject.kind === 'pass') ? 'pass' : 'ticket'
}

async function letterOf(
  context: Context,
  ports: TicketPorts,
  told: Told,
  to: string,
): Promise<Email> {
  const { message, share, order, held, giverName, url } = told
  const { locale } = message
  const t = transferTexts(locale)
  const texts = documentTexts(locale)
  const keys = keysOf(share, message.news)
  const subjects = [...Map.groupBy(held, ({ subject }) => subject)]
  const values = {
    name: giverName,
    count: held.length,
    event: subjects.map(([subject]) => subject.name[locale]).join(' · '),
    kind: kindOf(held),
    hint: share.takerHint === '' ? 'none' : share.takerHint,
  }
  const pictures = await emailPictures(
    context,
    ports,
    subjects.map(([{ imageUrl }]) => imageUrl),
  )
  const events = subjects.map(([subject, tickets], index) => ({
    ...eventFacts(subject, locale),
    pictureId: pictures[index]?.contentId,
    map: mapOf(subject, texts),
    seats: seatsOf(tickets, locale),
  }))
  const body = t(keys.body, values)
  const button = buttonText(t, told)
  const footer =
    message.news === 'taken' && isBuyersShare(share, order)
      ? texts('letterFooter', { order: order.orderNumber })
      : t('passingFooter', values)
  const warning = message.news === 'shared' ? t('sharedWarning') : ''
  return {
    to,
    subject: t(keys.subject, values),
    text: [
      t(keys.title, values),
      body,
      ...events.map(eventText),
      ...(url ? [`${button}: ${url}`] : []),
      ...(warning ? [warning] : []),
      footer,
    ].join('\n\n'),
    html: letterHtml({
      locale,
      brand: texts('brand'),
      homeUrl: context.origin + localizedPath(locale, '/'),
      title: t(keys.title, values),
      preview: body,
      rows: [
        paragraphRow(body),
        eventRows(events),
        ...(url ? [buttonRow(button, url)] : []),
        ...(warning ? [noteRow(warning)] : []),
      ],
      footer,
    }),
    attachments: pictures.filter((picture) => picture !== null),
  }
}

/** Letters of the name in an SMS, which is charged by length. */
const nameLengthMax = 40

function shortText({ message, share, held, giverName, url }: Told): string {
  const { locale } = message
  const t = transferTexts(locale)
  const subject = held[0]?.subject
  const name = [...(subject?.name[locale] ?? '')].slice(0, nameLengthMax).join('')
  const date = subject ? formatDate(locale, subject.startsAt, { timeZone: subject.timeZone }) : ''
  const values = { name: giverName, event: name, date, url: url ?? '', kind: kindOf(held) }
  if (message.news === 'taken-back') return t('smsTakenBack', values)
  return share.handsOver ? t('smsGiven', values) : t('smsShared', values)
}

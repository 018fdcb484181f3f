import { dayKey, formatDate, formatMoney, formatTime } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { advanceLineOf, findOrder, itemKey, type Order } from '#modules/orders/server/public-api.ts'
import { supportsRefundOf } from '#modules/payments/server/public-api.ts'
import { readReturns, type TicketReturn } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EmailAttachment, Mailer } from '#platform/mail/mail.ts'
import { guestOrderPath } from '../guest-links.ts'
import { calendarFile, seatLine } from '../documents/calendar.ts'
import { documentTexts, type DocumentText } from '../documents/labels.ts'
import type { MovedPart } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import {
  contentsOf,
  holdTickets,
  isBaggage,
  isGoods,
  type HeldTicket,
} from '../queries/held-tickets.ts'
import type { TicketSubject } from '../ticket-source.ts'
import { buttonRow, letterHtml, noteRow, paragraphRow, sumRows } from '#platform/mail/letter.ts'
import { emailPictures } from './email-picture.ts'
import { itemMark } from './item-mark.ts'
import { plainEmail } from './plain-email.ts'
import { eventFacts, mapOf, seatsOf } from './event-facts.ts'

/**
 * Job handler: notifies the buyer which tickets were returned, and the amount, destination and date of each refund.
 * Repeated runs send the same email with the same Message-ID.
 */
export async function writeReturnEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly returnId: string },
  ports: TicketPorts,
): Promise<void> {
  const [made] = await readReturns(context, { returnId: payload.returnId })
  const order = made && (await findOrder(context, { orderId: made.orderId }))
  invariant(made && order, 'the return of an email exists, with its order')
  if (order.buyer.email === '') return
  const { locale } = order
  const held = await holdTickets({ ...context, locale }, ports, [order])
  const gone = held.filter(({ ticket }) =>
    made.tickets.some(({ ticketId }) => ticketId === ticket.id),
  )
  const texts = documentTexts(locale)
  // A part of a price is refunded while the tickets stay valid: the email concerns the whole order.
  const about = gone.length > 0 ? gone : held
  const name = [...new Set(about.map(({ subject }) => subject.name[locale]))].join(' · ')
  const { kind } = made
  const { ticketCount: count, goodsCount: goods, baggageCount: baggage } = contentsOf(gone)
  const amount = formatMoney(locale, money(made.amountMinor - made.carriedMinor, made.currency))
  const values = {
    kind: count === 0 && kind !== 'cancelled' ? (othersOf(gone) ?? kind) : kind,
    amount,
    event: name,
    order: order.orderNumber,
    count,
    goods,
    baggage,
    use: about[0]?.subject.use ?? 'visit',
  }
  const uses = usesBack(order, gone)
  // Free tickets, and those that a pass had paid.
  const isWithoutMoney = made.amountMinor === 0 && made.carriedMinor === 0 && kind === 'return'
  const paragraphs = [
    texts('refundHello'),
    isWithoutMoney
      ? texts('returnBodyUses', values)
      : texts('returnBody', { ...values, reason: reasonOf(gone, locale) }),
    ...(uses > 0 ? [texts('returnUses', { count: uses })] : []),
  ]
  const lines = linesOf(texts, made, gone, locale)
  const supportsRefund = await supportsRefundOf(context, order.orderKey)
  const where = destinationsOf(texts, made, { locale, supportsRefund })
  const total = { text: texts('returnTotal'), amount }
  const heading = [...new Set(about.map(({ subject }) => headingOf(subject, locale)))].join('\n')
  const withoutMoney = [heading, ...lines.map(({ text }) => text)].join('\n')
  const title = texts('returnTitle', values)
  const number = `${texts('orderNumber')}: ${order.orderNumber}`
  const footer = texts('letterFooter', values)
  const url = await orderAddress(context, ports, order)
  await mailer.send(
    {
      to: order.buyer.email,
      subject: texts('returnSubject', values),
      text: [
        title,
        ...paragraphs,
        isWithoutMoney
          ? withoutMoney
          : [heading, ...[...lines, total].map((line) => `${line.text}: ${line.amount}`)].join(
              '\n',
            ),
        ...where,
        number,
        `${texts('returnButton')}: ${url}`,
        footer,
      ].join('\n\n'),
      html: letterHtml({
        locale,
        brand: texts('brand'),
        homeUrl: context.origin + localizedPath(locale, '/'),
        title,
        preview: isWithoutMoney ? texts('returnBodyUses', values) : texts('returnPreview', values),
        rows: [
          ...paragraphs.map(paragraphRow),
          ...(isWithoutMoney ? [paragraphRow(withoutMoney)] : [sumRows({ heading, lines, total })]),
          ...where.map(paragraphRow),
          buttonRow(texts('returnButton'), url),
          noteRow(number),
        ],
        footer,
      }),
      ...(kind === 'cancelled' ? { attachments: [calendarOf(order, gone, context)] } : {}),
    },
    `return-${made.id}`,
  )
}

/** What is returned where it is no ticket: goods or baggage alone. */
function othersOf(gone: readonly HeldTicket[]): 'goods' | 'baggage' | null {
  if (gone.length === 0) return null
  if (gone.every(isGoods)) return 'goods'
  return gone.every(isBaggage) ? 'baggage' : null
}

/** Name and date of what is returned; a pass has no date. */
function headingOf(subject: TicketSubject, locale: Locale): string {
  const name = subject.name[locale]
  return subject.kind === 'pass' ? name : `${name}, ${momentOf(subject, subject.startsAt, locale)}`
}

/** Uses of passes that had paid these tickets. */
function usesBack(order: Order, gone: readonly HeldTicket[]): number {
  return gone.filter(({ ticket: { orderLineId: lineId, lineUnit: unit } }) =>
    advanceLineOf(order, { lineId, unit }),
  ).length
}

/** The reason that the platform gave for a cancellation, as whole sentences. */
function reasonOf(gone: readonly HeldTicket[], locale: Locale): string {
  const reasons = gone.flatMap(({ subject }) => subject.cancelReason?.[locale] ?? [])
  return [...new Set(reasons)]
    .map((reason) => (/[.!?…]$/.test(reason) ? reason : `${reason}.`))
    .join(' ')
}

/** Each ticket with its refund, the refund of other lines of the order, and the amount deducted. */
function linesOf(
  texts: DocumentText,
  made: TicketReturn,
  gone: readonly HeldTicket[],
  locale: Locale,
): { text: string; amount: string }[] {
  const sum = (amountMinor: number) => formatMoney(locale, money(amountMinor, made.currency))
  const nameOf = ({ subject }: HeldTicket) => subject.name[locale]
  const isOfOne = new Set(gone.map(nameOf)).size === 1
  const tickets = gone.map((held) => {
    const item = made.tickets.find(({ ticketId }) => ticketId === held.ticket.id)
    const seat = seatLine(held, { locale })
    const text = isOfOne ? seat : `${nameOf(held)}, ${seat}`
    return { text, amount: sum(item?.amountMinor ?? 0) }
  })
  const ofTickets = made.tickets.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const rest = made.amountMinor - ofTickets
  if (rest > 0)
    tickets.push({
      text: texts('returnRest', {
        kind: othersOf(gone) ?? 'tickets',
      }),
      amount: sum(rest),
    })
  if (made.deductionMinor > 0)
    tickets.push({
      text: texts('returnKept', { kind: made.kind }),
      amount: `(${sum(made.deductionMinor)})`,
    })
  if (made.carriedMinor > 0)
    tickets.push({ text: texts('returnCarried'), amount: `(${sum(made.carriedMinor)})` })
  return tickets
}

/** Destination and date of the refund. */
export function destinationsOf(
  texts: DocumentText,
  made: TicketReturn,
  { locale, supportsRefund }: { readonly locale: Locale; readonly supportsRefund: boolean },
): string[] {
  const sum = (amountMinor: number) => formatMoney(locale, money(amountMinor, made.currency))
  const { cardMinor, balanceMinor } = made
  const where: string[] = []
  if (cardMinor > 0)
    where.push(
      texts(supportsRefund ? 'returnToCard' : 'returnNoWayBack', { amount: sum(cardMinor) }),
    )
  if (balanceMinor > 0) where.push(texts('returnToBalance', { amount: sum(balanceMinor) }))
  return where
}

/** The order's page for the reader of its email, who need not have an account. */
export async function orderAddress(
  context: Context,
  ports: Pick<TicketPorts, 'guestLinks'>,
  order: Pick<Order, 'orderKey' | 'locale'>,
): Promise<string> {
  const token = await ports.guestLinks.token(context, order.orderKey)
  return context.origin + localizedPath(order.locale, guestOrderPath(order.orderKey, token))
}

/** An instant as text, in the time zone of the venue. */
function momentOf(subject: TicketSubject, at: Date, locale: Locale): string {
  const { timeZone } = subject
  const day = formatDate(locale, at, { timeZone, year: true, weekday: true })
  return `${day}, ${formatTime(at, timeZone)}`
}

/** When it was to begin; of a delay within the day only the time, because the new one has the day. */
function formerMoment(subject: TicketSubject, isDelay: boolean, locale: Locale): string {
  const { movedFrom, startsAt, timeZone } = subject
  const from = movedFrom ?? startsAt
  return isDelay && dayKey(from, timeZone) === dayKey(startsAt, timeZone)
    ? formatTime(from, timeZone)
    : momentOf(subject, from, locale)
}

/** Until when holders may choose, in the time zone of the venue; empty without a choice. */
function untilOf(subject: TicketSubject, choiceUntil: string | undefined, locale: Locale): string {
  const until = choiceUntil === undefined ? subject.fullRefundUntil : new Date(choiceUntil)
  return until ? momentOf(subject, until, locale) : ''
}

/**
 * Job handler: notifies the buyer that a date was moved and until when a full refund is possible, or that it is
 * delayed, or cancelled with a choice. Nothing is sent for orders without valid tickets or for dates that are unchanged.
 */
export async function writeMovedEmail(
  context: Context,
  mailer: Mailer,
  payload: MovedPart,
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  const { locale } = order
  const held = await holdTickets({ ...context, locale }, ports, [order])
  const part = held.find(
    (each) =>
      each.code !== null &&
      each.ticket.source === payload.source &&
      each.ticket.itemId === payload.itemId &&
      (payload.legFrom === undefined || each.ticket.legFrom === payload.legFrom) &&
      (payload.legTo === undefined || each.ticket.legTo === payload.legTo),
  )
  if (!part || order.buyer.email === '') return
  const { subject } = part
  const change = changeOf(payload, part)
  if (change === null) return
  const isCancelled = change === 'cancelled' || change === 'flightOff'
  const words = change === 'moved' && subject.kind === 'flight' ? 'flight' : change
  const texts = documentTexts(locale)
  const values = {
    event: subject.name[locale],
    order: order.orderNumber,
    from: formerMoment(subject, change === 'delayed', locale),
    to: momentOf(subject, subject.startsAt, locale),
    until: untilOf(subject, payload.choiceUntil, locale),
    platform: platformOf(subject) ?? '',
    formerPlatform: payload.formerPlatform ?? '',
  }
  const paragraphs = [
    texts('refundHello'),
    texts(`${words}Body`, values),
    ...(subject.fullRefundUntil &&
    words !== 'cancelled' &&
    words !== 'flightOff' &&
    words !== 'platform'
      ? [texts(wayOut[words], values)]
      : []),
  ]
  const facts = eventFacts(subject, locale)
  const key = itemKey(part.ticket)
  const same = held.filter(({ ticket, code }) => code !== null && itemKey(ticket) === key)
  const [picture] = await emailPictures(context, ports, [subject.imageUrl])
  const mail = plainEmail(context, order, {
    subject: texts(`${words}Subject`, values),
    title: texts(`${words}Title`, values),
    preview: change === 'cancelled' ? texts('cancelledPreview') : values.to,
    paragraphs,
    event: {
      ...facts,
      ...(isCancelled ? { when: values.from } : {}),
      map: mapOf(subject, texts),
      seats: seatsOf(same, locale),
      pictureId: picture?.contentId,
    },
    button: {
      text: texts(isCancelled ? 'cancelledButton' : 'letterButton', { count: same.length }),
      url: await orderAddress(context, ports, order),
    },
    attachments: [...(picture ? [picture] : []), calendarOf(order, same, context)],
    colour: facts.colour,
  })
  await mailer.send(mail, messageIdOf(change, payload, itemMark(order, part)))
}

type Change = 'moved' | 'delayed' | 'cancelled' | 'flightOff' | 'reinstated' | 'platform'

function platformOf(subject: TicketSubject): string | null {
  return subject.kind === 'journey' ? (subject.from.platform ?? null) : null
}

/** The text that says what holders may do instead. */
const wayOut = {
  moved: 'movedRefund',
  /** Moved by an airline. */
  flight: 'flightRefund',
  delayed: 'delayedChoice',
  reinstated: 'reinstatedRefund',
} as const satisfies Partial<Record<Change | 'flight', unknown>>

/** What the email reports; null if it is no longer so. */
function changeOf(
  { isDelay, isReinstated, isFlightOff, choiceUntil, formerPlatform }: MovedPart,
  { subject, isOff }: HeldTicket,
): Change | null {
  if (choiceUntil !== undefined) return subject.cancelledAt === null ? null : 'cancelled'
  if (formerPlatform !== undefined) {
    const platform = platformOf(subject)
    return isOff || platform === null || platform === formerPlatform ? null : 'platform'
  }
  if (isFlightOff) return isOff ? 'flightOff' : null
  if (isReinstated) return isOff || subject.cancelledAt !== null ? null : 'reinstated'
  if (subject.movedFrom === null) return null
  if (isDelay) return 'delayed'
  return subject.fullRefundUntil === null ? null : 'moved'
}

/** An item may be cancelled and reinstated several times; a delay is another one when it begins at another time. */
function messageIdOf(change: Change, { movedAt }: MovedPart, mark: string): string {
  if (change === 'moved' || change === 'delayed') return `moved-${mark}`
  return [change, mark, ...(movedAt ? [Date.parse(movedAt)] : [])].join('-')
}

/** Changes the entry that the email of the tickets brought. */
function calendarOf(order: Order, held: readonly HeldTicket[], context: Context): EmailAttachment {
  return {
    filename: `bileti-${order.orderNumber}.ics`,
    contentType: 'text/calendar; charset=utf-8',
    content: Buffer.from(calendarFile(held, { ...context, locale: order.locale })),
  }
}

import { formatMoney } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { advanceLineOf, findOrder, type Order } from '#modules/orders/server/public-api.ts'
import { isPaidInCash, supportsRefundOf } from '#modules/payments/server/public-api.ts'
import { readReturns, type TicketReturn } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EmailAttachment, Mailer } from '#platform/mail/mail.ts'
import { calendarAttachment, seatLine } from '../documents/calendar.ts'
import { documentTexts, type DocumentText } from '../documents/labels.ts'
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
import { isTransferred } from '../transfer/holder.ts'
import { momentOf } from './moment.ts'
import { orderAddress } from './order-address.ts'

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
  const where = destinationsOf(texts, made, { locale, way: await wayBackOf(context, order) })
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
      ...(kind === 'cancelled' ? { attachments: await calendarOf(order, gone, context) } : {}),
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

const waysBack = {
  provider: 'returnToCard',
  counter: 'returnAtCounter',
  balance: 'returnNoWayBack',
} as const
type WayBack = keyof typeof waysBack

/** How money comes back: cash of a buyer without an account is handed out at a counter. */
export async function wayBackOf(
  context: Context,
  { orderKey, customerId }: Pick<Order, 'orderKey' | 'customerId'>,
): Promise<WayBack> {
  if (await supportsRefundOf(context, orderKey)) return 'provider'
  return customerId === null && (await isPaidInCash(context, orderKey)) ? 'counter' : 'balance'
}

/** Destination and date of the refund. */
export function destinationsOf(
  texts: DocumentText,
  made: TicketReturn,
  { locale, way }: { readonly locale: Locale; readonly way: WayBack },
): string[] {
  const sum = (amountMinor: number) => formatMoney(locale, money(amountMinor, made.currency))
  const { cardMinor, balanceMinor } = made
  const where: string[] = []
  if (cardMinor > 0) where.push(texts(waysBack[way], { amount: sum(cardMinor) }))
  if (balanceMinor > 0) where.push(texts('returnToBalance', { amount: sum(balanceMinor) }))
  return where
}

/** Changes the entry that the email of the tickets brought; receivers of transfers have entries of their own. */
async function calendarOf(
  order: Order,
  gone: readonly HeldTicket[],
  context: Context,
): Promise<EmailAttachment[]> {
  const own = gone.filter(({ ticket }) => !isTransferred(ticket))
  return own.length > 0 ? [await calendarAttachment(own, { ...context, locale: order.locale })] : []
}

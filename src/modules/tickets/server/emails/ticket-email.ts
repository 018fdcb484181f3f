import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { formatMoney } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { invariant, ok } from '#kernel/result.ts'
import {
  findOrder,
  itemKey,
  readConfirmations,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { contentKindOf } from '#modules/orders/contents.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import { guestOrderPath } from '../guest-links.ts'
import { calendarAttachment } from '../documents/calendar.ts'
import { ticketsPdf } from '../documents/pdf.ts'
import { documentTexts, type DocumentText } from '../documents/labels.ts'
import { joinMissedDecisions } from '../news/decisions.ts'
import { tellOrder } from '../news/tell-holders.ts'
import { recordTold } from '../news/told.ts'
import { isTransferred } from '../transfer/holder.ts'
import type { TicketPorts } from '../ports.ts'
import { contentsOf, holdTickets, inOrderOfUse, type HeldTicket } from '../queries/held-tickets.ts'
import { namesOf } from './waiting-email.ts'
import { emailPictures } from './email-picture.ts'
import { eventFacts, mapOf, seatsOf } from './event-facts.ts'
import {
  buttonRow,
  eventRows,
  eventText,
  letterHtml,
  noteRow,
  paragraphRow,
  sumRows,
} from '#platform/mail/letter.ts'

/**
 * Job handler: confirms an order to its buyer, in the order's language, with the tickets they still hold. Tickets
 * that were transferred, returned or cancelled before this email was written are mentioned without a code. Repeated
 * runs send the same email with the same Message-ID; orders that never had tickets get none.
 */
export async function writeTicketEmail(
  context: Context,
  mailer: Mailer,
  payload: {
    readonly orderId: number
    readonly confirmationId?: string
    readonly reissue?: string
  },
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  await tellMissedDecisions(context, order)
  const inOrdersWords = { ...context, locale: order.locale }
  const tickets = inOrderOfUse(await holdTickets(inOrdersWords, ports, [order]))
  if (tickets.length === 0 || order.buyer.email === '') {
    context.log.warn({ orderKey: order.orderKey }, 'no email: no tickets or no address')
    return
  }
  const token = await ports.guestLinks.token(context, order.orderKey)
  const path = localizedPath(order.locale, guestOrderPath(order.orderKey, token))
  const note = await waitingNote(inOrdersWords, ports, order)
  const mail = await composeEmail(inOrdersWords, order, tickets, {
    url: context.origin + path,
    note,
    ports,
  })
  const email = payload.confirmationId ?? payload.reissue
  const part = email === undefined ? '' : `-${email}`
  await mailer.send(mail, `tickets-${order.orderNumber.toLowerCase()}${part}`)
  await recordTold(context, tickets.filter(isGiven))
}

/** What was decided while the payment was under way is told as to all other holders. */
async function tellMissedDecisions(context: Context, order: Order): Promise<void> {
  await inTransaction(context, async (inside) => {
    for (const decisionId of await joinMissedDecisions(inside, order))
      await tellOrder(inside, decisionId, order.id)
    return ok(null)
  })
}

/** A ticket with a code that may be used: what does not take place has no code. */
function isGiven({ code, isOff }: HeldTicket): boolean {
  return code !== null && !isOff
}

/** One sentence about the items that a supplier has yet to confirm. */
async function waitingNote(context: Context, ports: TicketPorts, order: Order): Promise<string[]> {
  if (order.status !== orderStatus.WaitingForTicket) return []
  const all = await readConfirmations(context, [order.id])
  const waiting = all.filter(({ state }) => state === 'pending')
  if (waiting.length === 0) return []
  const event = await namesOf(context, ports, order, waiting)
  return [documentTexts(order.locale)('waitingPart', { event })]
}

/** One sentence for each way in which the buyer lost tickets (transferred, returned, cancelled). */
function fateNotes(tickets: readonly HeldTicket[], texts: DocumentText): string[] {
  const fates = Map.groupBy(
    tickets.filter((held) => !isGiven(held)),
    fateOf,
  )
  const use = tickets[0]?.subject.use ?? 'visit'
  return [...fates].map(([fate, { length: count }]) => texts('letterFate', { fate, count, use }))
}

function fateOf(held: HeldTicket): string {
  const { ticket, subject } = held
  if (subject.cancelledAt || held.isOff) return 'cancelled'
  const kind = contentKindOf(held.line.detail)
  if (kind !== 'ticket') return isTransferred(ticket) ? `${kind}Passed` : kind
  if (ticket.status === ticketStatus.Active) return isTransferred(ticket) ? 'passed' : 'ended'
  return ticket.status === ticketStatus.RefundedForResellingToTKT ? 'resold' : 'returned'
}

/** One sentence about goods, and one about baggage, which have codes of their own. */
function notesOfOthers(held: readonly HeldTicket[], texts: DocumentText): string[] {
  const { goodsCount, baggageCount } = contentsOf(held)
  return [
    ...(goodsCount > 0 ? [texts('letterGoods', { count: goodsCount })] : []),
    ...(baggageCount > 0 ? [texts('letterBaggage', { count: baggageCount })] : []),
  ]
}

async function composeEmail(
  context: Context,
  order: Order,
  tickets: readonly HeldTicket[],
  {
    url,
    note,
    ports,
  }: { readonly url: string; readonly note: readonly string[]; readonly ports: TicketPorts },
): Promise<Email> {
  const { locale } = order
  const texts = documentTexts(locale)
  const held = tickets.filter(isGiven)
  // Tickets of one item may have its facts in different states, such as a lost place.
  const subjects = [...Map.groupBy(tickets, ({ ticket }) => itemKey(ticket)).values()].flatMap(
    (all) => (all[0] ? [[all[0].subject, all] as const] : []),
  )
  const name = subjects.map(([subject]) => subject.name[locale]).join(' · ')
  // An order with different kinds of use is described as a visit.
  const uses = new Set(
    subjects.map(([{ kind, use: given }]) => (kind === 'pass' ? kind : (given ?? 'visit'))),
  )
  const use = uses.size === 1 ? [...uses].join('') : 'visit'
  const counted = { count: contentsOf(held).ticketCount, order: order.orderNumber, use }
  const hello = texts('letterHello', counted)
  const notes = [...notesOfOthers(held, texts), ...fateNotes(tickets, texts), ...note]
  const lines = linesOf(order)
  const total = formatMoney(locale, money(order.totalMinor, order.currency))
  const pictures = await emailPictures(
    context,
    ports,
    subjects.map(([{ imageUrl }]) => imageUrl),
  )
  const events = subjects.map(([subject, all], index) => ({
    ...eventFacts(subject, locale),
    pictureId: pictures[index]?.contentId,
    map: mapOf(subject, texts),
    seats: seatsOf(all.filter(isGiven), locale),
  }))
  const number = `${texts('orderNumber')}: ${order.orderNumber}`
  const button =
    held.length > 0 && use !== 'pass'
      ? texts('letterButton', { count: held.length })
      : texts('returnButton')
  const footer = texts('letterFooter', counted)
  return {
    to: order.buyer.email,
    subject: texts('letterSubject', { ...counted, event: name }),
    text: [
      texts('letterTitle', counted),
      hello,
      ...notes,
      ...events.map(eventText),
      [...lines.map((line) => `${line.text}: ${line.amount}`), `${texts('total')}: ${total}`].join(
        '\n',
      ),
      number,
      `${button}: ${url}`,
      texts('letterLink', counted),
      footer,
    ].join('\n\n'),
    html: letterHtml({
      locale,
      brand: texts('brand'),
      homeUrl: context.origin + localizedPath(locale, '/'),
      title: texts('letterTitle', counted),
      preview: texts('letterPreview', counted),
      rows: [
        paragraphRow(hello),
        ...notes.map(paragraphRow),
        eventRows(events),
        sumRows({ heading: texts('lines'), lines, total: { text: texts('total'), amount: total } }),
        buttonRow(button, url),
        noteRow(texts('letterLink', counted)),
        noteRow(number),
      ],
      footer,
      // An order for several items has no common poster.
      ...(events.length === 1 && events[0]?.colour ? { colour: events[0].colour } : {}),
    }),
    attachments: [
      ...(held.length > 0 ? await attachmentsOf(context, order, held) : []),
      ...pictures.filter((picture) => picture !== null),
    ],
  }
}

/** What was bought with its amounts, tickets first; alike ones are one line. */
function linesOf({ lines, locale, currency }: Order): { text: string; amount: string }[] {
  const inOrder = lines.toSorted(
    (one, other) => Number(other.kind === 'Ticket') - Number(one.kind === 'Ticket'),
  )
  const alike = Map.groupBy(inOrder, (line) => `${line.description[locale]} ${line.unitPriceMinor}`)
  return [...alike.values()].map((same) => {
    const sum = (of: 'quantity' | 'amountMinor') =>
      same.reduce((total, line) => total + line[of], 0)
    const name = same[0]?.description[locale] ?? ''
    const count = sum('quantity')
    return {
      text: count > 1 ? `${name} × ${count}` : name,
      amount: formatMoney(locale, money(sum('amountMinor'), currency)),
    }
  })
}

async function attachmentsOf(
  context: Context,
  order: Order,
  held: readonly HeldTicket[],
): Promise<NonNullable<Email['attachments']>> {
  // A pass has no day.
  const dated = held.filter(({ subject }) => subject.kind !== 'pass')
  return [
    {
      filename: `bileti-${order.orderNumber}.pdf`,
      contentType: 'application/pdf',
      content: await ticketsPdf(context, held, order.locale),
    },
    ...(dated.length > 0 ? [await calendarAttachment(dated, context)] : []),
  ]
}

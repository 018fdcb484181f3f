import { orderStatus } from '#contract/enumerations.ts'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import {
  findOrder,
  linesOfConfirmation,
  readConfirmations,
  soldItemsOf,
  type Confirmation,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { readReturns } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import type { TicketPorts } from '../ports.ts'
import { describeTickets } from '../queries/describe-tickets.ts'
import { plainEmail } from './plain-email.ts'
import { orderAddress } from './order-address.ts'
import { destinationsOf, wayBackOf } from './return-email.ts'

/** Names of the items of these confirmations, each once. */
export async function namesOf(
  context: Context,
  ports: TicketPorts,
  order: Order,
  confirmations: readonly Confirmation[],
): Promise<string> {
  const lines = confirmations.flatMap((one) => linesOfConfirmation(order, one))
  const subjects = await describeTickets(context, ports, soldItemsOf(lines))
  return [...new Set([...subjects.values()].map(({ name }) => name[order.locale]))].join(' · ')
}

/**
 * Job handler: notifies a buyer that the payment has arrived and a supplier has yet to confirm the tickets. Nothing is
 * sent when everything has been answered meanwhile. Repeated runs send the same email with the same Message-ID.
 */
export async function writeWaitingEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly orderId: number },
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  if (order.status !== orderStatus.WaitingForTicket || order.buyer.email === '') return
  const all = await readConfirmations(context, [order.id])
  const waiting = all.filter(({ state }) => state === 'pending')
  const texts = documentTexts(order.locale)
  const values = {
    order: order.orderNumber,
    amount: formatMoney(order.locale, money(order.totalMinor, order.currency)),
    event: await namesOf(context, ports, order, waiting),
  }
  const mail = plainEmail(context, order, {
    subject: texts('waitingSubject', values),
    title: texts('waitingTitle', values),
    preview: texts('waitingPreview', values),
    paragraphs: [texts('refundHello'), texts('waitingBody', values), texts('waitingNext')],
    button: {
      text: texts('returnButton'),
      url: await orderAddress(context, ports, order),
    },
  })
  await mailer.send(mail, `waiting-${order.orderNumber.toLowerCase()}`)
}

/**
 * Job handler: notifies a buyer that a supplier did not confirm an item, and where its price is refunded to. Repeated
 * runs send the same email with the same Message-ID.
 */
export async function writeRefusedEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly returnId: string; readonly confirmationId: string },
  ports: TicketPorts,
): Promise<void> {
  const [made] = await readReturns(context, { returnId: payload.returnId })
  const order = made && (await findOrder(context, { orderId: made.orderId }))
  invariant(made && order, 'the return of an email exists, with its order')
  if (order.buyer.email === '') return
  const { locale } = order
  const texts = documentTexts(locale)
  const all = await readConfirmations(context, [order.id])
  const refused = all.filter(({ id }) => id === payload.confirmationId)
  const values = {
    order: order.orderNumber,
    amount: formatMoney(locale, money(made.amountMinor, made.currency)),
    event: await namesOf(context, ports, order, refused),
  }
  const way = await wayBackOf(context, order)
  const isOver = order.status === orderStatus.Canceled
  const mail = plainEmail(context, order, {
    subject: texts('refusedSubject', values),
    title: texts('refusedTitle', values),
    preview: texts('refusedPreview', values),
    paragraphs: [
      texts('refundHello'),
      texts('refusedBody', values),
      ...destinationsOf(texts, made, { locale, way }),
      ...(isOver ? [] : [texts('refusedRest')]),
    ],
    button: { text: texts('returnButton'), url: await orderAddress(context, ports, order) },
  })
  await mailer.send(mail, `refused-${made.id}`)
}

/**
 * Job handler: notifies a buyer that tickets they returned are valid again, because their supplier did not cancel them.
 */
export async function writeReturnRefusedEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly orderId: number },
  ports: TicketPorts,
  messageKey: string,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  if (order.buyer.email === '') return
  const texts = documentTexts(order.locale)
  const values = { order: order.orderNumber }
  const mail = plainEmail(context, order, {
    subject: texts('returnRefusedSubject', values),
    title: texts('returnRefusedTitle'),
    preview: texts('returnRefusedPreview'),
    paragraphs: [texts('refundHello'), texts('returnRefusedBody', values)],
    button: { text: texts('returnButton'), url: await orderAddress(context, ports, order) },
  })
  await mailer.send(mail, messageKey)
}

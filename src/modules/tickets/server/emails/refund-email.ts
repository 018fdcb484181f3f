import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { findOrder, soldItemsOf } from '#modules/orders/server/public-api.ts'
import { destinationOf, findPayment, findRefund } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import type { TicketPorts } from '../ports.ts'
import { describeTickets } from '../queries/describe-tickets.ts'
import { plainEmail } from './plain-email.ts'
import { orderAddress } from './order-address.ts'

/**
 * Job handler: notifies the buyer that a payment without tickets is refunded in full. Repeated runs send the same
 * email with the same Message-ID.
 */
export async function writeRefundEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly orderId: number; readonly refundId: string },
  ports: TicketPorts,
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  const refund = await findRefund(context, payload.refundId)
  const payment = refund && (await findPayment(context, refund.paymentId))
  invariant(order && refund && payment, 'the refund of an email exists, with its order and payment')
  if (order.buyer.email === '') return
  const { locale } = order
  const texts = documentTexts(locale)
  const { currency } = payment.captured ?? payment.amount
  const amount = formatMoney(locale, money(refund.amountMinor, currency))
  const to = destinationOf(payment, order)
  const { reason } = refund
  const subjects = await describeTickets(context, ports, soldItemsOf(order.lines))
  const event = [...new Set([...subjects.values()].map(({ name }) => name[locale]))].join(' · ')
  const values = { amount, order: order.orderNumber, reason, to, event }
  const paragraphs = [
    texts('refundHello'),
    texts('refundBody', values),
    ...(to === 'provider' ? [texts('refundWhen')] : []),
    ...(refund.reason === 'late' ? [texts('refundAgain')] : []),
  ]
  const mail = plainEmail(context, order, {
    subject: texts('refundSubject', values),
    title: texts('refundTitle', values),
    preview: texts('refundPreview', values),
    paragraphs,
    button: { text: texts('returnButton'), url: await orderAddress(context, ports, order) },
  })
  await mailer.send(mail, `refund-${refund.id}`)
}

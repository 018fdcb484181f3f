import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { findPayment, findRefund } from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import type { TicketPorts } from '../ports.ts'
import { plainEmail } from './plain-email.ts'
import { orderAddress } from './order-address.ts'

/**
 * Job handler: informs the buyer that the provider has refunded an order. Amounts credited to a balance were
 * announced with the request. Repeats send the same email under the same Message-ID.
 */
export async function writeRefundDoneEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly refundId: string },
  ports: TicketPorts,
): Promise<void> {
  const refund = await findRefund(context, payload.refundId)
  const payment = refund && (await findPayment(context, refund.paymentId))
  invariant(payment, 'the refund of an email exists, with its payment')
  const order = await findOrder(context, { orderKey: payment.orderKey })
  invariant(order, 'the order of a refunded payment exists')
  if (order.buyer.email === '') return
  const { locale } = order
  const { currency } = payment.captured ?? payment.amount
  const texts = documentTexts(locale)
  const values = {
    order: order.orderNumber,
    amount: formatMoney(locale, money(refund.amountMinor, currency)),
  }
  const mail = plainEmail(context, order, {
    subject: texts('refundDoneSubject', values),
    title: texts('refundDoneTitle', values),
    preview: texts('refundDoneBody', values),
    paragraphs: [
      texts('refundHello'),
      texts('refundDoneBody', values),
      texts('refundDoneWhen', values),
    ],
    button: {
      text: texts('returnButton'),
      url: await orderAddress(context, ports, order),
    },
  })
  await mailer.send(mail, `refund-done-${refund.id}`)
}

import { orderStatus } from '#contract/enumerations.ts'
import { formatMoney, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { findOrder, listRepeats } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import { plainEmail } from './plain-email.ts'

/** The buyers' time zone. */
const timeZone = 'Asia/Tbilisi'

/**
 * Job handler: notifies a buyer who tried to pay that no money was taken: the card was declined, or the order expired.
 * Nothing is sent when the buyer has retried meanwhile, or when the money arrived late after all. Repeated runs send
 * the same email with the same Message-ID.
 */
export async function writeUnpaidEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly orderId: number },
): Promise<void> {
  const order = await findOrder(context, { orderId: payload.orderId })
  invariant(order, `order ${payload.orderId} of an email exists`)
  const { status, locale, orderNumber } = order
  if (order.buyer.email === '') return
  if (status !== orderStatus.Failed && status !== orderStatus.Timeout) return
  if ((await listRepeats(context, order.id)).at(-1) !== order.id) return
  const texts = documentTexts(locale)
  const isOpen = status === orderStatus.Failed && order.deadlineAt > context.clock.now()
  const values = {
    order: orderNumber,
    amount: formatMoney(locale, money(order.totalMinor, order.currency)),
    why: status === orderStatus.Failed ? 'declined' : 'timeout',
    time: formatTime(order.deadlineAt, timeZone),
  }
  const mail = plainEmail(context, order, {
    subject: texts('unpaidSubject', values),
    title: texts('unpaidTitle', values),
    preview: texts('unpaidPreview', values),
    paragraphs: [
      texts('refundHello'),
      texts('unpaidBody', values),
      texts(isOpen ? 'unpaidStillHeld' : 'unpaidLetGo', values),
    ],
    button: {
      text: texts(isOpen ? 'unpaidTryAgain' : 'unpaidLook'),
      url: context.origin + localizedPath(locale, `/checkout/${order.orderKey}/result`),
    },
  })
  await mailer.send(mail, `unpaid-${orderNumber.toLowerCase()}`)
}

import { invariant } from '#kernel/result.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import type { AddressCorrected } from '../jobs.ts'
import { plainEmail } from './plain-email.ts'

/** Job handler: tells one of both addresses that letters about an order go to the new one. */
export async function writeAddressCorrected(
  context: Context,
  mailer: Mailer,
  { orderId, to, former, by }: AddressCorrected,
  { id }: { readonly id: string },
): Promise<void> {
  const order = await findOrder(context, { orderId })
  invariant(order, `order ${orderId} of a letter exists`)
  const { locale } = order
  const texts = documentTexts(locale)
  const values = { order: order.orderNumber, by: by[locale], former: masked(former) }
  const mail = plainEmail(context, order, {
    subject: texts('addressSubject', values),
    title: texts('addressTitle'),
    preview: texts('addressPreview', values),
    paragraphs: [
      texts('refundHello'),
      texts(to === former ? 'addressFormer' : 'addressNew', values),
    ],
    receiver: { to, footer: texts('letterFooter', values) },
  })
  await mailer.send(mail, `address-${id}`)
}

/** `n…@example.com`: enough to recognise an own address by. */
function masked(email: string): string {
  return email.replace(/^(.?)[^@]*/, '$1…')
}

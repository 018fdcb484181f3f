import { localizedPath } from '#kernel/locale.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Email, EmailAttachment } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import {
  buttonRow,
  eventRow,
  eventText,
  letterHtml,
  linkRow,
  noteRow,
  paragraphRow,
  type ShownEvent,
} from '#platform/mail/letter.ts'

/** An email of a few sentences to a buyer, or to a receiver of their tickets, as text and as HTML. */
export function plainEmail(
  context: Pick<Context, 'origin'>,
  order: Pick<Order, 'locale' | 'orderNumber' | 'buyer'>,
  words: {
    readonly subject: string
    readonly title: string
    readonly preview: string
    readonly paragraphs: readonly string[]
    /** What it is about, between the sentences and the button. */
    readonly event?: ShownEvent
    readonly button?: { readonly text: string; readonly url: string }
    /** Small print under the button. */
    readonly notes?: readonly string[]
    /** Where such emails are turned off; absent for what a buyer must know. */
    readonly stop?: { readonly text: string; readonly url: string }
    readonly attachments?: readonly EmailAttachment[]
    /** Of the edge, as `EmailFrame.colour`. */
    readonly colour?: string | undefined
    /** Who gets it instead of the buyer, without the order's number, which is the buyer's. */
    readonly receiver?: { readonly to: string; readonly footer: string }
  },
): Email {
  const { locale } = order
  const texts = documentTexts(locale)
  const { title, preview, paragraphs, event, button, stop, attachments, colour } = words
  const { receiver } = words
  const notes = [
    ...(words.notes ?? []),
    ...(receiver ? [] : [`${texts('orderNumber')}: ${order.orderNumber}`]),
  ]
  const footer = receiver?.footer ?? texts('letterFooter', { order: order.orderNumber })
  return {
    to: receiver?.to ?? order.buyer.email,
    subject: words.subject,
    text: [
      title,
      ...paragraphs,
      ...(event ? [eventText(event)] : []),
      ...(button ? [`${button.text}: ${button.url}`] : []),
      ...notes,
      ...(stop ? [`${stop.text}: ${stop.url}`] : []),
      footer,
    ].join('\n\n'),
    html: letterHtml({
      locale,
      brand: texts('brand'),
      homeUrl: context.origin + localizedPath(locale, '/'),
      title,
      preview,
      rows: [
        ...paragraphs.map(paragraphRow),
        ...(event ? [eventRow(event)] : []),
        ...(button ? [buttonRow(button.text, button.url)] : []),
        ...notes.map(noteRow),
        ...(stop ? [linkRow(stop.text, stop.url)] : []),
      ],
      footer,
      ...(colour ? { colour } : {}),
    }),
    ...(stop ? { stopUrl: stop.url } : {}),
    ...(attachments ? { attachments } : {}),
  }
}

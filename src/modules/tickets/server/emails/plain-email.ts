import { localizedPath } from '#kernel/locale.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import { documentTexts } from '../documents/labels.ts'
import { buttonRow, letterHtml, noteRow, paragraphRow } from '#platform/mail/letter.ts'

/** An email of a few sentences to a buyer, as text and as HTML. */
export function plainEmail(
  context: Pick<Context, 'origin'>,
  order: Pick<Order, 'locale' | 'orderNumber' | 'buyer'>,
  words: {
    readonly subject: string
    readonly title: string
    readonly preview: string
    readonly paragraphs: readonly string[]
    /** HTML rows between the sentences and the button, with their text alternative. */
    readonly middle?: { readonly html: string; readonly text: string }
    readonly button?: { readonly text: string; readonly url: string }
    /** Small print under the button. */
    readonly notes?: readonly string[]
  },
): Email {
  const { locale } = order
  const texts = documentTexts(locale)
  const { title, preview, paragraphs, middle, button } = words
  const notes = [...(words.notes ?? []), `${texts('orderNumber')}: ${order.orderNumber}`]
  const footer = texts('letterFooter', { order: order.orderNumber })
  return {
    to: order.buyer.email,
    subject: words.subject,
    text: [
      title,
      ...paragraphs,
      ...(middle ? [middle.text] : []),
      ...(button ? [`${button.text}: ${button.url}`] : []),
      ...notes,
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
        ...(middle ? [middle.html] : []),
        ...(button ? [buttonRow(button.text, button.url)] : []),
        ...notes.map(noteRow),
      ],
      footer,
    }),
  }
}

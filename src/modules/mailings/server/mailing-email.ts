import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import { formatDateTime } from '#kernel/format.ts'
import { documentTexts } from '#modules/tickets/server/public-api.ts'
import { listOwnerEmails } from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { letterHtml, linkRow, paragraphRow } from '#platform/mail/letter.ts'
import type { Email, EmailAuthor } from '#platform/mail/mail.ts'
import english from '../messages/letter-en.json' with { type: 'json' }
import georgian from '../messages/letter-ka.json' with { type: 'json' }
import { describeItems, type DescribingPorts } from './items.ts'
import type { Mailing } from './store.ts'

const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

const datesNamedMax = 3

/** A rendered message without its address. */
export interface MailingContent {
  readonly locale: Locale
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Why it was sent, and by which organiser. */
  readonly footer: string
  readonly author: EmailAuthor
}

/** The text in this language, or in the language in which it was written. */
function inLanguage(text: LocalizedText, locale: Locale): string {
  return text[locale] || text.ka || text.en
}

export async function readMerchantName(context: Context, merchantId: number) {
  const row = await context.db
    .selectFrom('merchant_summary')
    .select('name')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return (row?.name ?? { ka: '', en: '' }) as unknown as LocalizedText
}

/** Renders a mailing in one language. */
export async function renderMailing(
  context: Context,
  ports: DescribingPorts,
  { mailing, locale }: { readonly mailing: Mailing; readonly locale: Locale },
): Promise<MailingContent> {
  const merchant = (await readMerchantName(context, mailing.merchantId))[locale]
  const described = await describeItems(context, ports, mailing.items.slice(0, datesNamedMax))
  const dates = described.map(
    ({ about: { name, startsAt, timeZone } }) =>
      `${name[locale]}, ${formatDateTime(locale, startsAt, timeZone)}`,
  )
  const textOf = (key: keyof typeof georgian, values: Record<string, string | number> = {}) =>
    formatText(locale, texts[locale][key], values)
  const rest = mailing.items.length - described.length
  const [replyTo] = await listOwnerEmails(context, mailing.merchantId)
  return {
    locale,
    subject: inLanguage(mailing.subject, locale),
    paragraphs: inLanguage(mailing.body, locale)
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
    footer: textOf(rest > 0 ? 'why-more' : 'why', {
      merchant,
      dates: dates.join('; '),
      count: rest,
    }),
    author: {
      name: textOf('sender', { merchant, brand: documentTexts(locale)('brand') }),
      replyTo,
    },
  }
}

/** The email with this content to an address; news has an unsubscribe link. */
export function emailOf(
  { origin }: Pick<Context, 'origin'>,
  words: MailingContent,
  { to, letterKey }: { readonly to: string; readonly letterKey: string | null },
): Email {
  const { locale, subject, paragraphs, footer, author } = words
  const stopUrl =
    letterKey === null ? null : `${origin}${localizedPath(locale, `/letters/${letterKey}`)}`
  const stop = stopUrl === null ? null : { text: texts[locale].stop, url: stopUrl }
  return {
    to,
    author,
    subject,
    text: [subject, ...paragraphs, footer, ...(stop ? [`${stop.text}: ${stop.url}`] : [])].join(
      '\n\n',
    ),
    html: letterHtml({
      locale,
      brand: documentTexts(locale)('brand'),
      homeUrl: origin + localizedPath(locale, '/'),
      title: subject,
      preview: paragraphs[0] ?? '',
      rows: [...paragraphs.map(paragraphRow), ...(stop ? [linkRow(stop.text, stop.url)] : [])],
      footer,
    }),
    ...(stopUrl !== null && { stopUrl, isOneClick: true as const }),
  }
}

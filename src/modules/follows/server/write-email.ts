import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import { findRecipient } from '#modules/accounts/server/public-api.ts'
import { readCatalogue, saleStateOf, type Catalogue } from '#modules/catalogue/server/public-api.ts'
import { documentTexts } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { buttonRow, letterHtml, linkRow, newsRow, paragraphRow } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { NewsCause } from '../kinds.ts'
import english from '../messages/email-en.json' with { type: 'json' }
import georgian from '../messages/email-ka.json' with { type: 'json' }
import { emailKeyOf } from './email-key.ts'
import { hasRefusedEmails } from './store.ts'
import { readWatchNews } from './watches.ts'
import { listedEvent, listedShow } from './subjects.ts'

const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

/** Maximum number of shows in one email; the page of saved items lists all. */
const showsMax = 20
/** Maximum number of dates listed per show. */
const datesMax = 3

interface NewsRow {
  readonly cause: NewsCause
  readonly showId: number
  readonly eventId: number
}

interface Item {
  /** Description of the news. */
  readonly what: string
  /** Subject of an email that contains only this item. */
  readonly subject: string
  readonly name: string
  readonly url: string
  /** Time and venue, one line per date. */
  readonly dates: readonly string[]
}

type ListedItem = Omit<Item, 'what' | 'subject'> & { readonly cause: NewsCause }

/**
 * Job handler: sends a customer the news of a day; repeated runs use the same message id, so one email arrives. Events
 * that are over, sold out or no longer listed are left out; no email is sent if nothing remains or the customer has
 * unsubscribed.
 */
export async function writeFollowEmail(
  context: Context,
  mailer: Mailer,
  { customerId, day }: { readonly customerId: string; readonly day: string },
): Promise<void> {
  const recipient = await findRecipient(context, customerId)
  if (!recipient || (await hasRefusedEmails(context.db, customerId))) return
  const { email, locale } = recipient
  const text = (key: keyof typeof georgian, values: Record<string, string | number> = {}) =>
    formatText(locale, texts[locale][key], values)
  const listed = itemsOf(context, await readCatalogue(context.db), {
    rows: await readNews(context, customerId, day),
    locale,
  }).map(({ cause, ...item }) => ({
    ...item,
    what: text(cause),
    subject: text(`subject-${cause}`, { name: item.name }),
  }))
  const watched = (await readWatchNews(context, customerId, day)).map(({ name, news, path }) => ({
    name: name[locale],
    what: news[locale],
    subject: `${name[locale]}: ${news[locale]}`,
    url: context.origin + localizedPath(locale, path),
    dates: [],
  }))
  const items: readonly Item[] = [...watched, ...listed]
  const [first] = items
  if (!first) return
  const address = (path: string) => context.origin + localizedPath(locale, path)
  const saved = address('/account/saved')
  const stop = address(`/follows/emails/${await emailKeyOf(context, customerId)}`)
  const title =
    items.length === 1
      ? first.subject
      : text('subject-many', { name: first.name, count: items.length - 1 })
  await mailer.send(
    {
      to: email,
      subject: title,
      text: [
        title,
        text('lead'),
        ...items.map(({ what, name, dates, url }) =>
          [`${name}: ${what}`, ...dates, url].join('\n'),
        ),
        `${text('toSaved')}: ${saved}`,
        `${text('stop')}: ${stop}`,
      ].join('\n\n'),
      html: letterHtml({
        locale,
        brand: documentTexts(locale)('brand'),
        homeUrl: address('/'),
        title,
        preview: first.dates[0] ?? first.what,
        rows: [
          paragraphRow(text('lead')),
          ...items.map(newsRow),
          ...(items.length === 1
            ? [buttonRow(text('toItem'), first.url), linkRow(text('toSaved'), saved)]
            : [buttonRow(text('toSaved'), saved)]),
          linkRow(text('stop'), stop),
        ],
        footer: text('why'),
      }),
      stopUrl: stop,
      isOneClick: true,
    },
    `follows-${customerId}-${day}`,
  )
}

async function readNews(context: Context, customerId: string, day: string): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select cause, show_id as "showId", event_id as "eventId" from follow_news
    where customer_id = ${customerId} and emailed_on = ${day}::date
    order by noted_at, cause, show_id, event_id
  `.execute(context.db)
  return rows
}

/** News grouped by cause and show, ordered by urgency. */
function itemsOf(
  context: Context,
  catalogue: Catalogue,
  { rows, locale }: { readonly rows: readonly NewsRow[]; readonly locale: Locale },
): ListedItem[] {
  const now = context.clock.now()
  const items = new Map<string, ListedItem>()
  const sorted = rows.toSorted((left, right) => urgency[left.cause] - urgency[right.cause])
  for (const { cause, showId, eventId } of sorted) {
    const show = listedShow(catalogue, showId)
    const listed = listedEvent(catalogue, eventId)
    if (!show || (eventId !== 0 && !listed)) continue
    const state = listed && saleStateOf(listed.event, now)
    if (state !== undefined && state !== 'OnSale' && state !== 'NotYet') continue
    const key = `${cause} ${showId}`
    const dates = [...(items.get(key)?.dates ?? [])]
    if (listed && dates.length < datesMax) {
      const { startsAt, venue } = listed.event
      dates.push(`${formatDateTime(locale, startsAt, venue.timeZone)} · ${venue.name[locale]}`)
    }
    const url = context.origin + localizedPath(locale, `/shows/${show.slug}`)
    items.set(key, { cause, name: show.name[locale], url, dates })
  }
  return [...items.values()].slice(0, showsMax)
}

const urgency: Readonly<Record<NewsCause, number>> = {
  'places-again': 0,
  'sale-opened': 1,
  listed: 2,
}

/** The e-mail to an organiser's staff about what operators did. */
import { sql } from 'kysely'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath, type Locale, type LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { readLogNames, type LogNamer } from '#platform/log-names.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { readOperatorEntry } from '#platform/operator-log.ts'
import en from '../../messages/en.json' with { type: 'json' }
import ka from '../../messages/ka.json' with { type: 'json' }
import { endOfWindow, type NewsLetter } from './tell-merchants.ts'

const texts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { en, ka }

type NewsRow = NonNullable<Awaited<ReturnType<typeof readOperatorEntry>>>

/** Job handler: one e-mail with everything of its span, in the language of its reader. */
export async function writeOperatorNews(
  context: Context,
  mailer: Mailer,
  namers: readonly LogNamer[],
  { merchantId, staffId, from }: NewsLetter,
): Promise<void> {
  const { rows: readers } = await sql<{
    email: string
    locale: Locale | null
    merchant: LocalizedText
  }>`
    select staff.email, staff.locale, m.name as merchant from staff
    join merchant_summary m on m.merchant_id = staff.merchant_id
    where staff.id = ${staffId} and staff.merchant_id = ${merchantId} and staff.disabled_at is null`.execute(
    context.db,
  )
  const [reader] = readers
  const start = new Date(from)
  const { rows: told } = await sql<{ logId: number }>`
    select log_id::int8 as "logId" from operator_news
    where merchant_id = ${merchantId} and told_at >= ${start} and told_at < ${endOfWindow(start)}
    order by log_id`.execute(context.db)
  const entries = await Promise.all(told.map(({ logId }) => readOperatorEntry(context, logId)))
  const news = entries.flatMap((entry) => entry ?? [])
  if (!reader || news.length === 0) return
  const locale = reader.locale ?? 'ka'
  const keys = news.map(({ subject }) => subject)
  const names = await readLogNames({ ...context, locale }, namers, { keys, office: 'merchant' })
  const say = texts[locale]
  const path = localizedPath(locale, '/merchant/log')
  await mailer.send(
    {
      to: reader.email,
      ...shortLetter({
        locale,
        origin: context.origin,
        subject: (say['newsSubject'] ?? '').replace('{merchant}', reader.merchant[locale]),
        paragraphs: [
          say['newsIntro'] ?? '',
          ...news.map((one) => sentenceOf(one, locale, names[one.subject]?.name)),
        ],
        button: { text: say['newsButton'] ?? '', url: `${context.origin}${path}` },
        notes: [say['newsNote'] ?? ''],
      }),
    },
    `operator-news-${staffId}-${start.getTime()}`,
  )
}

/** When, what was done, and to what; with the reason that was given. */
function sentenceOf(
  { at, action, subject, detail }: NewsRow,
  locale: Locale,
  name: string | undefined,
): string {
  const say = texts[locale]
  const space = subject.indexOf(' ')
  const [kind, id] = [subject.slice(0, space), subject.slice(space + 1)]
  const what = name ?? `${say[`subject-${kind}`] ?? kind} ${id}`
  const deed = say[`action-${action}`] ?? action
  const reason = reasonOf((detail as Readonly<Record<string, unknown>>)['reason'], locale)
  return `${formatDateTime(locale, at)}. ${deed}: ${what}${reason === null ? '' : `. ${reason}`}`
}

function reasonOf(reason: unknown, locale: Locale): string | null {
  if (typeof reason === 'string' && reason !== '') return reason
  if (typeof reason !== 'object' || reason === null) return null
  const text = (reason as Partial<LocalizedText>)[locale]
  return text === undefined || text === '' ? null : text
}

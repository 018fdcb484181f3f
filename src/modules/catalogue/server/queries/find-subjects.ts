import { sql } from 'kysely'
import { showStatus } from '#contract/enumerations.ts'
import { formatDate, formatTime } from '#kernel/format.ts'
import type { LocalizedText, Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { SubjectKind, SubjectView } from '../../office-contract.ts'
import { normalizeText } from '../search-text.ts'

/** Of each kind. */
const foundMax = 12

/** Shows, dates, categories and organisers by words in any spelling, or by number; also those that are not on sale. */
export async function findSubjects(
  context: Context,
  { kinds, text }: { readonly kinds: readonly SubjectKind[]; readonly text: string },
): Promise<SubjectView[]> {
  const wanted: Wanted = { words: wordsOf(text), id: idOf(text), most: foundMax }
  const found: SubjectView[] = []
  for (const kind of kinds) {
    if (kind === 'show') found.push(...(await findShows(context, wanted)))
    else if (kind === 'event')
      found.push(...(await findDates(context, wanted)).map(dateView(context)))
    else found.push(...(await findNamed(context, kind, wanted)))
  }
  return found
}

/** A date of a show, with everything that tells it from others. */
export interface FoundDate {
  readonly eventId: number
  readonly name: LocalizedText
  readonly startsAt: Date
  readonly timeZone: string
  readonly venueName: LocalizedText
}

/** Dates by words of the show or the venue, or by number: upcoming ones first, then the latest. */
export async function findDatesByText(
  context: Pick<Context, 'db' | 'clock'>,
  text: string,
): Promise<FoundDate[]> {
  return findDates(context, { words: wordsOf(text), id: idOf(text), most: foundMax })
}

interface Wanted {
  /** All of them must occur. */
  readonly words: readonly string[]
  /** The typed number; 0 for other texts. */
  readonly id: number
  readonly most: number
}

const wordsOf = (text: string): string[] => normalizeText(text).split(' ').filter(Boolean)

function idOf(text: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0
}

const hasWords = (words: readonly string[]) =>
  sql<boolean>`not exists (select from unnest(${[...words]}::text[]) as word where strpos(show.search_text, word) = 0)`

async function findShows(
  { db, locale }: Context,
  { words, id, most }: Wanted,
): Promise<SubjectView[]> {
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select id, name from show
    where status <> ${showStatus.Deleted} and (id = ${id} or ${hasWords(words)})
    order by id = ${id} desc, status, popularity desc, id desc limit ${most}`.execute(db)
  return rows.map((row) => ({ kind: 'show', id: row.id, name: row.name[locale], note: null }))
}

async function findDates(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { words, id, most }: Wanted,
): Promise<FoundDate[]> {
  const now = clock.now()
  const { rows } = await sql<FoundDate>`
    select event.id as "eventId", show.name, event.starts_at as "startsAt",
      venue.time_zone as "timeZone", venue.name as "venueName"
    from event join show on show.id = event.show_id join venue on venue.id = event.venue_id
    where show.status <> ${showStatus.Deleted} and (event.id = ${id} or ${hasWords(words)})
    order by event.id = ${id} desc, event.starts_at < ${now},
      abs(extract(epoch from event.starts_at - ${now}::timestamptz)), event.id
    limit ${most}`.execute(db)
  return rows
}

const dateView =
  ({ locale }: Context) =>
  ({ eventId, venueName, ...date }: FoundDate): SubjectView => ({
    kind: 'event',
    id: eventId,
    name: dateName(locale, date),
    note: venueName[locale],
  })

/** `Carmen, 5 December 2026, 19:00`. */
export function dateName(
  locale: Locale,
  { name, startsAt, timeZone }: Pick<FoundDate, 'name' | 'startsAt' | 'timeZone'>,
): string {
  const day = formatDate(locale, startsAt, { timeZone, year: true })
  return `${name[locale]}, ${day}, ${formatTime(startsAt, timeZone)}`
}

/** Categories and organisers, of which there are few. */
async function findNamed(
  { db, locale }: Context,
  kind: 'category' | 'merchant',
  { words, id, most }: Wanted,
): Promise<SubjectView[]> {
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select id, name from ${sql.table(kind)} order by id`.execute(db)
  return rows
    .filter((row) => {
      const texts = normalizeText(`${row.name.ka} ${row.name.en}`)
      return row.id === id || words.every((word) => texts.includes(word))
    })
    .slice(0, most)
    .map((row) => ({ kind, id: row.id, name: row.name[locale], note: null }))
}

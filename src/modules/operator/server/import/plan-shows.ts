import { showAccess, showStatus, showType } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { ShowExport, ShowWrite } from '#modules/catalogue/server/public-api.ts'
import { isTaken } from '#modules/inventory/server/public-api.ts'
import { isHiding, nameDate } from '../commands/withdraw-dates.ts'
import type { Item } from './group.ts'
import { lengthMax } from './limits.ts'
import { performersText } from './read-json.ts'
import type { Column, Problem } from './record.ts'
import { readInteger, slugOf } from './values.ts'
import type { ImportSnapshot } from './snapshot.ts'

export interface Change {
  readonly column: Column
  readonly from: string
  readonly to: string
}

export interface PlannedShow {
  readonly item: Item
  readonly known: ShowExport | undefined
  readonly write: Omit<ShowWrite, 'id'>
  readonly changes: readonly Change[]
}

export interface Defaults {
  readonly subcategory?: string | undefined
  readonly organiser?: string | undefined
}

const statuses: Readonly<Record<string, number>> = {
  active: showStatus.Active,
  inactive: showStatus.Inactive,
  stopped: showStatus.Stopped,
}

/** The number of a status by its name, case-insensitive; null when it is unknown. */
export function statusNumber(text: string): number | null {
  const name = text.toLowerCase()
  return Object.hasOwn(statuses, name) ? (statuses[name] ?? null) : null
}

export function statusName(status: number): string {
  return Object.entries(showStatus).find(([, number]) => number === status)?.[0] ?? String(status)
}

/** Films are of their own type, and nothing is of none. */
const types = {
  Show: showType.Show,
  GroupShow: showType.GroupShow,
  Offer: showType.Offer,
  OfferPackage: showType.OfferPackage,
} as const

type NameOf<Names> = keyof Names & string

/** The type of a show as files name it; shows of no such type are plain ones. */
export function showTypeName(type: number): NameOf<typeof types> {
  return (nameOf(types, type) ?? 'Show') as NameOf<typeof types>
}

export function showAccessName(access: number): NameOf<typeof showAccess> {
  return (nameOf(showAccess, access) ?? 'Default') as NameOf<typeof showAccess>
}

/** The number of a name, case-insensitive, with a problem when there is none; null for an empty cell. */
function numberOf(
  { fields, problems }: Item,
  column: 'show_status' | 'show_type' | 'show_access',
  names: Readonly<Record<string, number>>,
): number | null {
  const value = fields[column]
  if (value === undefined) return null
  const found = Object.entries(names).find(([name]) => name.toLowerCase() === value.toLowerCase())
  if (found) return found[1]
  const code = { show_status: 'bad-show-status', show_type: 'bad-type', show_access: 'bad-access' }
  problems.push({ code: code[column] as Problem['code'], column, values: { value } })
  return null
}

function nameOf(names: Readonly<Record<string, number>>, wanted: number): string | undefined {
  return Object.entries(names).find(([, number]) => number === wanted)?.[0]
}

/** Checks the length of texts and rejects control characters other than line breaks. */
export function checkTexts(item: Item): void {
  for (const [column, value] of Object.entries(item.fields) as [Column, string][]) {
    const most = lengthMax[column] ?? 200
    if (value.length > most) item.problems.push({ code: 'too-long', column, values: { most } })
    // eslint-disable-next-line no-control-regex -- matches control characters in order to report them
    if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(value) || !value.isWellFormed())
      item.problems.push({ code: 'bad-text', column })
  }
}

/** Plans one show. `taken` has the slugs assigned so far, by show key, and is shared between calls. */
export function planShow(
  snapshot: ImportSnapshot,
  item: Item,
  defaults: Defaults,
  taken: Map<string, string>,
): PlannedShow {
  checkTexts(item)
  const known = snapshot.shows.get(item.key)
  const { fields, problems } = item
  const name = localized(fields.show_name_ka, fields.show_name_en, known?.name)
  if (name.ka === '') problems.push({ code: 'missing', column: 'show_name_ka' })
  const numbers = {
    ageLimit: integerOf(item, 'age_limit', 0, 21) ?? known?.ageLimit ?? 0,
    durationMinutes:
      integerOf(item, 'duration_minutes', 1, 1_440) ?? known?.durationMinutes ?? null,
  }
  const status = numberOf(item, 'show_status', showStatus)
  const type = numberOf(item, 'show_type', types)
  const access = numberOf(item, 'show_access', showAccess)
  const write: Omit<ShowWrite, 'id'> = {
    slug: slugFor(snapshot, item, name, known, taken),
    subcategoryId: find(
      item,
      snapshot.directory.subcategories,
      'subcategory',
      defaults.subcategory,
      known?.subcategoryId,
    ),
    merchantId: find(
      item,
      snapshot.directory.merchants,
      'organiser',
      defaults.organiser,
      known?.merchantId,
    ),
    status: status ?? known?.status ?? showStatus.Active,
    type: type ?? known?.type ?? showType.Show,
    access: access ?? known?.access ?? showAccess.Default,
    name,
    summary: localized(fields.summary_ka, fields.summary_en, known?.summary),
    description: localized(fields.description_ka, fields.description_en, known?.description),
    performers:
      fields.performers === undefined
        ? (known?.performers ?? [])
        : readPerformers(fields.performers),
    ...numbers,
  }
  if (known && isHiding(known.status, write.status)) reportHidden(snapshot, item, known)
  checkOrganiser(item, known, write)
  const changes = known ? showChanges(snapshot, known, write) : []
  if (known?.status === showStatus.Deleted && changes.length > 0)
    problems.push({ code: 'show-deleted', column: null })
  return { item, known, write, changes }
}

/** A show with tickets to come is not hidden: the earliest of its dates with tickets is named. */
function reportHidden({ dates, use }: ImportSnapshot, item: Item, { id }: ShowExport): void {
  const sold = dates.find(({ showId, offeringId }) => showId === id && isTaken(use.get(offeringId)))
  if (!sold) return
  const when = nameDate(sold.startsAt, sold.timeZone)
  item.problems.push({ code: 'sold-date', column: 'show_status', values: { when } })
}

function integerOf(item: Item, column: Column, least: number, most: number): number | null {
  const text = item.fields[column]
  if (text === undefined) return null
  const value = readInteger(text, least, most)
  if (value === null) item.problems.push({ code: 'bad-number', column, values: { least, most } })
  return value
}

/** The money of a show goes to its organiser, so no file gives a show to somebody else. */
function checkOrganiser(
  { problems }: Item,
  known: ShowExport | undefined,
  { merchantId }: Pick<ShowWrite, 'merchantId'>,
): void {
  if (known && merchantId !== 0 && merchantId !== known.merchantId)
    problems.push({ code: 'fixed-organiser', column: 'organiser' })
}

/** A missing language gets the text of the other one, unless the database already has a text. */
function localized(
  ka: string | undefined,
  en: string | undefined,
  known: LocalizedText | undefined,
): LocalizedText {
  return { ka: ka ?? known?.ka ?? en ?? '', en: en ?? known?.en ?? ka ?? '' }
}

/**
 * Parses `ka / en (role ka / role en)
 * …`.
 */
export function readPerformers(text: string): ShowWrite['performers'] {
  const pair = (value: string): LocalizedText => {
    const [ka = '', en = ka] = value.split(' / ').map((part) => part.trim())
    return { ka, en }
  }
  return text
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const match = /^([^]*)\(([^()]*)\)$/.exec(part)
      return { name: pair(match?.[1]?.trimEnd() ?? part), role: pair(match?.[2] ?? '') }
    })
}

/** Finds a directory entry by its slug or its name in either language. */
function find(
  item: Item,
  list: readonly { readonly id: number; readonly slug: string; readonly name: LocalizedText }[],
  column: 'subcategory' | 'organiser',
  fallback: string | undefined,
  known: number | undefined,
): number {
  const text = item.fields[column] ?? (known === undefined ? fallback : undefined)
  if (text === undefined) {
    if (known === undefined) item.problems.push({ code: 'missing', column })
    return known ?? 0
  }
  const wanted = text.toLowerCase()
  const found = list.find((entry) =>
    [entry.slug, entry.name.ka, entry.name.en].some((value) => value.toLowerCase() === wanted),
  )
  if (!found) item.problems.push({ code: `unknown-${column}`, column, values: { value: text } })
  return found?.id ?? 0
}

function slugFor(
  snapshot: ImportSnapshot,
  item: Item,
  name: LocalizedText,
  known: ShowExport | undefined,
  taken: Map<string, string>,
): string {
  const wanted = item.fields.slug
  const isFree = (slug: string) => {
    const owner = snapshot.slugs.get(slug)
    const here = taken.get(slug)
    return (owner === undefined || owner === known?.id) && (here === undefined || here === item.key)
  }
  let slug = wanted ?? known?.slug
  if (slug === undefined) {
    const base = slugOf(name.en, romanise) || slugOf(name.ka, romanise) || 'show'
    slug = base
    for (let copy = 2; !isFree(slug); copy += 1) slug = `${base}-${copy}`
  } else if (wanted !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted)) {
    item.problems.push({ code: 'bad-slug', column: 'slug' })
  } else if (!isFree(slug)) {
    item.problems.push({ code: 'slug-taken', column: 'slug', values: { value: slug } })
  }
  taken.set(slug, item.key)
  return slug
}

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  [...'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'].map((letter, index) => [
    letter,
    'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h'.split(' ')[
      index
    ] ?? '',
  ]),
)

/** Official romanisation of Georgian, for slugs. */
function romanise(text: string): string {
  return [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .replaceAll(/\p{M}+|['’`ʼ]/gu, '')
}

function showChanges(
  snapshot: ImportSnapshot,
  known: ShowExport,
  write: Omit<ShowWrite, 'id'>,
): Change[] {
  const slugOfId = (list: readonly { id: number; slug: string }[], id: number) =>
    list.find((entry) => entry.id === id)?.slug ?? ''
  const { subcategories, merchants } = snapshot.directory
  const texts = (show: Omit<ShowWrite, 'id'>): Partial<Record<Column, string>> => ({
    show_name_ka: show.name.ka,
    show_name_en: show.name.en,
    slug: show.slug,
    subcategory: slugOfId(subcategories, show.subcategoryId),
    organiser: slugOfId(merchants, show.merchantId),
    summary_ka: show.summary.ka,
    summary_en: show.summary.en,
    description_ka: show.description.ka,
    description_en: show.description.en,
    performers: performersText(show.performers),
    age_limit: String(show.ageLimit),
    duration_minutes: show.durationMinutes === null ? '' : String(show.durationMinutes),
    show_status: statusName(show.status),
    show_type: showTypeName(show.type),
    show_access: showAccessName(show.access),
  })
  return differences(texts(known), texts(write))
}

export function differences(
  before: Readonly<Partial<Record<Column, string>>>,
  after: Readonly<Partial<Record<Column, string>>>,
): Change[] {
  return (Object.entries(after) as [Column, string][])
    .filter(([column, to]) => (before[column] ?? '') !== to)
    .map(([column, to]) => ({ column, from: before[column] ?? '', to }))
}

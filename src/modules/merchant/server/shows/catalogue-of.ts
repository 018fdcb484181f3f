/**
 * Converts a draft to a file of the catalogue's format, and problems of the file to problems of the draft. Pure
 * functions.
 */
import { instantOf } from '#kernel/local-time.ts'
import { videoOf } from '#kernel/video-address.ts'
import type { DraftContent, DraftPrice, DraftProblem } from '../../shows-contract.ts'

export interface DraftFile {
  readonly draftId: string
  readonly content: DraftContent
  readonly organiser: string
  readonly timeZone: string
  /** Absent: as it is in the catalogue. */
  readonly status?: 'Active' | 'Inactive'
  /** What was published last: of it, only what differs is written, because the platform may have changed the rest. */
  readonly published: DraftContent | null
  /** Keys of dates whose times are left as they are in the catalogue. */
  readonly unchangedDates: ReadonlySet<string>
  /** Keys of published dates that are no longer in the content; they are taken off sale. */
  readonly removedDates: readonly string[]
  readonly now: Date
}

const nonEmpty = (value: string): string | undefined =>
  value.trim() === '' ? undefined : value.trim()
const words = ({ ka, en }: { readonly ka: string; readonly en: string }) => ({
  ka: nonEmpty(ka),
  en: nonEmpty(en),
})

/** The instant of a local time at the venue; null when it is invalid or left out by the venue's clocks. */
export function instantAt(moment: string, timeZone: string): Date | null {
  const at = instantOf(moment, timeZone)
  return at instanceof Date ? at : null
}

/** The price that applies at an instant, as typed. */
export function priceAt(price: DraftPrice, timeZone: string, now: Date): string {
  return price.phases.reduce((current, phase) => {
    const from = instantAt(phase.from, timeZone)
    return from && from <= now && phase.price !== '' ? phase.price : current
  }, price.price)
}

/** When a price changes next; null without further changes. */
export function nextPriceAt({ prices }: DraftContent, timeZone: string, now: Date): Date | null {
  const ahead = prices
    .flatMap(({ phases }) => phases.map(({ from }) => instantAt(from, timeZone)))
    .filter((from): from is Date => from !== null && from > now)
    .toSorted((one, other) => one.getTime() - other.getTime())
  return ahead[0] ?? null
}

/** Key of the show; unique among all drafts of the merchant. */
export const showKeyOf = (draftId: string): string => draftId
export const dateKeyOf = (draftId: string, key: string): string => `${draftId}-${key}`

const integerOrNone = (value: string): number | undefined =>
  /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined

/** The file for the import; invalid numbers are left out and reported by `problemsOfFigures`. */
export function catalogueFileOf(draft: DraftFile): object {
  const { draftId, content, organiser, timeZone, now, status, published } = draft
  const publishedDates = new Set((published?.dates ?? []).map(({ key }) => key))
  const sameCapacities = unchangedCapacities(content, published)
  const pricesOf = (isPublished: boolean) =>
    content.prices.map((price) => {
      const amount = amountOf(priceAt(price, timeZone, now))
      return {
        key: price.key,
        name: words(price.name),
        zone: content.layout === '' ? undefined : nonEmpty(price.zone),
        capacity:
          content.layout === '' && !(isPublished && sameCapacities.has(price.key))
            ? integerOrNone(price.capacity)
            : undefined,
        price: amount ?? 0,
      }
    })
  return {
    format: 'bileti-catalogue',
    version: 1,
    shows: [
      {
        key: showKeyOf(draftId),
        name: words(content.name),
        subcategory: nonEmpty(content.subcategory),
        organiser,
        summary: words(content.summary),
        description: words(content.description),
        ageLimit: boundedOrNone(content.ageLimit, 0, 21),
        durationMinutes: boundedOrNone(content.durationMinutes, 1, 1_440),
        status,
      },
    ],
    events: [
      ...content.dates.map((date) => ({
        key: dateKeyOf(draftId, date.key),
        show: showKeyOf(draftId),
        venue: nonEmpty(content.venue),
        layout: nonEmpty(content.layout),
        ...(!draft.unchangedDates.has(date.key) && {
          startsAt: nonEmpty(date.startsAt),
          doorsAt: nonEmpty(date.doorsAt),
          endsAt: nonEmpty(date.endsAt),
        }),
        ...saleOf(content, publishedDates.has(date.key) ? published : null),
        status: publishedDates.has(date.key) ? undefined : 'Active',
        prices: pricesOf(publishedDates.has(date.key)),
      })),
      ...draft.removedDates.map((key) => ({
        key: dateKeyOf(draftId, key),
        show: showKeyOf(draftId),
        status: 'Stopped',
      })),
    ],
  }
}

/** How a date is sold, as far as it differs from what was published. */
function saleOf(
  { salesOpenAt, perOrderMax }: DraftContent,
  published: Pick<DraftContent, 'salesOpenAt' | 'perOrderMax'> | null,
) {
  return {
    ...(salesOpenAt !== published?.salesOpenAt && { salesOpenAt: nonEmpty(salesOpenAt) }),
    ...(perOrderMax !== published?.perOrderMax && {
      perOrderMax: boundedOrNone(perOrderMax, 1, 1_000),
    }),
  }
}

/** Keys of prices whose capacity is as it was published. */
function unchangedCapacities(
  { layout, prices }: DraftContent,
  published: DraftContent | null,
): ReadonlySet<string> {
  if (published?.layout !== layout) return new Set()
  const before = new Map(published.prices.map(({ key, capacity }) => [key, capacity]))
  return new Set(prices.flatMap(({ key, capacity }) => (before.get(key) === capacity ? [key] : [])))
}

function boundedOrNone(value: string, min: number, max: number): number | undefined {
  const number = integerOrNone(value)
  return number !== undefined && number >= min && number <= max ? number : undefined
}

/** Parses lari with at most two decimals, comma or point; null when it is invalid. */
export function amountOf(value: string): number | null {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(value.trim())
  if (!match) return null
  const amount = Number(`${match[1]}.${match[2] ?? '0'}`)
  return amount <= 100_000 ? amount : null
}

/** Texts for problems that the file's format cannot express. */
export interface FigureMessages {
  readonly number: (min: number, max: number) => string
  readonly price: string
  readonly missing: string
  readonly skipped: string
  readonly trailer: string
}

/** Invalid numbers and missing fields, checked before the import. */
export function problemsOfFigures(
  content: DraftContent,
  timeZone: string,
  messages: FigureMessages,
): DraftProblem[] {
  const problems: DraftProblem[] = []
  const checkInteger = (path: string, value: string, min: number, max: number) => {
    if (nonEmpty(value) !== undefined && boundedOrNone(value, min, max) === undefined)
      problems.push({ path, message: messages.number(min, max) })
  }
  checkInteger('ageLimit', content.ageLimit, 0, 21)
  checkInteger('durationMinutes', content.durationMinutes, 1, 1_440)
  checkInteger('perOrderMax', content.perOrderMax, 1, 1_000)
  if (nonEmpty(content.trailerUrl) !== undefined && videoOf(content.trailerUrl) === null)
    problems.push({ path: 'trailerUrl', message: messages.trailer })
  if (content.dates.length === 0) problems.push({ path: 'dates', message: messages.missing })
  if (content.prices.length === 0) problems.push({ path: 'prices', message: messages.missing })
  // Without a date the import has no event whose venue it could ask for.
  if (nonEmpty(content.venue) === undefined)
    problems.push({ path: 'venue', message: messages.missing })
  for (const [index, { name, zone, price, capacity, phases }] of content.prices.entries()) {
    // A zone lends its name; the import would call a ticket without a zone by its internal key.
    const isUnnamed = nonEmpty(name.ka) === undefined && nonEmpty(name.en) === undefined
    if (isUnnamed && (content.layout === '' || zone === ''))
      for (const locale of ['ka', 'en'] as const)
        problems.push({ path: `prices.${index}.name.${locale}`, message: messages.missing })
    if (amountOf(price) === null)
      problems.push({
        path: `prices.${index}.price`,
        message: nonEmpty(price) ? messages.price : messages.missing,
      })
    if (content.layout === '') checkInteger(`prices.${index}.capacity`, capacity, 1, 200_000)
    for (const [at, phase] of phases.entries()) {
      const path = `prices.${index}.phases.${at}`
      if (phase.from === '') problems.push({ path: `${path}.from`, message: messages.missing })
      else if (instantOf(phase.from, timeZone) === 'skipped')
        problems.push({ path: `${path}.from`, message: messages.skipped })
      if (amountOf(phase.price) === null)
        problems.push({ path: `${path}.price`, message: messages.price })
    }
  }
  for (const [index, { label }] of content.fields.entries())
    for (const locale of ['ka', 'en'] as const)
      if (nonEmpty(label[locale]) === undefined)
        problems.push({ path: `fields.${index}.label.${locale}`, message: messages.missing })
  if (content.refund.kind === 'tiers')
    for (const [index, tier] of content.refund.tiers.entries()) {
      if (boundedOrNone(tier.hoursBefore, 0, 10_000) === undefined)
        problems.push({
          path: `refund.tiers.${index}.hoursBefore`,
          message: messages.number(0, 10_000),
        })
      if (boundedOrNone(tier.percentBack, 0, 100) === undefined)
        problems.push({
          path: `refund.tiers.${index}.percentBack`,
          message: messages.number(0, 100),
        })
    }
  return problems
}

const columnsOfShow: Readonly<Record<string, string>> = {
  show_name_ka: 'name.ka',
  show_name_en: 'name.en',
  slug: 'name.en',
  subcategory: 'subcategory',
  summary_ka: 'summary.ka',
  summary_en: 'summary.en',
  description_ka: 'description.ka',
  description_en: 'description.en',
  age_limit: 'ageLimit',
  duration_minutes: 'durationMinutes',
}
const columnsOfDate: Readonly<Record<string, string>> = {
  starts_at: 'startsAt',
  doors_at: 'doorsAt',
  ends_at: 'endsAt',
}
const columnsOfAll: Readonly<Record<string, string>> = {
  venue: 'venue',
  layout: 'layout',
  per_order_max: 'perOrderMax',
  sales_open_at: 'salesOpenAt',
  sales_close_at: 'salesOpenAt',
}
const columnsOfPrice: Readonly<Record<string, string>> = {
  ticket_type: 'name.ka',
  ticket_name_ka: 'name.ka',
  ticket_name_en: 'name.en',
  zone: 'zone',
  capacity: 'capacity',
  price: 'price',
}

/** The draft's field for a problem of the file. Prices are the same at every date, so they are reported once. */
export function fieldOf(at: string, column: string | null): string {
  const price = /^events\[\d+\]\.prices\[(\d+)\]$/.exec(at)
  if (price) return `prices.${price[1]}.${columnsOfPrice[column ?? ''] ?? 'name.ka'}`
  const date = /^events\[(\d+)\]$/.exec(at)
  if (date) {
    const ofAll = columnsOfAll[column ?? '']
    if (ofAll !== undefined) return ofAll
    // The date is no longer in the form, so its list shows why.
    if (column === 'event_status') return 'dates'
    const ofDate = columnsOfDate[column ?? '']
    return ofDate === undefined ? 'prices' : `dates.${date[1]}.${ofDate}`
  }
  return columnsOfShow[column ?? ''] ?? 'name.ka'
}

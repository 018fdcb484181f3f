import type { z } from 'zod'
import { catalogueFileSchema, type CatalogueFile } from '../../catalogue-file.ts'
import { importLimits } from './limits.ts'
import type { Column, Problem, RawRecord } from './record.ts'

interface ReadFile {
  readonly records: readonly RawRecord[]
  readonly problems: readonly Problem[]
  readonly source?: string
}

/** Reads a file in our own format. Its structure is validated as a whole, its values like those of other formats. */
export function readCatalogueJson(file: string, value: unknown): ReadFile {
  const parsed = catalogueFileSchema.safeParse(value)
  if (!parsed.success) return { records: [], problems: shapeProblems(parsed.error) }
  const { shows = [], events = [], source } = parsed.data
  const records: RawRecord[] = []
  shows.forEach((show, index) => {
    records.push({ kind: 'show', fields: showFields(show), place: { file, at: `shows[${index}]` } })
  })
  events.forEach((event, index) => {
    const at = `events[${index}]`
    records.push({ kind: 'event', fields: eventFields(event), place: { file, at } })
    ;(event.prices ?? []).forEach((price, number) => {
      records.push({
        kind: 'price',
        fields: filled({
          ticket_type: price.key,
          event: event.key,
          ticket_name_ka: price.name?.ka,
          ticket_name_en: price.name?.en,
          zone: price.zone,
          capacity: price.capacity?.toString(),
          price: String(price.price),
          currency: price.currency,
        }),
        place: { file, at: `${at}.prices[${number}]` },
      })
    })
  })
  return { records, problems: [], ...(source === undefined ? {} : { source }) }
}

function showFields(show: NonNullable<CatalogueFile['shows']>[number]): RawRecord['fields'] {
  return filled({
    show: show.key,
    show_name_ka: show.name?.ka,
    show_name_en: show.name?.en,
    slug: show.slug,
    subcategory: show.subcategory,
    organiser: show.organiser,
    summary_ka: show.summary?.ka,
    summary_en: show.summary?.en,
    description_ka: show.description?.ka,
    description_en: show.description?.en,
    performers: show.performers && performersText(show.performers),
    age_limit: show.ageLimit?.toString(),
    duration_minutes: show.durationMinutes?.toString(),
    show_status: show.status,
    show_type: show.type,
    show_access: show.access,
  })
}

function eventFields(event: NonNullable<CatalogueFile['events']>[number]): RawRecord['fields'] {
  return filled({
    event: event.key,
    show: event.show,
    venue: event.venue,
    layout: event.layout,
    starts_at: event.startsAt,
    doors_at: event.doorsAt,
    ends_at: event.endsAt,
    sales_open_at: event.salesOpenAt,
    sales_close_at: event.salesCloseAt,
    per_order_max: event.perOrderMax?.toString(),
    event_status: event.status,
  })
}

interface NamedPerformer {
  readonly name: { readonly ka?: string | undefined; readonly en?: string | undefined }
  readonly role?: { readonly ka?: string | undefined; readonly en?: string | undefined } | undefined
}

/**
 * Performers as one text, in the form of a CSV cell: `ka / en (role ka / role en)
 * …`.
 */
export function performersText(performers: readonly NamedPerformer[]): string {
  const pair = (text: NamedPerformer['name']) => {
    const [ka, en] = [text.ka ?? text.en ?? '', text.en ?? text.ka ?? '']
    return ka === en ? ka : `${ka} / ${en}`
  }
  return performers
    .map(({ name, role }) => {
      const roleText = role ? pair(role) : ''
      return roleText === '' ? pair(name) : `${pair(name)} (${roleText})`
    })
    .join(' | ')
}

/** Omits undefined values. */
export function filled(
  fields: Partial<Record<Column, string | undefined>>,
): Partial<Record<Column, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}

function shapeProblems(error: z.ZodError): Problem[] {
  return error.issues.slice(0, importLimits.fileProblemsMax).map((issue) => ({
    code: 'file-broken',
    column: null,
    values: { where: issue.path.join('.') || '/', why: issue.message },
  }))
}

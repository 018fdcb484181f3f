import { showAccess } from '#contract/enumerations.ts'
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { refreshPrices } from './refresh-prices.ts'
import { searchTextOf } from '../search-text.ts'
import { writeRows } from './write-rows.ts'

export interface ShowWrite {
  readonly id: number
  readonly slug: string
  readonly subcategoryId: number
  readonly merchantId: number
  readonly status: number
  /** Numbers of the specification's show type and access. */
  readonly type: number
  readonly access: number
  readonly name: LocalizedText
  readonly summary: LocalizedText
  readonly description: LocalizedText
  readonly performers: readonly { readonly name: LocalizedText; readonly role: LocalizedText }[]
  readonly ageLimit: number
  readonly durationMinutes: number | null
}

export interface EventWrite {
  readonly id: number
  readonly showId: number
  readonly venueId: number
  readonly layoutId: number | null
  readonly offeringId: number
  readonly status: number
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
}

export interface TicketTypeWrite {
  readonly id: number
  readonly eventId: number
  readonly merchantId: number
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly priceMinor: number
  readonly position: number
}

/**
 * Columns that an import file does not contain: set when the row is inserted, then changed only by operators or the
 * shop.
 */
const onlyNewShow = ['published_at', 'is_pinned', 'is_main_banner', 'popularity', 'search_text']
const onlyNewEvent = ['min_price_minor', 'max_price_minor', 'is_sold_out']
const onlyNewType = ['currency', 'status']

/**
 * Writes shows, events and ticket types in the caller's transaction, inserting new ones (under a reserved id) and
 * updating known ones, then refreshes what is derived from them: list prices and search words. Sold tickets keep the
 * price of their order line.
 */
export async function saveProgramme(
  context: Context,
  programme: {
    readonly shows: readonly ShowWrite[]
    readonly events: readonly EventWrite[]
    readonly ticketTypes: readonly TicketTypeWrite[]
  },
): Promise<void> {
  const { shows, events, ticketTypes } = programme
  await writeRows(
    context.db,
    'show',
    shows.map((show) => showRow(show, context.clock.now())),
    onlyNewShow,
  )
  await givePreviewKeys(context, shows)
  await writeRows(context.db, 'event', events.map(eventRow), onlyNewEvent)
  await writeRows(context.db, 'ticket_type', ticketTypes.map(ticketTypeRow), onlyNewType)
  await refreshPrices(context, [
    ...new Set([...events.map((event) => event.id), ...ticketTypes.map((type) => type.eventId)]),
  ])
  await refreshSearchText(context, [
    ...new Set([...shows.map((show) => show.id), ...events.map((event) => event.showId)]),
  ])
}

/** A private show without a key receives one: only its holders see the page. */
async function givePreviewKeys(context: Context, shows: readonly ShowWrite[]): Promise<void> {
  for (const { id, access } of shows) {
    if (access !== showAccess.Private) continue
    await context.db
      .updateTable('show')
      .set({ preview_key: Buffer.from(context.random.bytes(18)).toString('base64url') })
      .where('id', '=', id)
      .where('preview_key', 'is', null)
      .execute()
  }
}

/** Takes ticket types off sale; sold tickets stay valid. */
export async function stopTicketTypes(context: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await context.db
    .updateTable('ticket_type')
    .set({ status: 'Inactive' })
    .where('id', 'in', [...ids])
    .execute()
}

function showRow(show: ShowWrite, now: Date) {
  return {
    id: show.id,
    slug: show.slug,
    subcategory_id: show.subcategoryId,
    merchant_id: show.merchantId,
    status: show.status,
    type: show.type,
    access: show.access,
    name: show.name,
    summary: show.summary,
    description: show.description,
    performers: show.performers,
    age_limit: show.ageLimit,
    duration_minutes: show.durationMinutes,
    is_pinned: false,
    is_main_banner: false,
    popularity: 0,
    search_text: '',
    published_at: now,
  }
}

function eventRow(event: EventWrite) {
  return {
    id: event.id,
    show_id: event.showId,
    venue_id: event.venueId,
    layout_id: event.layoutId,
    offering_id: event.offeringId,
    status: event.status,
    starts_at: event.startsAt,
    doors_at: event.doorsAt,
    ends_at: event.endsAt,
    min_price_minor: 0,
    max_price_minor: 0,
    is_sold_out: false,
  }
}

function ticketTypeRow(type: TicketTypeWrite) {
  return {
    id: type.id,
    event_id: type.eventId,
    merchant_id: type.merchantId,
    name: type.name,
    zone: type.zone,
    pool_id: type.poolId,
    price_minor: type.priceMinor,
    currency: 'GEL',
    position: type.position,
    status: 'Active',
  }
}

/** Search text of a show: its name, people, venues and category. */
async function refreshSearchText(context: Context, showIds: readonly number[]): Promise<void> {
  if (showIds.length === 0) return
  const ids = `{${showIds.join()}}`
  const { rows } = await sql<{ id: number; texts: (LocalizedText | null)[] }>`
    select show.id, jsonb_build_array(show.name, category.name, subcategory.name)
      || coalesce((select jsonb_agg(performer->'name') from jsonb_array_elements(show.performers) performer), '[]')
      || coalesce((select jsonb_agg(distinct place) from event join venue on venue.id = event.venue_id,
        lateral (values (venue.name), (venue.city)) as places (place) where event.show_id = show.id), '[]')
      as texts
    from show join subcategory on subcategory.id = show.subcategory_id
    join category on category.id = subcategory.category_id
    where show.id = any(${ids}::int[])`.execute(context.db)
  const words = rows.map(({ id, texts }) => ({
    id,
    words: searchTextOf(texts.flatMap((text) => (text ? [text.ka, text.en] : []))),
  }))
  await sql`
    update show set search_text = found.words
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as found (id int, words text)
    where show.id = found.id`.execute(context.db)
}

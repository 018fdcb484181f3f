/** Demo content to rows: houses, shows, events with their offerings, tickets and prices. */
import { createHash } from 'node:crypto'
import { showAccess, showStatus } from '#contract/enumerations.ts'
import { allInPrice, feeRuleFor, showSearchText } from '#modules/catalogue/server/door.ts'
import type { Context } from '#platform/context.ts'
import { apiKeys, categories, feeRules, merchants, questions } from './content/house.ts'
import { shows } from './content/shows.ts'
import type { EventSeed, ShowSeed } from './content/types.ts'
import { venues } from './content/venues.ts'
import { buildHalls, hallCapacity, type Hall } from './halls.ts'
import { momentOf } from './moments.ts'
import { createDemoOffering } from './offerings.ts'
import { posterFiles } from './posters/formats.ts'
import { insertRows, type Row } from './rows.ts'

const dayMilliseconds = 86_400_000
const minuteMilliseconds = 60_000
const doorsMinutesBefore = 60
const eventIdFirst = 101
const ticketTypeIdFirst = 1_001

const subcategories = categories.flatMap((category) =>
  category.subcategories.map((subcategory) => ({ ...subcategory, category_id: category.id })),
)

/** Writes everything; `context.db` is the transaction. */
export async function writeCatalogue(context: Context): Promise<void> {
  const { db } = context
  const halls = buildHalls(venues)
  await insertRows(
    db,
    'api_key',
    apiKeys.map(({ key, ...rest }) => ({
      key_hash: `\\x${createHash('sha256').update(key).digest('hex')}`,
      ...rest,
    })),
  )
  await insertRows(db, 'merchant', merchants)
  await insertRows(
    db,
    'category',
    categories.map(({ id, slug, name, colour }, index) => ({
      id,
      slug,
      name,
      colour,
      kind: 0,
      position: index + 1,
    })),
  )
  await insertRows(
    db,
    'subcategory',
    subcategories.map((subcategory, index) => ({ ...subcategory, position: index + 1 })),
  )
  await insertRows(
    db,
    'venue',
    venues.map((venue) => ({
      id: venue.id,
      slug: venue.slug,
      kind: venue.kind,
      name: venue.name,
      city: venue.city,
      address: venue.address,
      latitude: venue.latitude,
      longitude: venue.longitude,
      capacity: venue.capacity,
    })),
  )
  await insertRows(db, 'seat_layout', layoutRows(halls))
  await insertRows(db, 'show', showRows(context.clock.now(), halls))
  await insertRows(db, 'show_image', imageRows())
  await insertRows(db, 'fee_rule', feeRuleRows())
  await insertRows(
    db,
    'faq_entry',
    questions.map((entry, index) => ({ id: index + 1, position: index + 1, ...entry })),
  )
  await writeEvents(context, halls)
}

function layoutRows(halls: ReadonlyMap<string, Hall>): Row[] {
  return [...halls.values()].flatMap(({ layout, venueId, ...hall }) =>
    layout
      ? [
          {
            id: layout.id,
            venue_id: venueId,
            name: layout.content.name,
            digest: layout.digest,
            content: layout.content,
            capacity: hallCapacity({ layout, venueId, ...hall }),
          },
        ]
      : [],
  )
}

function showRows(now: Date, halls: ReadonlyMap<string, Hall>): Row[] {
  return shows.map((show, index) => ({
    id: index + 1,
    slug: show.slug,
    subcategory_id: subcategoryOf(show).id,
    merchant_id: show.merchant,
    type: 1,
    status: show.status ?? showStatus.Active,
    access: show.previewKey === undefined ? showAccess.Default : showAccess.Private,
    name: show.name,
    summary: show.summary,
    description: {
      ka: show.description.ka.join('\n\n'),
      en: show.description.en.join('\n\n'),
    },
    performers: show.performers,
    age_limit: show.ageLimit ?? 0,
    duration_minutes: show.durationMinutes ?? null,
    is_pinned: show.isPinned ?? false,
    is_main_banner: show.isMainBanner ?? false,
    short_url: show.shortUrl ?? null,
    preview_key: show.previewKey ?? null,
    popularity: show.popularity,
    search_text: searchTextOf(show, halls),
    published_at: new Date(now.getTime() - show.publishedDaysAgo * dayMilliseconds),
  }))
}

function subcategoryOf(show: ShowSeed): (typeof subcategories)[number] {
  const found = subcategories.find((subcategory) => subcategory.slug === show.subcategory)
  if (!found) throw new Error(`${show.slug}: no subcategory ${show.subcategory}`)
  return found
}

/** A show is found by its name, its people, where it plays and what it is. */
function searchTextOf(show: ShowSeed, halls: ReadonlyMap<string, Hall>): string {
  const ids = new Set(show.events.map((event) => hallOf(event, halls).venueId))
  const places = venues.filter((venue) => ids.has(venue.id))
  const subcategory = subcategoryOf(show)
  const category = categories.find(({ id }) => id === subcategory.category_id)
  return showSearchText([
    show.name,
    ...show.performers.map((performer) => performer.name),
    ...places.flatMap((venue) => [venue.name, venue.city]),
    ...(category ? [category.name] : []),
    subcategory.name,
  ])
}

function hallOf(event: EventSeed, halls: ReadonlyMap<string, Hall>): Hall {
  const hall = halls.get(event.hall)
  if (!hall) throw new Error(`No hall ${event.hall}`)
  return hall
}

function imageRows(): Row[] {
  return shows.flatMap((show, index) =>
    posterFiles(show).map(({ kind, path, width, height }) => ({
      show_id: index + 1,
      kind,
      path,
      width,
      height,
    })),
  )
}

/** The house rule, and one for each show of a subcategory that has its own. */
function feeRuleRows() {
  return feeRules.flatMap(({ subcategory, name, basisPoints, fixedMinor }) => {
    const row = { name, basis_points: basisPoints, fixed_minor: fixedMinor, event_id: null }
    const showIds: (number | null)[] =
      subcategory === undefined
        ? [null]
        : shows.flatMap((show, index) => (show.subcategory === subcategory ? [index + 1] : []))
    return showIds.map((show_id) => ({ ...row, show_id }))
  })
}

async function writeEvents(context: Context, halls: ReadonlyMap<string, Hall>): Promise<void> {
  const events: Row[] = []
  const ticketTypes: Row[] = []
  const rules = feeRuleRows().map((row) => ({
    showId: row.show_id,
    eventId: null,
    basisPoints: row.basis_points,
    fixedMinor: row.fixed_minor,
  }))
  for (const [index, show] of shows.entries())
    for (const event of show.events) {
      const id = eventIdFirst + events.length
      const showId = index + 1
      const hall = hallOf(event, halls)
      const rule = feeRuleFor(rules, { id, showId })
      const types = ticketTypeRows(event, hall, show.merchant)
      const prices = types.map((type) => allInPrice(type.price_minor, rule).totalMinor)
      events.push({
        ...(await eventRow(context, show, event, hall)),
        id,
        show_id: showId,
        min_price_minor: Math.min(...prices),
        max_price_minor: Math.max(...prices),
      })
      for (const type of types)
        ticketTypes.push({ id: ticketTypeIdFirst + ticketTypes.length, event_id: id, ...type })
    }
  await insertRows(context.db, 'event', events)
  await insertRows(context.db, 'ticket_type', ticketTypes)
}

async function eventRow(
  context: Context,
  show: ShowSeed,
  event: EventSeed,
  hall: Hall,
): Promise<Row> {
  const now = context.clock.now()
  const startsAt = momentOf(event.when, now)
  const name = `${show.slug} ${event.when}`
  const salesOpenAt =
    event.salesOpenInDays === undefined
      ? undefined
      : momentOf(`+${event.salesOpenInDays} 12:00`, now)
  const minutes = show.durationMinutes ?? 120
  return {
    venue_id: hall.venueId,
    layout_id: hall.layout?.id ?? null,
    offering_id: await createDemoOffering(context, { name, hall, event, startsAt, salesOpenAt }),
    status: showStatus.Active,
    starts_at: startsAt,
    doors_at: new Date(startsAt.getTime() - doorsMinutesBefore * minuteMilliseconds),
    ends_at: new Date(startsAt.getTime() + minutes * minuteMilliseconds),
    is_sold_out: event.sold === 1,
  }
}

/** One ticket type for each zone and pool of the hall; every one of them must have a price. */
function ticketTypeRows(event: EventSeed, hall: Hall, merchant: number) {
  const known = new Set(hall.sellables.map((sellable) => sellable.key))
  const unknown = Object.keys(event.prices).filter((key) => !known.has(key))
  if (unknown.length > 0) throw new Error(`${hall.key}: no zone ${unknown.join(', ')}`)
  return hall.sellables.map((sellable, index) => {
    const price = event.prices[sellable.key]
    if (price === undefined) throw new Error(`${hall.key}: zone ${sellable.key} has no price`)
    return {
      merchant_id: merchant,
      name: sellable.name,
      zone: sellable.poolId === null ? sellable.key : null,
      pool_id: sellable.poolId,
      price_minor: Math.round(price * 100),
      currency: 'GEL',
      position: index + 1,
      status: 'Active',
    }
  })
}

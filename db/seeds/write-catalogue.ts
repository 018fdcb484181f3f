/** Inserts venues, shows, events with their offerings, ticket types and prices. */
import { createHash } from 'node:crypto'
import { showAccess, showStatus, showType } from '#contract/enumerations.ts'
import { showSearchText } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  apiKeys,
  categories,
  currencyRates,
  feeRules,
  merchants,
  questions,
} from './content/platform.ts'
import { shows } from './content/shows.ts'
import type { ShowSeed } from './content/types.ts'
import { venues } from './content/venues.ts'
import { buildHalls, hallCapacity, hallOf, venueCapacity, type Hall } from './halls.ts'
import { posterFiles } from './posters/formats.ts'
import { posterColours } from './posters/render.ts'
import { insertRows, type Row } from './rows.ts'
import { writeEvents } from './write-events.ts'

const georgia = 'Asia/Tbilisi'
const georgiaOffset = 4 * 3_600_000
const dayMilliseconds = 86_400_000

const subcategories = categories.flatMap((category) =>
  category.subcategories.map((subcategory) => ({ ...subcategory, category_id: category.id })),
)

/** Inserts everything; `context.db` must be a transaction. */
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
    categories.map(({ id, slug, name, colour, kind }, index) => ({
      id,
      slug,
      name,
      colour,
      kind: kind ?? 0,
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
      time_zone: venue.timeZone ?? georgia,
      capacity: venueCapacity(venue, halls),
    })),
  )
  await insertRows(db, 'seat_layout', layoutRows(halls))
  await insertRows(db, 'show', await showRows(context.clock.now(), halls))
  await insertRows(db, 'show_image', imageRows())
  await insertRows(db, 'currency_rate', rateRows(context.clock.now()))
  await insertRows(db, 'fee_rule', feeRuleRows())
  await insertRows(
    db,
    'faq_entry',
    questions.map((entry, index) => ({ id: index + 1, position: index + 1, ...entry })),
  )
  await writeEvents(context, halls, feeRuleRows())
}

function layoutRows(halls: ReadonlyMap<string, Hall>): Row[] {
  return [...halls.values()].flatMap(({ layout, venueId, ...hall }) =>
    layout
      ? [
          {
            id: layout.id,
            venue_id: venueId,
            // Organisers and imports select the layout by this key.
            key: hall.key,
            name: layout.content.name,
            digest: layout.digest,
            content: layout.content,
            capacity: hallCapacity({ layout, venueId, ...hall }),
          },
        ]
      : [],
  )
}

async function showRows(now: Date, halls: ReadonlyMap<string, Hall>): Promise<Row[]> {
  const colours = await posterColours(shows)
  return shows.map((show, index) => ({
    id: index + 1,
    slug: show.slug,
    subcategory_id: subcategoryOf(show).id,
    merchant_id: show.merchant,
    type: show.type ?? showType.Show,
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
    colour: colours.get(show.slug) ?? null,
    trailer_url: show.trailerUrl ?? null,
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

/** Search text of a show: names, people, venues and categories. */
function searchTextOf(show: ShowSeed, halls: ReadonlyMap<string, Hall>): string {
  const gathered = shows.filter(({ slug }) => show.members?.includes(slug))
  const ids = new Set(
    [show, ...gathered]
      .flatMap(({ events }) => events)
      .map((event) => hallOf(event, halls).venueId),
  )
  const places = venues.filter((venue) => ids.has(venue.id))
  const subcategory = subcategoryOf(show)
  const category = categories.find(({ id }) => id === subcategory.category_id)
  return showSearchText([
    show.name,
    ...gathered.map(({ name }) => name),
    ...show.performers.map((performer) => performer.name),
    ...places.flatMap((venue) => [venue.name, venue.city]),
    ...(category ? [category.name] : []),
    subcategory.name,
  ])
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

/** Initial exchange rates; current ones are fetched daily. */
function rateRows(now: Date): Row[] {
  const rated_on = new Date(now.getTime() + georgiaOffset).toISOString().slice(0, 10)
  return currencyRates.map(({ currency, lariMillionths }) => ({
    currency,
    rated_on,
    lari_millionths: lariMillionths,
    source: 'demo',
    brought_at: now,
  }))
}

/** The platform's fee rule, and one for each show of a subcategory with its own fee. */
export function feeRuleRows() {
  return feeRules.flatMap(({ subcategory, name, basisPoints, fixedMinor }) => {
    const row = { name, basis_points: basisPoints, fixed_minor: fixedMinor, event_id: null }
    const showIds: (number | null)[] =
      subcategory === undefined
        ? [null]
        : shows.flatMap((show, index) => (show.subcategory === subcategory ? [index + 1] : []))
    return showIds.map((show_id) => ({ ...row, show_id }))
  })
}

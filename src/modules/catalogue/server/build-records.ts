/** Converts database rows to the records cached by a process. */
import { isDeepStrictEqual } from 'node:util'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { imagesOf } from './images.ts'
import type {
  CategoryRecord,
  EventRecord,
  Frame,
  LayoutRecord,
  ShowRecord,
  SubcategoryRecord,
  VenueRecord,
} from './records.ts'
import type { PassedOnRow } from './passed-on-store.ts'
import { currencyOf, type PassedOnFee } from './rules.ts'
import { byTime } from './scopes.ts'
import type { FrameTables, ShowTables } from './store.ts'

/** Data shared by all shows; parts unchanged since `before` stay the same object. */
export function frameOf(tables: FrameTables, before: Frame | null): Frame {
  const kept = <Value extends { readonly id: number }>(
    value: Value,
    former: Value | undefined,
  ): Value => (former && isDeepStrictEqual(value, former) ? former : value)
  const venues = tables.venues.map((row) => kept(venueRecord(row), before?.venuesById.get(row.id)))
  const layouts = new Map<number, LayoutRecord>(before?.layouts)
  for (const row of tables.layouts)
    layouts.set(row.id, {
      id: row.id,
      digest: row.digest,
      name: row.name,
      hasNumberedSeats: row.has_numbered_seats,
    })
  return {
    categories: categoryRecords(tables).map((category) =>
      kept(
        category,
        before?.categories.find(({ id }) => id === category.id),
      ),
    ),
    venues,
    venuesById: new Map(venues.map((venue) => [venue.id, venue])),
    merchants: new Map(
      tables.merchants.map((row) => [
        row.id,
        kept({ id: row.id, name: localized(row.name) }, before?.merchants.get(row.id)),
      ]),
    ),
    layouts,
    feeRules: tables.feeRules.map(feeRuleOf),
    passedOnFees: tables.passedOnFees.map(passedOnFeeOf),
    members: membersOf(tables),
    offerTerms: new Map(tables.terms.map((row) => [row.event_id, row.valid_from])),
    faq: tables.faq.map((row) => ({
      id: row.id,
      question: localized(row.question),
      answer: localized(row.answer),
    })),
  }
}

function membersOf(tables: FrameTables): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>()
  for (const row of tables.members) {
    const found = members.get(row.group_show_id) ?? []
    found.push(row.member_show_id)
    members.set(row.group_show_id, found)
  }
  return members
}

function categoryRecords(tables: FrameTables): CategoryRecord[] {
  return tables.categories.map((row) => ({
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    name: localized(row.name),
    colour: row.colour,
    position: row.position,
    status: row.status,
    subcategories: tables.subcategories
      .filter((subcategory) => subcategory.category_id === row.id)
      .map((subcategory): SubcategoryRecord => ({
        id: subcategory.id,
        slug: subcategory.slug,
        name: localized(subcategory.name),
        position: subcategory.position,
      })),
  }))
}

function venueRecord(row: FrameTables['venues'][number]): VenueRecord {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    name: localized(row.name),
    city: localized(row.city),
    address: localized(row.address),
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.time_zone,
    capacity: row.capacity,
  }
}

export function feeRuleOf(row: FrameTables['feeRules'][number]) {
  return {
    showId: row.show_id,
    eventId: row.event_id,
    basisPoints: row.basis_points,
    fixedMinor: row.fixed_minor,
  }
}

export function passedOnFeeOf(row: PassedOnRow): PassedOnFee {
  return {
    merchantId: row.merchantId,
    validFrom: new Date(row.validFrom),
    commission:
      row.commissionBasisPoints === 0 && row.commissionMinor === 0
        ? null
        : { basisPoints: row.commissionBasisPoints, fixedMinor: row.commissionMinor },
    isCommissionReturned: row.isCommissionReturned,
    own:
      row.ownBasisPoints === 0 && row.ownMinor === 0 && row.ownMinorMin === 0
        ? null
        : {
            basisPoints: row.ownBasisPoints,
            fixedMinor: row.ownMinor,
            minorMin: row.ownMinorMin,
            minorMax: row.ownMinorMax,
          },
    isOwnReturned: row.isOwnReturned,
  }
}

/** The records of some shows with their events. */
export function showRecords(tables: ShowTables, frame: Frame): ShowRecord[] {
  const imagesOfShow = Map.groupBy(tables.images, (row) => row.show_id)
  const eventsOfShow = Map.groupBy(tables.events, (row) => row.show_id)
  const places = new Map(
    frame.categories.flatMap(({ subcategories, ...category }) =>
      subcategories.map((subcategory) => [subcategory.id, { category, subcategory }]),
    ),
  )
  return tables.shows.map((row) => {
    const events = (eventsOfShow.get(row.id) ?? [])
      .map((event) => eventRecord(event, frame))
      .toSorted(byTime)
    const last = events.findLast((event) => event.status === 1)
    return {
      id: row.id,
      slug: row.slug,
      ...known(places, row.subcategory_id),
      merchant: known(frame.merchants, row.merchant_id),
      type: row.type,
      status: row.status,
      access: row.access,
      name: localized(row.name),
      performers: performersOf(row.performers).map(({ name }) => ({ name })),
      ageLimit: row.age_limit,
      durationMinutes: row.duration_minutes,
      isPinned: row.is_pinned,
      isMainBanner: row.is_main_banner,
      shortUrl: row.short_url,
      previewKey: row.preview_key,
      theme: row.theme as ShowRecord['theme'],
      popularity: row.popularity,
      ratingSum: row.rating_sum,
      ratingCount: row.rating_count,
      publishedAt: row.published_at,
      colour: row.colour,
      trailerUrl: row.trailer_url,
      images: imagesOf(imagesOfShow.get(row.id) ?? []),
      events,
      lastStartsAt: last?.startsAt.getTime() ?? 0,
    }
  })
}

/** Many events share a day; the text of each day is interned. */
const days = new Map<string, string>()

function eventRecord(row: ShowTables['events'][number], frame: Frame): EventRecord {
  let localDate = days.get(row.local_date)
  if (localDate === undefined) days.set(row.local_date, (localDate = row.local_date))
  // Sales mostly close when the event begins, so one date object is shared.
  const closesAtStart = row.sales_close_at?.getTime() === row.starts_at.getTime()
  return {
    id: row.id,
    showId: row.show_id,
    venue: known(frame.venuesById, row.venue_id),
    layout: row.layout_id === null ? null : known(frame.layouts, row.layout_id),
    status: row.status,
    startsAt: row.starts_at,
    cancelledAt: row.cancelled_at,
    // A date may be moved back to its first day.
    movedFrom: row.moved_from?.getTime() === row.starts_at.getTime() ? null : row.moved_from,
    doorsAt: row.doors_at,
    endsAt: row.ends_at,
    localDate,
    localHour: row.local_hour,
    isSoldOut: row.is_sold_out,
    isOnSale: row.is_on_sale,
    salesOpenAt: row.sales_open_at,
    salesCloseAt: closesAtStart ? row.starts_at : row.sales_close_at,
    placesPerOrderMax: row.places_per_order_max,
    minPriceMinor: row.min_price_minor,
    maxPriceMinor: row.max_price_minor,
    currency: currencyOf(row.currency ?? 'GEL'),
    channels: row.is_sold_everywhere ? null : row.channels,
  }
}

/** Text columns (`jsonb`) hold both languages; the seed and the back office write nothing else. */
export function localized(value: unknown): LocalizedText {
  return value as LocalizedText
}

export function performersOf(value: unknown) {
  return value as readonly { readonly name: LocalizedText; readonly role: LocalizedText }[]
}

/** Foreign keys guarantee that referenced rows exist. */
function known<Value>(values: ReadonlyMap<number, Value>, id: number): Value {
  const value = values.get(id)
  invariant(value, `the catalogue names ${id}, which it does not have`)
  return value
}

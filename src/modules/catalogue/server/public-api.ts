/** The catalogue's public API. */
import { showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import { sumOfFees, ticketFees } from '#kernel/ticket-fees.ts'
import type { Context } from '#platform/context.ts'
import { seatLayoutSchema, type SeatLayout } from '#seatmap/layout.ts'
import { passedOnFeeOf } from './build-records.ts'
import { passedOnParts, type PassedOnPart } from './passed-on.ts'
import {
  audienceOf,
  currencyOf,
  feeRuleFor,
  passedOnAt,
  type Audience,
  type FeeRule,
  type PassedOnFee,
} from './rules.ts'
import { searchTextOf } from './search-text.ts'
import type { PackagePart, SaleRow, SoldOutFlag, TableSale } from './store.ts'
import { readLayoutContent, readSaleRow, readSoldOutFlags, writeSoldOut } from './store.ts'

export {
  allInPrice,
  feeRuleFor,
  isKeyOf,
  isOpenTo,
  isVisible,
  type AllInPrice,
  type FeeRule,
} from './rules.ts'

export { presentShowItem } from './present.ts'
export {
  firstListed,
  listedDetail,
  listedItem,
  listedItems,
  type CataloguePorts,
  type ListedDays,
  type ListedShow,
  type ListedSource,
} from './listed-source.ts'
export { listedLine } from './listed-line.ts'
export { keyOfShowNumber, showNumbersOf } from './show-numbers.ts'
export { viewOf } from './view.ts'
export { isHidden, upcomingCount, upcomingOf } from './queries/listing.ts'
export { scopeKey } from './scopes.ts'
export { addDays, dayOf, isListed, localDate, saleStateOf, weekendOf } from './rules.ts'
export {
  readCatalogue,
  recheckCatalogue,
  type Catalogue,
  type EventRecord,
  type ShowRecord,
  type VenueRecord,
} from './snapshot.ts'

export { addRating } from './commands/add-rating.ts'
export { readEventFacts, type EventFacts } from './queries/event-facts.ts'

export { listPassedOnFees } from './commands/refresh-prices.ts'
export type { PassedOnPart } from './passed-on.ts'
export { insertPassedOn, type PassedOnRow } from './passed-on-store.ts'
export { dateName, findDatesByText, type FoundDate } from './queries/find-subjects.ts'

export { readServiceFee } from './queries/service-fee.ts'

export { readSaleVersion } from './store.ts'
export {
  readNewShows,
  readShowDetail,
  readShowItem,
  readUpcomingEventIds,
  showsOfKeys,
} from './queries/shows.ts'

export { readListedPages } from './queries/listed-pages.ts'

export { readOpenShows, readShowLine } from './queries/show-sales.ts'

export { readShowLinks, type ShowLinks } from './queries/show-links.ts'
export { readTicketTypeNames, readTicketTypesOf } from './queries/ticket-type-names.ts'
export { readZoneNames } from './queries/zone-names.ts'

export interface TicketTypeForSale {
  readonly ticketTypeId: number
  readonly merchantId: number
  readonly name: LocalizedText
  /** Price zone of the layout; null for a type that sells from a pool. */
  readonly zone: string | null
  readonly poolId: number | null
  /** Face price of one. */
  readonly priceMinor: number
  /** Service fee of one, on top of the face price. */
  readonly feeMinor: number
  /** Of it, what the organiser passes on, fee by fee. */
  readonly passedOn: readonly PassedOnPart[]
  readonly currency: Currency
  readonly status: 'Active' | 'Inactive' | 'Pending'
  /** Integration channels that may sell it; null: all. */
  readonly channels: readonly string[] | null
  /** Maximum tickets of this type per order; null: the offering's limit applies. */
  readonly perOrderMax: number | null
  /** Set when it sells whole tables. */
  readonly table: TableSale | null
  /** Parts of a package; empty for other tickets. */
  readonly parts: readonly PackagePart[]
}

export interface EventForSale {
  readonly eventId: number
  /** Rules of sale (window, limits, hold time) are the offering's: ask the inventory. */
  readonly offeringId: number
  readonly showId: number
  readonly categoryId: number
  /** Number of the specification's category. */
  readonly categoryKind: number
  readonly slug: string
  readonly merchantId: number
  /** Neither the event nor its show is stopped, inactive or deleted. */
  readonly isActive: boolean
  /** Number of the specification's show access. */
  readonly access: number
  readonly audience: Audience
  /** Key that opens private or unannounced shows. */
  readonly previewKey: string | null
  /** A choice may not leave a single seat if another choice avoids it. */
  readonly forbidsSingleSeats: boolean
  /** For an offer without a date: start of validity; `startsAt` is its end. */
  readonly validFrom: Date | null
  readonly name: LocalizedText
  readonly venueName: LocalizedText
  readonly cityName: LocalizedText
  readonly address: LocalizedText
  readonly timeZone: string
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  readonly layoutId: number | null
  /** Layout to read with `readLayout`; null: only pools. */
  readonly layoutDigest: string | null
  /** Path of the thumbnail. */
  readonly imageUrl: string | null
  /** The dominant colour of the poster; null: none. */
  readonly colour: string | null
  /** Name of the fee line; null when no rule applies. */
  readonly feeName: LocalizedText | null
  /** When other fees of one of its organisers take effect; null: none are known. */
  readonly feesTurnAt: Date | null
  readonly ticketTypes: readonly TicketTypeForSale[]
}

/**
 * An event with everything needed to sell it, read in one statement without a cache (callers on a hot path cache it
 * themselves). Null when it does not exist.
 */
export async function readEventForSale(
  context: Pick<Context, 'db' | 'clock'>,
  eventId: number,
): Promise<EventForSale | null> {
  const row = await readSaleRow(context.db, eventId)
  if (!row) return null
  const now = context.clock.now()
  const rule = feeRuleFor(row.feeRules, { id: row.eventId, showId: row.showId })
  const versions = row.passedOnFees.map(passedOnFeeOf)
  return {
    eventId: row.eventId,
    offeringId: row.offeringId,
    showId: row.showId,
    categoryId: row.categoryId,
    categoryKind: row.categoryKind,
    slug: row.slug,
    merchantId: row.merchantId,
    isActive: row.status === showStatus.Active && row.showStatus === showStatus.Active,
    access: row.access,
    audience: audienceOf(row),
    previewKey: row.previewKey,
    forbidsSingleSeats: row.forbidsSingleSeats,
    validFrom: row.validFrom === null ? null : new Date(row.validFrom),
    name: row.name,
    venueName: row.venueName,
    cityName: row.cityName,
    address: row.address,
    timeZone: row.timeZone,
    startsAt: new Date(row.startsAt),
    doorsAt: row.doorsAt === null ? null : new Date(row.doorsAt),
    endsAt: row.endsAt === null ? null : new Date(row.endsAt),
    layoutId: row.layoutId,
    layoutDigest: row.layoutDigest,
    imageUrl: row.imageUrl,
    colour: row.colour,
    feeName: rule?.name ?? null,
    feesTurnAt: versions.find(({ validFrom }) => validFrom > now)?.validFrom ?? null,
    ticketTypes: row.ticketTypes.map((type) => ({
      ticketTypeId: type.ticketTypeId,
      merchantId: type.merchantId,
      name: type.name,
      zone: type.zone,
      poolId: type.poolId,
      priceMinor: type.priceMinor,
      ...feesOf(type, rule, versions, now),
      currency: currencyOf(type.currency),
      status: type.status,
      channels: type.channels,
      perOrderMax: type.perOrderMax,
      table: type.table,
      parts: type.parts,
    })),
  }
}

/** A layout by its digest. Immutable, so it can be cached indefinitely. Null when there is none. */
export async function readLayout(
  context: Pick<Context, 'db'>,
  digest: string,
): Promise<SeatLayout | null> {
  const content = await readLayoutContent(context.db, digest)
  return content === undefined ? null : seatLayoutSchema.parse(content)
}

/** Active upcoming events, each with its offering and whether lists show it as sold out. */
export async function listSoldOutFlags(
  context: Pick<Context, 'db' | 'clock'>,
): Promise<SoldOutFlag[]> {
  return readSoldOutFlags(context.db, context.clock.now())
}

/**
 * Marks an event as sold out, or as available again, in lists and pages. Call it when that changes, not on every
 * sale: each call makes all processes reload the show.
 */
export async function markSoldOut(
  context: Pick<Context, 'db'>,
  eventId: number,
  isSoldOut: boolean,
): Promise<void> {
  await writeSoldOut(context.db, eventId, isSoldOut)
}

/** Content of `show.search_text`: the folded words of every text the show is found by. */
export function showSearchText(texts: readonly LocalizedText[]): string {
  return searchTextOf(texts.flatMap((text) => [text.ka, text.en]))
}

/** A package is bought at its one price. */
function feesOf(
  type: SaleRow['ticketTypes'][number],
  rule: FeeRule | null,
  versions: readonly PassedOnFee[],
  now: Date,
): Pick<TicketTypeForSale, 'feeMinor' | 'passedOn'> {
  const isPackage = type.parts.length > 0
  const subject = { ...type, currency: currencyOf(type.currency), isPackage }
  const version = passedOnAt(versions, subject, now)
  const fees = ticketFees(type.priceMinor, isPackage ? null : rule, version)
  return { feeMinor: sumOfFees(fees), passedOn: version ? passedOnParts(version, fees) : [] }
}

export {
  saveProgramme,
  stopTicketTypes,
  type EventWrite,
  type ShowWrite,
  type TicketTypeWrite,
} from './commands/save-programme.ts'
export { reserveNumbers } from './commands/write-rows.ts'
export {
  readDirectory,
  readShowSlugs,
  readLayouts,
  readProgramme,
  type Directory,
  type EventExport,
  type LayoutEntry,
  type ShowExport,
  type TicketTypeExport,
} from './queries/read-programme.ts'
export {
  cancelEvent,
  listEventsStarting,
  listMovedEvents,
  moveEvent,
} from './commands/cancel-event.ts'
export {
  changeShowPage,
  changeShowStatus,
  readShowSlug,
  replaceShowImages,
} from './commands/change-show-page.ts'
export { readDatesOfShows, type DateOfShow } from './queries/show-dates.ts'
export {
  changeEventStatus,
  changeShowSettings,
  type ShowSettings,
} from './commands/change-programme.ts'
export {
  changeEventLayout,
  readDatesOfLayouts,
  type DateOfLayout,
} from './commands/change-layout.ts'
export {
  changeCategory,
  readCategories,
  readQuestions,
  removeQuestion,
  saveQuestion,
} from './commands/change-front.ts'
export { layoutCapacity, saveLayout } from './commands/save-layout.ts'
export { catalogueLogNamers } from './log-names.ts'

/** Descriptions of places, the same for the tooltip, the announcement and the list. */
import type { Locale } from '#kernel/locale.ts'
import { nounWithLabel, templateText, type PlaceNouns } from '#kernel/place-naming.ts'
import type { TextValues } from '#kernel/texts.ts'
import { placeState } from '../availability.ts'
import { placeById, type ExpandedLayout, type ExpandedRow } from '../expand.ts'
import type { LiveAvailability } from '../live.ts'
import type ka from '../messages/ka.json'

export type SeatMapTextKey = keyof typeof ka

/** Translates a text of `messages/` to the page's language. */
export interface SeatMapTranslate {
  (key: SeatMapTextKey, values?: TextValues): string
  /** Names of places here, where they are not rows and seats. */
  readonly naming?: PlaceNouns
}

/** The price of a zone, formatted by the page with the map. */
export interface ZonePrice {
  readonly label: string
  /** Including fees, with the currency: "35 ₾"; empty on plans that sell nothing. */
  readonly priceText: string
  readonly priceMinor: number
}

/** By zone key; a missing zone is not on sale. */
export type ZonePrices = ReadonlyMap<string, ZonePrice>

export function rowText(
  expanded: ExpandedLayout,
  row: ExpandedRow,
  translate: SeatMapTranslate,
): string {
  const values = { row: row.label }
  const { naming = {} } = translate
  if (row.kind === 'table') {
    const usual = translate(row.table?.shape === 'booth' ? 'booth' : 'table', values)
    return nounWithLabel(naming.table, row.label, usual)
  }
  const isBox = expanded.layout.sections[row.section]?.rowKind === 'box'
  const usual = translate(isBox ? 'box' : 'row', values)
  return nounWithLabel(naming.row, row.label, usual)
}

export function stateText(
  state: number | undefined,
  isChosen: boolean,
  translate: SeatMapTranslate,
): string {
  if (state === placeState.yours) return translate('yours')
  if (isChosen) return translate('chosen')
  if (state === placeState.sold || state === placeState.held) return translate('taken')
  if (state === placeState.blocked) return translate('notForSale')
  return translate(state === placeState.refunded ? 'resale' : 'free')
}

export interface PlaceLabels {
  /** "Stalls · Row 5 · Seat 12" */
  readonly name: string
  /** "35 ₾, free, wheelchair space" */
  readonly note: string
}

export function placeLabels(options: {
  live: LiveAvailability
  placeId: number
  isChosen: boolean
  /** Single places that the choice would leave. */
  alone?: ReadonlySet<number>
  zonePrices: ZonePrices
  locale: Locale
  translate: SeatMapTranslate
}): PlaceLabels {
  const { live, placeId, isChosen, translate } = options
  const place = placeById(live.expanded, placeId)
  if (!place) return { name: '', note: '' }
  const price = options.zonePrices.get(place.zoneKey)
  const state = price ? live.states[placeId] : placeState.blocked
  return {
    name: placeName(live.expanded, placeId, options.locale, translate),
    note: [
      ...(price?.priceText ? [price.priceText] : []),
      stateText(state, isChosen, translate),
      ...(options.alone?.has(placeId) ? [translate('leftAlone')] : []),
      ...(price && live.isLeftOut(placeId) && !isChosen ? [translate('leftOut')] : []),
      ...place.flags.map((flag) => translate(flag)),
    ].join(', '),
  }
}

/** "Stalls · Row 5 · Seat 12"; empty for a place that does not exist. */
export function placeName(
  expanded: ExpandedLayout,
  placeId: number,
  locale: Locale,
  translate: SeatMapTranslate,
): string {
  const place = placeById(expanded, placeId)
  if (!place) return ''
  const { naming = {} } = translate
  const { rowLabel, seatLabel } = place
  const section = place.section.name[locale]
  const row = [section, rowText(expanded, place.row, translate)]
  // A table sold as one place has no seat numbers.
  if (place.row.kind === 'table' && place.row.count === 1)
    return templateText(naming, { section, table: rowLabel }) ?? row.join(' · ')
  const whole = templateText(naming, { section, row: rowLabel, seat: seatLabel })
  if (whole !== null) return whole
  const seat = translate('seat', { seat: seatLabel })
  return [...row, nounWithLabel(naming.seat, seatLabel, seat)].join(' · ')
}

/** Minor units by zone key, for the pure functions of `availability.ts` and `best.ts`. */
export function minorPrices(zonePrices: ZonePrices): Map<string, number> {
  return new Map([...zonePrices].map(([key, price]) => [key, price.priceMinor]))
}

/** The formatted lowest available price of a section. */
export function lowestPriceText(
  zonePrices: ZonePrices,
  priceMinor: number | undefined,
): string | undefined {
  for (const price of zonePrices.values())
    if (price.priceMinor === priceMinor) return price.priceText
  return undefined
}

/** "from 35 ₾, 12 places free"; without a price on plans that sell nothing. */
export function sectionNote(
  price: string | undefined,
  free: number,
  translate: SeatMapTranslate,
): string {
  return [
    ...(price ? [translate('from', { price })] : []),
    translate('freeCount', { count: free }),
  ].join(', ')
}

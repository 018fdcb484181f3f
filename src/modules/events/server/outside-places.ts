/** Places of a date for orders that were not sold here: found by the words of a file, without the rules of the sale. */
import { fail, ok, type Result } from '#kernel/result.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import type { NewOrderLine } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { placed, placeDetail, poolDetail, sourceName } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/** As it stands in a file; empty texts where it says nothing. */
interface OutsidePlace {
  /** Name in one of the languages, or number. */
  readonly type: string
  readonly section: string
  readonly row: string
  readonly seat: string
  /** Instead of the words: the number of a seat. */
  readonly placeId?: number
  readonly quantity: number
  /** Price of one that was paid elsewhere, in tetri; absent while it is not sold. */
  readonly elsewhereMinor?: number
  /** Its ticket is printed with the price of its type. */
  readonly isPrinted?: boolean
}

type OutsideRefusal = 'unknown-type' | 'unknown-seat' | 'seat-ambiguous' | 'seat-quantity'

export type OutsideLine = Omit<NewOrderLine, 'holdId'>

export interface OutsideDate {
  readonly eventId: number
  readonly offeringId: number
  lineOf(place: OutsidePlace): Result<OutsideLine, OutsideRefusal>
}

/** Null for a date that does not exist. */
export async function readOutsideDate(
  context: Context,
  eventId: number,
): Promise<OutsideDate | null> {
  const sale = await findSale(context, eventId)
  if (!sale) return null
  const seats = seatIndexOf(sale.layout)
  return {
    eventId,
    offeringId: sale.event.offeringId,
    lineOf: (place) =>
      place.seat === '' && place.placeId === undefined
        ? poolLine(sale, place)
        : seatLine(sale, seats, place),
  }
}

function poolLine(sale: EventSale, place: OutsidePlace): Result<OutsideLine, OutsideRefusal> {
  const type = typeNamed(sale, place.type)
  if (!type || type.poolId === null) return fail('unknown-type')
  const { poolId } = type
  const line = lineWith(sale, type, place)
  return ok({ ...line, poolId, quantity: place.quantity, detail: detailOf(sale, line, poolId) })
}

function detailOf(sale: EventSale, { detail }: OutsideLine, poolId: number) {
  return placed(sale, detail, poolDetail(sale, poolId))
}

function seatLine(
  sale: EventSale,
  seats: SeatIndex,
  place: OutsidePlace,
): Result<OutsideLine, OutsideRefusal> {
  if (place.quantity !== 1) return fail('seat-quantity')
  const found =
    place.placeId === undefined
      ? (seats.get(seatKey(place.section, place.row, place.seat)) ?? [])
      : [place.placeId]
  if (found.length > 1) return fail('seat-ambiguous')
  const [placeId = 0] = found
  const named = placeDetail(sale, placeId)
  if (!named) return fail('unknown-seat')
  const ofZone = (type: TicketTypeForSale) => type.poolId === null && type.zone === named.zone
  const type =
    place.type === ''
      ? [...sale.types.values()].find((one) => ofZone(one) && one.parts.length === 0)
      : typeNamed(sale, place.type)
  if (!type || !ofZone(type)) return fail('unknown-type')
  const line = lineWith(sale, type, place)
  return ok({ ...line, placeId, detail: placed(sale, line.detail, named.detail) })
}

function lineWith(
  { event }: EventSale,
  type: TicketTypeForSale,
  { elsewhereMinor, isPrinted = false }: OutsidePlace,
): OutsideLine {
  return {
    source: sourceName,
    kind: 'Ticket',
    offeringId: event.offeringId,
    itemId: event.eventId,
    ticketTypeId: type.ticketTypeId,
    merchantId: type.merchantId,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    quantity: 1,
    unitPriceMinor: 0,
    description: type.name,
    detail: {
      ...(elsewhereMinor !== undefined && { elsewhereMinor }),
      ...(isPrinted && { faceMinor: type.priceMinor }),
      ...(type.table ? { guests: type.table.guestsMax } : {}),
    },
  }
}

/** A package is sold with its parts, so it cannot be taken from a file. */
function typeNamed({ types }: EventSale, text: string): TicketTypeForSale | undefined {
  const wanted = comparable(text)
  return [...types.values()].find(
    ({ ticketTypeId, name, parts }) =>
      parts.length === 0 &&
      (String(ticketTypeId) === wanted ||
        comparable(name.ka) === wanted ||
        comparable(name.en) === wanted),
  )
}

/** Numbers of the places with these words; several where the section is missing and the hall has two such rows. */
type SeatIndex = ReadonlyMap<string, readonly number[]>

function seatIndexOf(layout: ExpandedLayout | null): SeatIndex {
  const index = new Map<string, number[]>()
  const add = (key: string, placeId: number): void => {
    const known = index.get(key)
    if (!known) index.set(key, [placeId])
    else if (!known.includes(placeId)) known.push(placeId)
  }
  for (let placeId = 1; placeId <= (layout?.placeCount ?? 0); placeId += 1) {
    const place = layout ? placeById(layout, placeId) : undefined
    if (!place) continue
    const { rowLabel, seatLabel, section } = place
    for (const name of ['', section.name.ka, section.name.en])
      add(seatKey(name, rowLabel, seatLabel), placeId)
  }
  return index
}

function seatKey(section: string, row: string, seat: string): string {
  return JSON.stringify([section, row, seat].map(comparable))
}

function comparable(text: string): string {
  return text.trim().toLowerCase()
}

import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import { isSelling, readAvailability, readOffering } from '#modules/inventory/server/public-api.ts'
import type { LineDetail, OfferSource, QuotedTicket } from '#modules/orders/server/public-api.ts'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import { createStates, placeState } from '#seatmap/availability.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import { seatsPerOrderMax } from '../formats.ts'
import { describeScreenings } from './describe.ts'
import { findScreenings } from './find-screenings.ts'
import { findLayout, openScreening, placesPerOrderMax, seatPool } from './open-screening.ts'
import {
  isOnSale,
  productsFor,
  readProgramme,
  readScreenings,
  typesForZone,
  type ReferenceData,
  type Screening,
  loadReferenceData,
} from './programme.ts'
import { seatsOfSofa } from '../sofas.ts'
import { refusalOfSeats } from './seat-rules.ts'

/** Stored in order lines and tickets, so it never changes. */
export const sourceName = 'cinema'

/** Numbered seats, places without numbers and products of one screening. */
export interface CinemaRequest {
  readonly screeningId: number
  readonly seats?:
    | readonly { readonly placeId: number; readonly ticketTypeId: number }[]
    | undefined
  /** The layout in which the seats were chosen; absent: the current one. */
  readonly digest?: string | undefined
  readonly places?:
    | readonly { readonly ticketTypeId: number; readonly quantity: number }[]
    | undefined
  readonly products?:
    | readonly { readonly productId: number; readonly quantity: number }[]
    | undefined
  /** Holds of the caller's order, whose places count as the caller's own. */
  readonly holdIds?: readonly string[]
}

interface Sale {
  readonly reference: ReferenceData
  readonly screening: Screening
  readonly merchantId: number
}

export const cinemaSource: OfferSource<CinemaRequest> = {
  name: sourceName,

  async quote(context, request) {
    const { seats = [], places = [], products = [], screeningId } = request
    if (seats.length + places.length + products.length === 0) return fail('SeatsNotPassed')
    const sale = await findSale(context, screeningId)
    if (!sale || !isOnSale(sale.screening, context.clock.now())) return fail('EventNotActive')
    const { layoutDigest } = sale.screening
    const layout = await findLayout(context, layoutDigest)
    if (!layout) return fail('EventNotActive')
    const { digest = layoutDigest } = request
    if (seats.length > 0 && digest !== layoutDigest) return fail('SeatPlanChanged')
    const count = seats.length + places.reduce((sum, { quantity }) => sum + quantity, 0)
    if (count > seatsPerOrderMax) return fail('TotalCountIsInvalid', { max: seatsPerOrderMax })
    const offeringId = await openScreening(context, sale.screening)
    const offering = await readOffering(context, offeringId)
    if (!offering || !isSelling(offering, context.clock.now())) return fail('EventNotActive')
    const refusal = await refusalOfChoice(context, sale, layout, offeringId, request)
    if (refusal) return refusal
    const tickets: QuotedTicket[] = []
    for (const part of [
      seatTickets(sale, layout, seats),
      poolTickets(sale, places),
      productTickets(sale, products),
    ]) {
      if (!part.ok) return part
      tickets.push(...part.value)
    }
    return ok({
      source: sourceName,
      offeringId,
      itemId: screeningId,
      ...(seats.length > 0 && { plan: layoutDigest }),
      currency: 'GEL',
      tickets,
      fees: new Map(),
      holdSeconds: offering.holdSeconds,
      placesPerOrderMax,
      perTypeMax: new Map(
        sale.reference.ticketTypes.map(({ ticketTypeId }) => [ticketTypeId, seatsPerOrderMax]),
      ),
    })
  },

  describeItems: async (context, items) =>
    describeScreenings(context, items, (_screening, description) => description),

  findItems: findScreenings,

  async nameGroups(context, filmIds) {
    const { films } = await loadReferenceData(context)
    return new Map(
      filmIds.flatMap((filmId): [number, LocalizedText][] => {
        const film = films.get(filmId)
        return film ? [[filmId, film.name]] : []
      }),
    )
  },

  async extraFields(context, { itemId }) {
    const sale = await findSale(context, itemId)
    const ageLimit = sale?.reference.films.get(sale.screening.filmId)?.ageLimit ?? 0
    return ageLimit === 18 ? [ofAge] : []
  },
}

/** Required for films rated 18; identity cards are checked at the entrance. */
const ofAge: ExtraField = {
  key: 'ofAge',
  per: 'order',
  kind: 'select',
  label: {
    ka: 'ფილმი 18 წლიდანაა: პირადობის მოწმობა თან იქონიეთ',
    en: 'The film is for 18 and over: bring an identity card',
  },
  isRequired: true,
  isOnTicket: false,
  options: [
    {
      value: 'confirmed',
      label: { ka: 'ყველა 18 წლისაა ან მეტის', en: 'All of us are 18 or over' },
    },
  ],
}

async function findSale(context: Context, screeningId: number): Promise<Sale | null> {
  const [screening] = await readScreenings(context, [screeningId])
  if (!screening) return null
  const reference = await readProgramme(context)
  const merchantId = reference.cinemas.get(screening.cinemaId)?.merchantId
  if (merchantId === undefined || !reference.films.has(screening.filmId)) return null
  return { reference, screening, merchantId }
}

/** Applies the rules for sofas, companions and single gaps, including places that the caller's order already holds. */
async function refusalOfChoice(
  context: Context,
  { reference, screening }: Sale,
  layout: ExpandedLayout,
  offeringId: number,
  request: CinemaRequest,
): Promise<Failure<ErrorCode> | null> {
  const seats = request.seats ?? []
  if (seats.length === 0) return null
  const chosen = new Set(seats.map(({ placeId }) => placeId))
  if (chosen.size < seats.length) {
    const message = 'The same place is there twice'
    return fail('BadRequest', { fields: [{ path: 'body.seats', message }] })
  }
  const { holdIds = [] } = request
  const available = await readAvailability(context, offeringId, { holdIds })
  const states = createStates(layout.placeCount)
  states.set(available.states.subarray(0, states.length - 1), 1)
  const taken = [...chosen].filter((placeId) => !isOpen(states[placeId]))
  if (taken.length > 0) return fail('SeatNotAvailable', { placeIds: taken, poolIds: [] })
  const forbidsSingleSeats = reference.cinemas.get(screening.cinemaId)?.forbidsSingleSeats ?? false
  return refusalOfSeats({ layout, states, chosen, forbidsSingleSeats })
}

function isOpen(state: number | undefined): boolean {
  return state === placeState.free || state === placeState.refunded || state === placeState.yours
}

function ticketOf(sale: Sale, detail: LineDetail) {
  return {
    merchantId: sale.merchantId,
    placeId: null,
    poolId: null,
    legFrom: 0,
    legTo: 1,
    quantity: 1,
    detail,
  }
}

function seatTickets(
  sale: Sale,
  layout: ExpandedLayout,
  seats: NonNullable<CinemaRequest['seats']>,
): Result<QuotedTicket[], ErrorCode> {
  const tickets: QuotedTicket[] = []
  for (const { placeId, ticketTypeId } of seats) {
    const place = placeById(layout, placeId)
    if (!place || sale.screening.isUnallocated)
      return fail('SeatNotAvailable', { placeIds: [placeId], poolIds: [] })
    const type = typesForZone(sale.reference, sale.screening, place.zoneKey).find(
      (candidate) => candidate.ticketTypeId === ticketTypeId,
    )
    if (!type) return fail('TicketTypeNotFound', { ticketTypeId, placeId })
    const { rowLabel, seatLabel, section } = place
    const sofa = seatsOfSofa(layout, placeId)
    const together =
      sofa.length > 1 ? { together: `cinema ${sale.screening.screeningId} sofa ${sofa[0]}` } : {}
    tickets.push({
      ...ticketOf(sale, { row: rowLabel, seat: seatLabel, section: section.name, ...together }),
      ticketTypeId,
      placeId,
      unitPriceMinor: type.priceMinor,
      description: type.name,
    })
  }
  return ok(tickets)
}

function poolTickets(
  sale: Sale,
  places: NonNullable<CinemaRequest['places']>,
): Result<QuotedTicket[], ErrorCode> {
  if (places.length > 0 && !sale.screening.isUnallocated) return fail('SeatsNotPassed')
  const tickets: QuotedTicket[] = []
  for (const { ticketTypeId, quantity } of merged(places, 'ticketTypeId')) {
    const type = typesForZone(sale.reference, sale.screening, null).find(
      (candidate) => candidate.ticketTypeId === ticketTypeId,
    )
    if (!type) return fail('TicketTypeNotFound', { ticketTypeId })
    tickets.push({
      ...ticketOf(sale, {}),
      ticketTypeId,
      poolId: seatPool,
      quantity,
      unitPriceMinor: type.priceMinor,
      description: type.name,
    })
  }
  return ok(tickets)
}

function productTickets(
  sale: Sale,
  requested: NonNullable<CinemaRequest['products']>,
): Result<QuotedTicket[], ErrorCode> {
  const sold = productsFor(sale.reference, sale.screening)
  const tickets: QuotedTicket[] = []
  for (const { productId, quantity } of merged(requested, 'productId')) {
    const product = sold.find((candidate) => candidate.productId === productId)
    if (!product) return fail('TicketTypeNotFound', { ticketTypeId: productId })
    tickets.push({
      ...ticketOf(sale, { isGoods: true }),
      ticketTypeId: productId,
      poolId: productId,
      quantity,
      unitPriceMinor: product.priceMinor,
      description: product.name,
    })
  }
  return ok(tickets)
}

/** Merges requests for the same id into one line. */
function merged<Key extends string>(
  requested: readonly ({ readonly quantity: number } & Readonly<Record<Key, number>>)[],
  key: Key,
): ({ quantity: number } & Record<Key, number>)[] {
  return [...Map.groupBy(requested, (item) => item[key])].map(
    ([id, all]) =>
      ({ [key]: id, quantity: all.reduce((sum, { quantity }) => sum + quantity, 0) }) as {
        quantity: number
      } & Record<Key, number>,
  )
}

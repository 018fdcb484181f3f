/** The seat plan of one screening: prices, products, availability. */
import type { ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readAvailability, type Availability } from '#modules/inventory/server/public-api.ts'
import { findOwnOrder, orderAllocations } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  createStates,
  encodeAvailability,
  encodeHeld,
  placeState,
  yoursOf,
} from '#seatmap/availability.ts'
import { placeById, type ExpandedLayout } from '#seatmap/expand.ts'
import type { caveaSessionSeats } from '../cavea-programme-contract.ts'
import type { ScreeningView, screeningPlaces } from '../contract.ts'
import { seatsPerOrderMax, type CinemaSeatStatus } from '../formats.ts'
import { seatsOfSofa } from '../sofas.ts'
import { findLayout, seatPool } from './open-screening.ts'
import { readPlacesLeft } from './places-left.ts'
import { presentCinema, presentFilm, presentShowtime } from './present.ts'
import {
  isOnSale,
  productsFor,
  readScreenings,
  typesForZone,
  type Programme,
  type Screening,
} from './programme.ts'
import { readProgrammeView } from './queries.ts'

interface Found {
  readonly screening: Screening
  readonly layout: ExpandedLayout
}

async function find(context: Context, screeningId: number): Promise<Found | null> {
  const [screening] = await readScreenings(context, [screeningId])
  const layout = screening && (await findLayout(context, screening.layoutDigest))
  return layout ? { screening, layout } : null
}

/** Prices by seat class, in the order of the layout's zones. */
function zonesOf(programme: Programme, { screening, layout }: Found, locale: 'ka' | 'en') {
  const zones = screening.isUnallocated ? [null] : layout.layout.zones.map(({ key }) => key)
  return zones.map((zone) => ({
    zone,
    ticketTypes: typesForZone(programme, screening, zone).map((type) => ({
      ticketTypeId: type.ticketTypeId,
      name: type.name[locale],
      price: money(type.priceMinor, 'GEL'),
    })),
  }))
}

/** A screening with its prices and products. */
export async function screeningPlan(
  context: Context,
  screeningId: number,
): Promise<Result<ScreeningView, ErrorCode>> {
  const found = await find(context, screeningId)
  const view = await readProgrammeView(context)
  const { programme, locale } = view
  const film = found && programme.films.get(found.screening.filmId)
  const cinema = found && programme.cinemas.get(found.screening.cinemaId)
  if (!found || !film || !cinema) return fail('NotFound')
  const { screening } = found
  return ok({
    showtime: presentShowtime(view, screening, await readPlacesLeft(context, programme)),
    cancelReason: screening.cancelledAt && (screening.cancelReason?.[locale] ?? ''),
    film: presentFilm(view, film),
    venue: presentCinema(view, cinema),
    placesPerOrderMax: seatsPerOrderMax,
    forbidsSingleSeats: cinema.forbidsSingleSeats,
    layout: screening.isUnallocated ? null : { digest: screening.layoutDigest },
    zones: zonesOf(programme, found, locale),
    products: productsFor(programme, screening).map((product) => ({
      productId: product.productId,
      kind: product.kind,
      name: product.name[locale],
      price: money(product.priceMinor, 'GEL'),
    })),
  })
}

/** Current availability; a screening without an offering is completely free. */
async function availabilityOf(
  context: Context,
  screening: Screening,
  holdIds: readonly string[],
): Promise<Availability> {
  if (screening.offeringId === null) {
    const { isUnallocated, capacity } = screening
    return {
      states: new Uint8Array(isUnallocated ? 0 : capacity),
      pools: isUnallocated ? [{ poolId: seatPool, left: capacity }] : [],
    }
  }
  return readAvailability(context, screening.offeringId, { holdIds })
}

const placesLeftOf = ({ pools }: Availability, { isUnallocated }: Screening): number | null =>
  isUnallocated ? (pools.find(({ poolId }) => poolId === seatPool)?.left ?? 0) : null

/** Availability in the encoding of the seat map. */
export async function placesOf(
  context: Context,
  { session, orderKey }: { readonly session: number; readonly orderKey?: string | undefined },
): Promise<Result<ReplyOf<typeof screeningPlaces>, ErrorCode>> {
  const found = await find(context, session)
  if (!found) return fail('NotFound')
  const { screening, layout } = found
  let holdIds: readonly string[] = []
  if (orderKey !== undefined) {
    const order = await findOwnOrder(context, { orderKey })
    if (!order.ok) return order
    holdIds = orderAllocations(order.value.lines).map(({ holdId }) => holdId)
  }
  const available = await availabilityOf(context, screening, holdIds)
  const states = createStates(layout.placeCount)
  if (!screening.isUnallocated) states.set(available.states.subarray(0, states.length - 1), 1)
  return ok({
    isOnSale: isOnSale(screening, context.clock.now()),
    layout: screening.isUnallocated ? null : { digest: screening.layoutDigest },
    availability: screening.isUnallocated ? '' : encodeAvailability(states),
    held: screening.isUnallocated ? '' : encodeHeld(states),
    yours: screening.isUnallocated ? [] : yoursOf(states),
    placesLeft: placesLeftOf(available, screening),
  })
}

const statusOf: Readonly<Record<number, CinemaSeatStatus>> = {
  [placeState.free]: 'Active',
  [placeState.blocked]: 'InActive',
  [placeState.refunded]: 'Returned',
  [placeState.sold]: 'Sold',
  [placeState.held]: 'Booked',
  [placeState.yours]: 'Booked',
}

/** The single seats with the statuses of the cinema's own calls. */
export async function sessionSeats(
  context: Context,
  screeningId: number,
): Promise<Result<ReplyOf<typeof caveaSessionSeats>, ErrorCode>> {
  const found = await find(context, screeningId)
  if (!found) return fail('NotFound')
  const { screening, layout } = found
  const { programme, locale } = await readProgrammeView(context)
  const available = await availabilityOf(context, screening, [])
  const count = screening.isUnallocated ? 0 : layout.placeCount
  return ok({
    caveaSessionId: screeningId,
    isOnSale: isOnSale(screening, context.clock.now()),
    layout: screening.isUnallocated ? null : { digest: screening.layoutDigest },
    seats: Array.from({ length: count }, (_, index) => index + 1).flatMap((placeId) => {
      const place = placeById(layout, placeId)
      if (!place) return []
      const { rowLabel, seatLabel, zoneKey, flags } = place
      return [
        {
          placeId,
          row: rowLabel,
          seat: seatLabel,
          zone: zoneKey,
          flags: [...flags],
          status: statusOf[available.states[placeId - 1] ?? placeState.blocked] ?? 'InActive',
          together: seatsOfSofa(layout, placeId).filter((other) => other !== placeId),
        },
      ]
    }),
    prices: zonesOf(programme, found, locale).flatMap(({ zone, ticketTypes }) =>
      ticketTypes.map((type) => ({ zone, ...type })),
    ),
    placesLeft: placesLeftOf(available, screening),
  })
}

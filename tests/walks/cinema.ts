/**
 * A cinema’s partner: films and cinemas, seats held and released, a comment for the hall, a seat returned
 * after payment.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'A cinema’s partner'

export async function walkCinema(environment: WalkEnvironment): Promise<void> {
  const partner = environment.partner(walk)
  await films(partner)
  const session = await sessionOf(partner)
  const { orderKey, orderNumber } = await choose(partner, session)
  await buy(environment, partner, orderKey)
  await returnOneSeat(partner, orderNumber, orderKey)
}

async function films(partner: Partner): Promise<void> {
  for (const list of ['Current', 'New', 'Pinned', 'Popular', 'Comingsoon'])
    expect((await partner.call(`movies${list}`)).items.length, list).toBeGreaterThan(0)
  const { items } = await partner.call('moviesList', { query: { is3D: true } })
  expect(items.every(({ formats }: Reply) => formats.includes('3D'))).toBe(true)
  const venues = await partner.call('moviesVenues')
  const { theaters } = await partner.call('caveaTheaters')
  expect(theaters.map(({ venueId }: Reply) => venueId).toSorted()).toEqual(
    venues.items.map(({ venueId }: Reply) => venueId).toSorted(),
  )
  const { movies: coming } = await partner.call('caveaUpcomingMovies')
  const { movieId } = coming.find(({ isOnSale }: Reply) => !isOnSale)
  const guest = { movieId, email: 'film@example.com' }
  const { count } = await partner.call('caveaAddSubscription', { body: guest })
  const info = await partner.call('caveaSubscriptionInfo', { query: { movieId } })
  expect(info).toMatchObject({ isSubscribed: true, count, isOnSale: false })
}

/** A screening with numbered seats that is on sale, from tomorrow on. */
async function sessionOf(partner: Partner): Promise<number> {
  const { movies } = await partner.call('caveaMovies')
  for (const { movieId, ageLimit } of movies) {
    if (ageLimit >= 18) continue
    const { sessions } = await partner.call('caveaMovie', { path: { movieId } })
    const session = sessions
      .toReversed()
      .find((one: Reply) => one.isOnSale && !one.isUnallocated && one.placesLeft > 30)
    if (session) return session.session
  }
  throw new Error('The demo has no screening')
}

async function choose(
  partner: Partner,
  sessionId: number,
): Promise<{ readonly orderKey: string; readonly orderNumber: string }> {
  const entry = await partner.call('caveaCalendarSession', { query: { sessionId, language: 'en' } })
  expect(entry.calendar).toContain('BEGIN:VEVENT')
  const seatsNow = () => partner.call('caveaSessionSeats', { query: { caveaSessionId: sessionId } })
  const { seats, prices } = await seatsNow()
  const chosen = threeTogether(seats)
  const { ticketTypeId } = prices.find(
    ({ zone }: Reply) => zone === null || zone === chosen[0].zone,
  )
  const wanted = chosen.map(({ placeId }: Reply) => ({ placeId, ticketTypeId }))
  const order = await partner.call('caveaBookSeat', { body: { sessionId, seats: wanted } })
  const { orderKey, orderNumber } = order
  const booked = (await seatsNow()).seats.find(
    ({ placeId }: Reply) => placeId === chosen[1].placeId,
  )
  expect(booked.status).toBe('Booked')
  const fewer = await partner.call('caveaUnbookSeat', {
    body: { orderKey, placeIds: [chosen[2].placeId] },
  })
  expect(fewer.lines).toHaveLength(2)
  const [first, second] = chosen
  await partner.call('caveaAddSeatComment', {
    body: { orderKey, sessionId, placeId: first.placeId, comment: 'Needs a child seat' },
  })
  await partner.call('caveaSessionAddSeatComment', {
    body: { caveaSessionId: sessionId, placeId: second.placeId, comment: 'Quiet, please' },
  })
  return { orderKey, orderNumber }
}

/** Three free adjacent seats with a free one at each end, so that no single-seat gap remains. */
function threeTogether(seats: readonly Reply[]): Reply[] {
  const isFree = (seat: Reply) =>
    seat?.status === 'Active' && seat.flags.length === 0 && seat.together.length === 0
  for (const [index, seat] of seats.entries()) {
    const run = seats.slice(index, index + 7)
    const isOneRow = run.every((each) => each.row === seat.row && each.zone === seat.zone)
    if (run.length === 7 && isOneRow && run.every(isFree)) return run.slice(2, 5)
  }
  throw new Error('There are no three adjacent seats')
}

async function buy(
  environment: WalkEnvironment,
  partner: Partner,
  orderKey: string,
): Promise<void> {
  const checkout = await partner.call('caveaCheckout', {
    body: { orderKey, buyer, acceptTerms: true },
  })
  expect(checkout.order.statusName).toBe('Checkout')
  const details = await partner.call('caveaCheckoutDetails', { query: { orderKey } })
  expect(details.cinema.seatComments.map(({ comment }: Reply) => comment)).toEqual([
    'Needs a child seat',
    'Quiet, please',
  ])
  const { redirectUrl } = await partner.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
  await partner.call('ordersGrootOrderComplete', { body: { orderKey } })
}

async function returnOneSeat(
  partner: Partner,
  orderNumber: string,
  orderKey: string,
): Promise<void> {
  const bought = await partner.call('caveaOrderDetails', { query: { orderNumber } })
  const [{ integrationTicketId }] = bought.tickets
  const { quote } = await partner.call('caveaRefundSeatDetails', {
    query: { orderKey, integrationTicketId },
  })
  await partner.call('caveaRefundSeat', { body: { quote } })
  const { tickets } = await partner.call('caveaOrderDetails', { query: { orderNumber } })
  expect(tickets.map(({ status }: Reply) => status).toSorted()).toEqual(['Returned', 'Sold'])
}

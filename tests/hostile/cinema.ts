/** Valid input for the calls about cinemas: a new screening, and an order for it as required by the call. */
import type { Call } from '#contract/call.ts'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../src/modules/cinema/tests/factories.ts'
import { callbackOf, expectOk, startPayment } from './purchases.ts'
import { buyer, type HostileShop } from './shop.ts'

export function isAboutCinema(call: Call): boolean {
  return ['movies', 'cavea'].includes(call.area) || call.id.startsWith('own-movies')
}

const cinemas = new WeakMap<HostileShop, Promise<TestCinema>>()

/** Ordinary seats of the second row. */
const placeIds = [17, 18]

export async function cinemaValues(
  shop: HostileShop,
  call: Call,
  token: string,
): Promise<Record<string, unknown>> {
  let made = cinemas.get(shop)
  if (!made) cinemas.set(shop, (made = makeCinema(shop.context)))
  const cinema = await made
  const sessionId = await makeScreening(shop.context, cinema)
  const seats = placeIds.map((placeId) => ({ placeId, ticketTypeId: 1 }))
  const values = {
    sessionId,
    caveaSessionId: sessionId,
    session: sessionId,
    movieId: cinema.filmId,
    showId: cinema.filmId,
    digest: cinema.digest,
    placeId: placeIds[0],
    comment: 'Quiet, please',
    seats,
  }
  if (call.id === 'cavea-add-subscription') {
    const coming = await makeCinema(shop.context, { releasedInDays: 9 })
    return { ...values, movieId: coming.filmId, email: 'walker@example.com' }
  }
  if (call.area !== 'cavea' || call.credential === 'api-key' || call.id === 'cavea-book-seat')
    return values
  const order = await expectOk(shop.post('/groot/Cavea/BookSeat', { sessionId, seats }, token))
  const { orderKey, orderNumber } = order
  const booked = { ...values, orderKey, orderNumber }
  if (/unbook|checkout/.test(call.id)) return booked
  await expectOk(shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token))
  if (!/refund|order-details/.test(call.id)) return booked
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { tickets } = await expectOk(
    shop.get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token),
  )
  const { integrationTicketId } = tickets[0]
  const path = `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${integrationTicketId}`
  const { quote } = await expectOk(shop.get(path, token))
  return { ...booked, integrationTicketId, quote }
}

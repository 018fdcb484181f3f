/**
 * Goal: seats that a cinema withholds are not sold until they are released, and viewers moved to a lower class are
 * refunded the difference. Method: calls over HTTP as operator and organiser; the ledger is checked.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { placeCount } from '#seatmap/layout.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { returnParts } from '#flows/returns/server/return-parts.ts'
import { recordWatchNews } from '#modules/follows/server/public-api.ts'
import { deleteOldLowerClasses, releaseWithheldSeats } from '#modules/cinema/server/public-api.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../../modules/cinema/tests/factories.ts'

let shop: HostileShop
let cinema: TestCinema
let operator: string

beforeAll(async () => {
  shop = await openHostileShop()
  cinema = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
  operator = await shop.operator()
})
afterAll(() => shop.close())

const office = (path: string, body: object) =>
  shop.post(`/v2/operator/cinema/${path}`, body, operator)

async function book(session: number, placeIds: readonly number[], isPaid: boolean) {
  const token = await shop.guest()
  const seats = placeIds.map((placeId) => ({ placeId, ticketTypeId: 1 }))
  const order = await expectOk(
    shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
  )
  const { orderKey, orderNumber } = order
  if (isPaid) {
    await expectOk(
      shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token),
    )
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  }
  return { token, orderKey, orderNumber }
}

describe('seats that a cinema keeps back', () => {
  const keptOf = async (view: Reply) => view.kept.map(({ placeId }: Reply) => placeId)
  const inShop = async (session: number) => {
    const { seats } = await expectOk(
      shop.get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${session}`),
    )
    return (placeId: number) => seats.find((one: Reply) => one.placeId === placeId)?.status
  }

  test('are not counted as free', async () => {
    const house = await makeCinema(shop.context, { halls: 1, forbidsSingleSeats: false })
    const screeningId = await makeScreening(shop.context, house)
    const left = async () => {
      // Numbers of free places are up to five seconds old.
      shop.context.clock.advance(6)
      return (await expectOk(shop.get(`/v2/movies/screening?session=${screeningId}`))).showtime
        .placesLeft
    }
    const before = await left()
    await expectOk(office('kept-seats', { screeningId, placeIds: [33, 34], isKept: true }))
    expect(await left()).toBe(before - 2)
  })

  test('are not sold, all that are named or none; given free they are; what is sold stays sold', async () => {
    const house = await makeCinema(shop.context, { halls: 1, forbidsSingleSeats: false })
    const token = await shop.staff(house.merchantId)
    const session = await makeScreening(shop.context, house)
    const path = '/v2/merchantusers/cinema/kept-seats'
    const keep = (placeIds: number[], isKept = true, more: object = {}) =>
      shop.post(path, { screeningId: session, placeIds, isKept, ...more }, token)
    // Its offering does not exist yet, because nobody has opened it.
    const kept = await expectOk(keep([3, 4], true, { reason: 'The director’s guests' }))
    expect(kept.kept).toMatchObject([
      { placeId: 3, reason: 'The director’s guests', releaseAt: null },
      { placeId: 4 },
    ])
    expect((await inShop(session))(3)).toBe('InActive')
    const guest = await shop.guest()
    const seats = [{ placeId: 3, ticketTypeId: 1 }]
    const refused = await shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, guest)
    expect(refused.body.error.code).toBe('SeatNotAvailable')
    await book(session, [5], true)
    const taken = await keep([5, 6])
    expect(taken.body.error.code).toBe('SeatNotAvailable')
    expect(await keptOf(await expectOk(keep([3], false)))).toEqual([4])
    expect((await inShop(session))(3)).toBe('Active')
    expect((await inShop(session))(6)).toBe('Active')
    expect((await keep([5], false)).body.error.code).toBe('SeatNotAvailable')
    expect((await keep([100_000])).body.error.code).toBe('BadRequest')
    const theirs = await makeScreening(shop.context, cinema, {
      startsAt: new Date(shop.context.clock.now().getTime() + 200 * 3_600_000),
    })
    const body = { screeningId: theirs, placeIds: [1], isKept: true }
    expect((await shop.post(path, body, token)).body.error.code).toBe('NotFound')
    const { entries } = await expectOk(shop.get('/v2/merchantusers/log?action=cinema.', token))
    expect(entries.map(({ action }: Reply) => action)).toEqual([
      'cinema.give-free',
      'cinema.keep-back',
    ])
  })

  test('go on sale by themselves when their time comes, once, and not those that stay', async () => {
    const house = await makeCinema(shop.context, { halls: 1, forbidsSingleSeats: false })
    const startsAt = new Date(shop.context.clock.now().getTime() + 10 * 3_600_000)
    const session = await makeScreening(shop.context, house, { startsAt })
    const keep = (placeIds: number[], releaseAt?: Date) =>
      office('kept-seats', {
        screeningId: session,
        placeIds,
        isKept: true,
        ...(releaseAt && { releaseAt: releaseAt.toISOString() }),
      })
    const hours = (count: number) => new Date(startsAt.getTime() - count * 3_600_000)
    expect((await keep([1], hours(-1))).body.error.code).toBe('BadRequest')
    expect((await keep([1], hours(11))).body.error.code).toBe('BadRequest')
    await expectOk(keep([1, 2], hours(3)))
    await expectOk(keep([7]))
    expect(await releaseWithheldSeats(shop.context)).toBe(0)
    shop.context.clock.set(hours(3))
    expect(await releaseWithheldSeats(shop.context)).toBe(1)
    expect(await releaseWithheldSeats(shop.context)).toBe(0)
    const status = await inShop(session)
    expect([1, 2, 7].map(status)).toEqual(['Active', 'Active', 'InActive'])
  })
})

test('who waits for new films of a cinema is told of each once; a film they wait for stands beside it', async () => {
  const house = await makeCinema(shop.context, { forbidsSingleSeats: false })
  await makeScreening(shop.context, house)
  const customer = await shop.customer()
  const { cinemaId } = house
  const wait = (subject: object) =>
    shop.post('/v2/follows/watches', { source: 'cinema', subject }, customer)
  expect((await wait({ cinemaId: 1_999_999_999 })).body.error.code).toBe('NotFound')
  await expectOk(wait({ cinemaId }))
  const coming = await makeCinema(shop.context, { releasedInDays: 30 })
  const filmRequest = { movieId: coming.filmId, email: 'film@example.com' }
  await expectOk(shop.post('/integrations/api/Cavea/AddSubscription', filmRequest, customer))
  const keys = async () =>
    (await expectOk(shop.get('/v2/follows', customer))).watches.map(
      ({ subjectKey }: Reply) => subjectKey,
    )
  expect((await keys()).toSorted()).toEqual([`cinema-${cinemaId}`, `film-${coming.filmId}`])
  const { watches: sources } = shop.ports
  expect(await recordWatchNews(shop.context, sources)).toBe(0)
  await makeScreening(shop.context, { ...house, filmId: coming.filmId })
  shop.context.clock.advance(11 * 60)
  expect(await recordWatchNews(shop.context, sources)).toBe(1)
  shop.context.clock.advance(11 * 60)
  expect(await recordWatchNews(shop.context, sources)).toBe(0)
  for (const key of [`cinema-${cinemaId}`, `film-${coming.filmId}`]) {
    const path = `/v2/follows/watches?source=cinema&subjectKey=${key}`
    await expectOk(shop.send({ method: 'DELETE', path, token: customer }))
  }
  expect(await keys()).toEqual([])
})

describe('another hall with fewer good seats', () => {
  test('who is seated in a lower class has the difference back, once, to the tetri', async () => {
    const house = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
    const [, hallId = 0] = house.hallIds
    const { db } = shop.context
    // The same hall with one class.
    const text = JSON.stringify(house.layout).replaceAll(/"zone":"[a-z]+"/g, '"zone":"standard"')
    const digest = 'b'.repeat(40)
    await sql`insert into cinema_layout (digest, content, capacity)
      values (${digest}, ${text}, ${placeCount(house.layout)})`.execute(db)
    await sql`update cinema_hall set layout_digest = ${digest} where id = ${hallId}`.execute(db)
    const session = await makeScreening(shop.context, house)
    const { seats } = await expectOk(
      shop.get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${session}`),
    )
    const vip = seats
      .filter(({ zone }: Reply) => zone === 'vip')
      .map(({ placeId }: Reply) => placeId)
    const standard = seats.find(({ zone }: Reply) => zone === 'standard').placeId
    const paid = await book(session, [vip[0], vip[1], standard], true)
    await book(session, [vip[3]], false)
    const plan = await expectOk(
      office('swap-hall', { screeningId: session, hallId, isDryRun: true }),
    )
    expect(plan).toMatchObject({ seatsInLowerClass: 3, goesBack: { amount: 3 * 900 } })
    await expectOk(office('swap-hall', { screeningId: session, hallId }))
    const back = async () => {
      const { rows } = await sql<{ minor: number }>`
        select returned_minor as minor from orders where order_key = ${paid.orderKey}`.execute(db)
      return rows[0]?.minor
    }
    // On the day of a payment the bank allows one partial refund, and later any number.
    for (const taken of shop.bank.payments()) taken.paidAt = Date.now() - 2 * 86_400_000
    expect(await returnParts(shop.context, shop.ports.returns)).toBe(2)
    expect(await returnParts(shop.context, shop.ports.returns)).toBe(0)
    while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
      shop.context.clock.advance(60)
    expect(await back()).toBe(2 * 900)
    const order = await expectOk(
      shop.get(`/v2/orders/tickets?orderNumber=${paid.orderNumber}`, paid.token),
    )
    expect(order.tickets.every(({ code }: Reply) => code !== null)).toBe(true)
    expect(order.returns.map((one: Reply) => one.back.amount)).toEqual([900, 900])
    // Back into the first hall and out of it again: a difference is refunded only once.
    await expectOk(office('swap-hall', { screeningId: session, hallId: house.hallIds[0] }))
    await expectOk(office('swap-hall', { screeningId: session, hallId }))
    expect(await returnParts(shop.context, shop.ports.returns)).toBe(0)
    const terms = await expectOk(
      shop.get(`/v2/tickets/return?orderKey=${paid.orderKey}`, paid.token),
    )
    expect(terms.back.amount).toBe(3 * 1_500)
    expect(await brokenInvariants(shop.context)).toEqual([])
    // Once the screening is long over only what is still owed remains.
    const kept = async () => {
      await deleteOldLowerClasses(shop.context)
      const { rows } = await sql<{ isSettled: boolean }>`
        select settled_at is not null as "isSettled" from cinema_lower_class
        where screening_id = ${session} order by 1`.execute(db)
      return rows.map(({ isSettled }) => isSettled)
    }
    expect(await kept()).toEqual([false, true, true])
    await sql`update cinema_lower_class set settled_at = null where id = (
      select id from cinema_lower_class where settled_at is not null limit 1)`.execute(db)
    shop.context.clock.advance(60 * 86_400)
    expect(await kept()).toEqual([false])
    await sql`update cinema_lower_class set settled_at = noted_at where settled_at is null`.execute(
      db,
    )
    expect(await kept()).toEqual([])
  })
})

/**
 * Goal: the calls of films and cinemas do their work against the database, from the list of films to a seat that goes
 * back. Method: the whole shop over HTTP with the demo bank; a partner's walk through the 26 calls.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { eraseDueCustomers } from '#flows/leave/server/erase-due-customers.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { writeFilmOnSale } from '../../../modules/cinema/server/film-on-sale-email.ts'
import { openScreening } from '../../../modules/cinema/server/open-screening.ts'
import { readScreenings } from '../../../modules/cinema/server/programme.ts'
import { tellOfOpenedFilms } from '../../../modules/cinema/server/subscriptions.ts'
import {
  makeCinema,
  makeScreening,
  type MadeCinema,
} from '../../../modules/cinema/tests/factories.ts'

let shop: HostileShop
let cinema: MadeCinema
let session: number
const hour = 3_600_000

const get = (path: string, token?: string) => expectOk(shop.get(path, token))
const post = (path: string, body: unknown, token?: string) => expectOk(shop.post(path, body, token))
const refused = async (answer: Promise<{ status: number; body: Reply }>) =>
  (await answer).body.error?.code

beforeAll(async () => {
  shop = await openHostileShop()
  cinema = await makeCinema(shop.context, { halls: 2 })
  session = await makeScreening(shop.context, cinema, { format: '3D' })
})
afterAll(() => shop.close())

/** Places of a seat class by `Sessions/Seats`. */
async function seatsOf(zone: string, of = session): Promise<Reply[]> {
  const { seats } = await get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${of}`)
  return seats.filter(
    (seat: Reply) => seat.zone === zone && seat.status === 'Active' && seat.flags.length === 0,
  )
}
const seat = ({ placeId }: Reply, ticketTypeId = 1) => ({ placeId, ticketTypeId })
const book = (body: object, token?: string) =>
  shop.post('/groot/Cavea/BookSeat', { sessionId: session, ...body }, token)

describe('the programme', () => {
  test('films are listed, filtered and found by every spelling of the flags', async () => {
    for (const list of ['current', 'new', 'pinned', 'popular'])
      expect((await get(`/v2/movies/${list}`)).items).toMatchObject([
        { showId: cinema.filmId, minPrice: 15 },
      ])
    expect((await get(`/v2/movies/comingsoon`)).items).toEqual([])
    const count = async (query: string) => (await get(`/v2/movies/list?${query}`)).items.length
    expect(await count('is3D=true')).toBe(1)
    expect(await count('is2D=true')).toBe(0)
    expect(await count('isImax=true&is3D=true')).toBe(1)
    expect(await count('isScreenX=true')).toBe(0)
    expect(await count('isSub=false')).toBe(0)
    expect(await count('isForChildren=true')).toBe(0)
    expect(await count('toDate=2020-01-01')).toBe(0)
    const details = async (query: string) =>
      (await get(`/v2/movies/details?${query}`)).showtimes.length
    expect(await details(`showId=${cinema.filmId}&is3d=true`)).toBe(1)
    expect(await details(`showId=${cinema.filmId}&is2d=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isIMax=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isEng=true`)).toBe(0)
    expect(await details(`showId=${cinema.filmId}&isEng=true&isGeo=true`)).toBe(1)
    expect(await details(`session=${session}&venueId=${cinema.cinemaId}`)).toBe(1)
    expect(await refused(shop.get(`/v2/movies/details`))).toBe('BadRequest')
    expect(await refused(shop.get(`/v2/movies/details?showId=1`))).toBe('NotFound')
  })

  test('a partner reads cinemas, films, sessions and the calendar', async () => {
    const { theaters } = await get(`/integrations/api/Cavea/Theaters`)
    expect(theaters[0].halls).toHaveLength(2)
    expect((await get(`/v2/movies/venues`)).items[0].formats).toEqual(['2D', '3D'])
    expect((await get(`/integrations/api/Cavea/Movies`)).movies).toHaveLength(1)
    expect((await get(`/integrations/api/Cavea/Movies/UpComingMovies`)).movies).toEqual([])
    const movie = await get(`/integrations/api/Cavea/Movies/Movie/${cinema.filmId}`)
    expect(movie.sessions).toMatchObject([{ session, placesLeft: 156, format: '3D' }])
    const entry = await get(
      `/integrations/api/Cavea/Sessions/CalendarSession?sessionId=${session}&language=ka`,
    )
    expect(entry).toMatchObject({ title: 'საცდელი ფილმი', timeZone: 'Asia/Tbilisi' })
    expect(entry.calendar).toContain(`UID:screening-${session}@`)
  })

  test('a day is shown with all of its cinemas; what has begun leaves it', async () => {
    const { date, showtimes } = await get('/v2/movies/showtimes')
    expect(showtimes).toMatchObject([{ session, businessDate: date }])
    expect((await get(`/v2/movies/showtimes?slug=cinema-${cinema.cinemaId}`)).venues).toHaveLength(
      1,
    )
    expect(await refused(shop.get('/v2/movies/showtimes?slug=nowhere'))).toBe('NotFound')
    expect((await get('/v2/movies/page')).current).toHaveLength(1)
    const plan = await get(`/v2/movies/screening?session=${session}`)
    expect(plan.products.map(({ kind }: Reply) => kind)).toEqual(['glasses', 'food'])
    expect((await get(`/v2/movies/layouts/${plan.layout.digest}`)).formatVersion).toBe(1)
  })
})

describe('booking', () => {
  test('sofas, companions and gaps are told by their codes; nothing is held then', async () => {
    const [sofa] = await seatsOf('sofa')
    expect(sofa.together).toEqual([sofa.placeId + 1])
    expect(await refused(book({ seats: [seat(sofa)] }))).toBe('SofaNotWhole')
    const [, , , , , second] = await seatsOf('comfort')
    expect(await refused(book({ seats: [seat(second)] }))).toBe('SingleSeatLeft')
    expect(await refused(book({ seats: [] }))).toBe('SeatsNotPassed')
    expect(await refused(book({ seats: [seat(sofa, 3)] }))).toBe('SofaNotWhole')
    expect(
      await refused(book({ seats: [seat(sofa, 3), seat({ placeId: sofa.placeId + 1 })] })),
    ).toBe('TicketTypeNotFound')
    expect(await refused(book({ sessionId: 1, seats: [seat(sofa)] }))).toBe('EventNotActive')
    const places = await get(`/v2/movies/places?session=${session}`)
    expect(places.yours).toEqual([])
  })

  test('a sofa leaves an order whole, and goes back whole', async () => {
    const token = await shop.guest()
    const [left] = await seatsOf('sofa')
    const sofa = [left, { placeId: left.placeId + 1 }]
    const placesOf = (order: Reply) => order.lines.map(({ placeId }: Reply) => placeId)
    const order = await expectOk(book({ seats: sofa.map((each) => seat(each)) }, token))
    const { orderKey } = order
    const freed = await post(
      '/groot/Cavea/UnBookSeat',
      { orderKey, placeIds: [left.placeId] },
      token,
    )
    expect(placesOf(freed)).toEqual([])
    const again = await expectOk(book({ orderKey, seats: sofa.map((each) => seat(each)) }, token))
    expect(placesOf(again)).toEqual(sofa.map(({ placeId }) => placeId))
    await post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await post('/v2/orders/complete', { orderKey }, token)
    const { tickets } = await get(
      `/groot/Cavea/OrderDetails?orderNumber=${order.orderNumber}`,
      token,
    )
    const id = tickets[0].integrationTicketId
    const quoted = await get(
      `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${id}`,
      token,
    )
    expect(quoted.tickets).toHaveLength(2)
    expect(quoted.back.amount).toBe(5_000)
  })

  test('a promo code of cinemas takes off seats and popcorn; one of other things does not', async () => {
    const operator = await shop.operator()
    const write = async (code: object) =>
      (
        await post(
          '/v2/operator/promotions/codes',
          { percent: 20, borneBy: 'house', isCombined: true, isActive: true, ...code },
          operator,
        )
      ).code.code
    const ours = await write({ source: 'cinema', itemIds: [session] })
    const theirs = await write({ source: 'transport' })
    const token = await shop.guest()
    const { popcorn } = cinema.productIds
    const { orderKey } = await expectOk(
      book(
        {
          seats: [seat((await seatsOf('vip'))[0])],
          products: [{ productId: popcorn, quantity: 1 }],
        },
        token,
      ),
    )
    const apply = (promoCode: string) =>
      shop.post('/v2/orders/promo/apply', { orderKey, promoCode }, token)
    expect((await apply(theirs)).status).not.toBe(200)
    const { totals } = await expectOk(apply(ours))
    expect(totals.total.amount).toBe(((2_400 + 700) * 80) / 100)
    await post('/groot/Cavea/UnBookSeat', { orderKey, cancel: true }, token)
  })

  test('friends pay for their own seats by a link; everybody has their tickets', async () => {
    const token = await shop.guest()
    const [one, two, three] = await seatsOf('comfort')
    const { popcorn } = cinema.productIds
    const order = await expectOk(
      book(
        {
          seats: [one, two, three].map((each) => seat(each)),
          products: [{ productId: popcorn, quantity: 1 }],
        },
        token,
      ),
    )
    const { orderKey } = order
    const share = (placeIds: readonly number[], by = token) =>
      shop.post('/groot/Cavea/ShareOrderLink', { orderKey, placeIds }, by)
    expect(await refused(share([two.placeId]))).toBe('BuyerDetailsMissing')
    await post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
    expect(await refused(share([two.placeId], await shop.guest()))).toBe('OrderNotFound')
    expect(await refused(share([one, two, three].map(({ placeId }) => placeId)))).toBe('BadRequest')
    expect(await refused(share([1]))).toBe('BadRequest')

    // A seat that is no longer held for the order leaves nothing behind.
    const { db } = shop.context
    const hold = sql`(select hold_id from order_line where place_id = ${three.placeId}
      and order_id = (select id from orders where order_key = ${orderKey}))`
    const holdBy = (holdId: typeof hold) =>
      sql`update place_leg set hold_id = ${holdId} where place_id = ${three.placeId}
        and offering_id = (select offering_id from screening where id = ${session})`.execute(db)
    await holdBy(sql`${shop.context.random.uuid()}::uuid`)
    expect(await refused(share([three.placeId]))).toBe('OrderExpired')
    await holdBy(hold)

    // Two presses at once: the seat leaves once.
    const links = await Promise.all([share([two.placeId]), share([two.placeId])])
    expect(links.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const link = links.find(({ status }) => status === 200)?.body
    expect(link.purpose).toBe('pay')
    const mine = await get(`/groot/Cavea/CheckoutDetails?orderKey=${orderKey}`, token)
    expect(mine.order.totals.total.amount).toBe(2 * 1_800 + 700)
    expect(await refused(book({ seats: [seat(two)] }))).toBe('SeatNotAvailable')

    const friend = await shop.guest()
    const invited = await get(`/v2/invitations/${link.url.split('/').at(-1)}`, friend)
    expect(invited).toMatchObject({ state: 'open', ticketCount: 1, total: { amount: 1_800 } })
    for (const key of [link.orderKey, orderKey]) {
      const { payId } = await startPayment(shop, key, token)
      shop.bank.pay(payId, { kind: 'approve' })
      await callbackOf(shop, payId)
      await post('/v2/orders/complete', { orderKey: key }, token)
    }
    const sold = (await get('/v2/tickets', token)).tickets.map(({ seat: label }: Reply) => label)
    expect(sold.filter(Boolean)).toHaveLength(3)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('seats, glasses and popcorn are paid together, fetched by their codes, and one seat goes back', async () => {
    const token = await shop.guest()
    const [one, two, three] = await seatsOf('vip')
    const { glasses, popcorn } = cinema.productIds
    const order = await expectOk(
      book(
        {
          seats: [one, two].map((each) => seat(each)),
          products: [
            { productId: glasses, quantity: 2 },
            { productId: popcorn, quantity: 1 },
          ],
        },
        token,
      ),
    )
    const { orderKey, orderNumber } = order
    expect(order.totals.total.amount).toBe(2 * 2_400 + 2 * 300 + 700)
    await expectOk(book({ orderKey, seats: [seat(three)] }, token))
    expect(await refused(book({ seats: [seat(two)] }))).toBe('SeatNotAvailable')
    const { status } = (
      await get(`/integrations/api/Cavea/Sessions/Seats?caveaSessionId=${session}`)
    ).seats[two.placeId - 1]
    expect(status).toBe('Booked')
    const comment = { placeId: one.placeId, comment: 'Needs a child seat' }
    await post('/groot/Cavea/AddSeatComment', { orderKey, sessionId: session, ...comment }, token)
    await post(
      '/integrations/api/Cavea/Sessions/AddSeatComment',
      { caveaSessionId: session, placeId: two.placeId, comment: 'Quiet' },
      token,
    )
    const stranger = await shop.guest()
    expect(
      await refused(
        shop.post(
          '/groot/Cavea/AddSeatComment',
          { orderKey, sessionId: session, ...comment },
          stranger,
        ),
      ),
    ).toBe('OrderNotFound')
    expect(
      await refused(
        shop.post(
          '/integrations/api/Cavea/Sessions/AddSeatComment',
          { caveaSessionId: session, ...comment },
          stranger,
        ),
      ),
    ).toBe('NotFound')
    const fewer = await post(
      '/groot/Cavea/UnBookSeat',
      { orderKey, placeIds: [three.placeId] },
      token,
    )
    expect(fewer.totals.total.amount).toBe(6_100)
    expect(
      await refused(
        shop.post('/groot/Cavea/UnBookSeat', { orderKey, placeIds: [three.placeId] }, token),
      ),
    ).toBe('BadRequest')
    const checkout = await post(
      '/groot/Cavea/Checkout',
      { orderKey, buyer, acceptTerms: true },
      token,
    )
    expect(checkout.cinema.pickUpCode).toBe(orderNumber)
    const details = await get(`/groot/Cavea/CheckoutDetails?orderKey=${orderKey}`, token)
    expect(details.cinema.seatComments.map((each: Reply) => each.comment)).toEqual([
      'Needs a child seat',
      'Quiet',
    ])
    expect(details.order.items).toMatchObject([{ source: 'cinema', itemId: session }])
    const shared = await post('/groot/Cavea/ShareOrderLink', { orderKey, purpose: 'pay' }, token)
    expect(shared).toMatchObject({ purpose: 'pay', state: 'open' })
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await post('/v2/orders/complete', { orderKey }, token)
    const paid = await get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token)
    expect(paid.tickets.map((ticket: Reply) => [ticket.description, ticket.status])).toEqual([
      ['Adult', 'Sold'],
      ['Adult', 'Sold'],
      ['3D glasses', 'Sold'],
      ['3D glasses', 'Sold'],
      ['Popcorn', 'Sold'],
    ])
    const integrationTicketId = paid.tickets[0].integrationTicketId
    const quote = await get(
      `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${integrationTicketId}`,
      token,
    )
    expect(quote.back.amount).toBe(2_400)
    const back = await post('/groot/Cavea/RefundSeat', { quote: quote.quote }, token)
    expect(back.ticketIdentifiers).toEqual([integrationTicketId])
    await executeRefunds(shop.context, shop.ports.checkout)
    const after = await get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token)
    expect(
      after.tickets
        .map((ticket: Reply) => ticket.status)
        .filter((state: string) => state === 'Returned'),
    ).toHaveLength(1)
    expect(await brokenInvariants(shop.context)).toEqual([])
  })

  test('what a customer said about a seat goes with their data, and is erased with their account', async () => {
    const token = await shop.customer()
    const { userId } = await get('/v2/auth/profile', token)
    const one = (await seatsOf('standard')).at(-1)
    const { orderKey } = await expectOk(book({ seats: [seat(one)] }, token))
    const comment = 'Somebody of us comes in a wheelchair'
    const body = { orderKey, sessionId: session, placeId: one.placeId, comment }
    await post('/groot/Cavea/AddSeatComment', body, token)
    const file = await get('/v2/auth/export', token)
    expect(file.seatComments).toMatchObject([{ comment }])
    await post('/groot/Cavea/UnBookSeat', { orderKey, cancel: true }, token)
    const { db, clock } = shop.context
    await db
      .updateTable('customer')
      .set({ delete_after: clock.now() })
      .where('id', '=', userId)
      .execute()
    expect(await eraseDueCustomers(shop.context)).toBe(1)
    const left = await sql`select from seat_comment where comment = ${comment}`.execute(db)
    expect(left.rows).toEqual([])
  })

  test('a seat goes back until half an hour before the beginning, and not later', async () => {
    const startsAt = new Date(shop.context.clock.now().getTime() + 31 * 60_000)
    const soon = await makeScreening(shop.context, cinema, { startsAt, hall: 1 })
    const token = await shop.guest()
    const [first, second] = await seatsOf('vip', soon)
    const { orderKey, orderNumber } = await expectOk(
      shop.post(
        '/groot/Cavea/BookSeat',
        { sessionId: soon, seats: [seat(first), seat(second)] },
        token,
      ),
    )
    await post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await post('/v2/orders/complete', { orderKey }, token)
    const { tickets } = await get(`/groot/Cavea/OrderDetails?orderNumber=${orderNumber}`, token)
    const quoteOf = (index: number) =>
      get(
        `/groot/Cavea/RefundSeatDetails?orderKey=${orderKey}&integrationTicketId=${tickets[index].integrationTicketId}`,
        token,
      )
    expect((await quoteOf(0)).back.amount).toBe(2_400)
    shop.context.clock.advance(120)
    const late = await quoteOf(1)
    expect([late.quote, late.tickets[0].refusal.code]).toEqual([null, 'ReturnTooLate'])
    shop.context.clock.advance(-120)
  })

  test('places without numbers are counted; a film for grown-ups has no children’s price and asks', async () => {
    const free = await makeScreening(shop.context, cinema, { isUnallocated: true, hall: 1 })
    const places = [{ ticketTypeId: 1, quantity: 2 }]
    const order = await expectOk(shop.post('/groot/Cavea/BookSeat', { sessionId: free, places }))
    expect(order.totals.total.amount).toBe(2_400)
    expect((await get(`/v2/movies/places?session=${free}`)).placesLeft).toBe(154)
    const grown = await makeCinema(shop.context, { ageLimit: 18 })
    const late = await makeScreening(shop.context, grown)
    const [vip] = await seatsOf('vip', late)
    expect(
      await refused(shop.post('/groot/Cavea/BookSeat', { sessionId: late, seats: [seat(vip, 2)] })),
    ).toBe('TicketTypeNotFound')
    const token = await shop.guest()
    const { orderKey } = await expectOk(
      shop.post('/groot/Cavea/BookSeat', { sessionId: late, seats: [seat(vip)] }, token),
    )
    const ask = (extras: object) =>
      shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true, ...extras }, token)
    expect(await refused(ask({}))).toBe('ExtraFieldsMissing')
    await expectOk(ask({ extras: [{ id: 'order.ofAge', value: 'confirmed' }] }))
  })

  test('two who ask first open one and the same offering', async () => {
    const [screening] = await readScreenings(shop.context, [
      await makeScreening(shop.context, cinema, { hall: 1 }),
    ])
    if (!screening) throw new Error('it was made')
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openScreening(shop.context, screening)),
    )
    expect(new Set(opened).size).toBe(1)
  })
})

describe('waiting for a film', () => {
  test('one letter when the sale begins, counted until then', async () => {
    const coming = await makeCinema(shop.context, { releasedInDays: 6 })
    const salesOpenAt = new Date(shop.context.clock.now().getTime() + hour)
    await makeScreening(shop.context, coming, {
      startsAt: new Date(shop.context.clock.now().getTime() + 7 * 24 * hour),
      salesOpenAt,
    })
    const movieId = coming.filmId
    expect((await get(`/v2/movies/comingsoon`)).items).toMatchObject([{ movieId }])
    const token = await shop.guest()
    const subscribe = (body: object, as = token) =>
      shop.post('/integrations/api/Cavea/AddSubscription', { movieId, ...body }, as)
    expect(await refused(subscribe({}))).toBe('BadRequest')
    expect(await expectOk(subscribe({ email: 'nino@example.com' }))).toMatchObject({ count: 1 })
    expect(await expectOk(subscribe({ email: 'Nino@example.com' }))).toMatchObject({ count: 1 })
    await expectOk(subscribe({ email: 'other@example.com' }, await shop.customer()))
    const info = () => get(`/integrations/api/Cavea/SubscriptionInfo?movieId=${movieId}`, token)
    expect(await info()).toMatchObject({ count: 2, isSubscribed: true, isOnSale: false })
    expect(await tellOfOpenedFilms(shop.context)).toBe(0)
    shop.context.clock.advance(3_700)
    expect(await tellOfOpenedFilms(shop.context)).toBe(2)
    expect(await tellOfOpenedFilms(shop.context)).toBe(0)
    expect(await info()).toMatchObject({ count: 0, isOnSale: true })
    expect(await refused(subscribe({ email: 'late@example.com' }))).toBe('AlreadyOnSale')
    const { rows } = await sql<{
      id: string
    }>`select id from film_subscription where email = 'nino@example.com'`.execute(shop.context.db)
    const sent: { to: string; subject: string }[] = []
    const mailer = {
      send: async (letter: { to: string; subject: string }) => void sent.push(letter),
      close: () => undefined,
    }
    await writeFilmOnSale({ ...shop.context, origin: 'http://x' }, mailer as never, {
      subscriptionId: rows[0]?.id ?? '',
    })
    expect(sent).toMatchObject([
      { to: 'nino@example.com', subject: 'Test film: tickets are on sale' },
    ])
  })
})

/**
 * Goal: a paid order is read by its codes, and one of its seats is returned. Method: the whole shop over HTTP with the
 * demo bank.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { eraseDueCustomers } from '#flows/leave/server/erase-due-customers.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type Reply } from '../../../../tests/hostile/shop.ts'
import { stepUpHeaders } from '../../../../tests/support/step-up.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { refused, seat, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { book, get, post, seatsOf } = opened

describe('what is paid', () => {
  test('friends pay for their own seats by a link; everybody has their tickets', async () => {
    const { shop, cinema, session } = opened
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

    // A seat that is no longer held leaves nothing in the order.
    const { db } = shop.context
    const hold = sql`(select hold_id from order_line where place_id = ${three.placeId}
      and order_id = (select id from orders where order_key = ${orderKey}))`
    const holdBy = (holdId: typeof hold) =>
      sql`update place_leg set hold_id = ${holdId} where place_id = ${three.placeId}
        and offering_id = (select offering_id from screening where id = ${session})`.execute(db)
    await holdBy(sql`${shop.context.random.uuid()}::uuid`)
    expect(await refused(share([three.placeId]))).toBe('OrderExpired')
    await holdBy(hold)

    // Two concurrent requests: the seat is removed once.
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
    const { shop, cinema, session } = opened
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
    const { shop, session } = opened
    const token = await shop.customer()
    const { userId } = await get('/v2/auth/profile', token)
    const one = (await seatsOf('standard')).at(-1)
    const { orderKey } = await expectOk(book({ seats: [seat(one)] }, token))
    const comment = 'Somebody of us comes in a wheelchair'
    const body = { orderKey, sessionId: session, placeId: one.placeId, comment }
    await post('/groot/Cavea/AddSeatComment', body, token)
    const headers = await stepUpHeaders(shop.context, token, 'export')
    const file = await shop.send({ method: 'GET', path: '/v2/auth/export', token, headers })
    expect(file.body.seatComments).toMatchObject([{ comment }])
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
    const { shop, cinema } = opened
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
})

/**
 * Goal: seats are taken by the rules of sofas, companions and gaps. Method: the calls over HTTP against the database.
 */
import { describe, expect, test } from 'vitest'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type Reply } from '../../../../tests/hostile/shop.ts'
import { openScreening } from '../../../modules/cinema/server/open-screening.ts'
import { readScreenings } from '../../../modules/cinema/server/programme.ts'
import { makeCinema, makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { refused, seat, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { book, get, post, seatsOf } = opened

describe('booking', () => {
  test('sofas, companions and gaps are told by their codes; nothing is held then', async () => {
    const { session } = opened
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
    const { shop } = opened
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

  test('the same place of two sessions: one is given back, and only what the order has', async () => {
    const { shop, cinema, session } = opened
    const other = await makeScreening(shop.context, cinema, { format: '3D', hall: 1 })
    const token = await shop.guest()
    const [one] = await seatsOf('vip', other)
    const { orderKey } = await expectOk(book({ seats: [seat(one)] }, token))
    await expectOk(book({ orderKey, sessionId: other, seats: [seat(one)] }, token))
    const { placeId } = one
    const unbook = (body: object) =>
      shop.post('/groot/Cavea/UnBookSeat', { orderKey, ...body }, token)
    const fieldOf = async (body: object) => (await unbook(body)).body.error?.fields[0].path
    expect(await fieldOf({ placeIds: [placeId] })).toBe('body.sessionId')
    expect(await fieldOf({ sessionId: other, placeIds: [placeId, 9_999] })).toBe('body.placeIds')
    const left = await expectOk(unbook({ sessionId: other, placeIds: [placeId, placeId] }))
    expect(left.items.map(({ itemId }: Reply) => itemId)).toEqual([session])
    expect((await expectOk(unbook({ cancel: true }))).statusName).toBe('Canceled')
  })

  test('a promo code of cinemas takes off seats and popcorn; one of other things does not', async () => {
    const { shop, cinema, session } = opened
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
    // The operator finds the screening by the name of its film, and sees that name with the code.
    const office = await expectOk(shop.get('/v2/operator/promotions', operator))
    const [item] = office.codes.find(({ code }: Reply) => code === ours).items
    const itemsOf = (text: string) =>
      shop.get(`/v2/operator/promotions/items?source=cinema&query=${text}`, operator)
    const { items } = await expectOk(itemsOf(encodeURIComponent(item.name.split(',')[0])))
    expect(items).toContainEqual({ itemId: session, name: expect.any(String), note: item.note })
    expect((await expectOk(itemsOf('nothing-like-this'))).items).toEqual([])
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

  test('places without numbers are counted; a film for grown-ups has no children’s price and asks', async () => {
    const { shop, cinema } = opened
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
    const { shop, cinema } = opened
    const [screening] = await readScreenings(shop.context, [
      await makeScreening(shop.context, cinema, { hall: 1 }),
    ])
    if (!screening) throw new Error('it was made')
    const offerings = await Promise.all(
      Array.from({ length: 8 }, () => openScreening(shop.context, screening)),
    )
    expect(new Set(offerings).size).toBe(1)
  })
})

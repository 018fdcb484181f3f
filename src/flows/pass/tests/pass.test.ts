/**
 * Goal: a use of a pass pays for one ticket, once, and is restored when it is returned; cards, pools and the ledger
 * agree. Method: the calls of the whole shop; more concurrent uses than available; processes that crash between any two
 * statements.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyPass, findCard } from '#modules/multipass/server/public-api.ts'
import { returnEmailJob, writeReturnEmail } from '#modules/tickets/server/public-api.ts'
import type { Email } from '#platform/mail/mail.ts'
import { inTransaction } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
import { crashesDuring, crashStride } from '#flows/checkout/tests/simulated-crash.ts'
import { takeDoorUse } from '../../../modules/multipass/server/commands/take-door-use.ts'
import {
  cardNumberOf,
  checkDigitOf,
  parseCardNumber,
} from '../../../modules/multipass/server/card-number.ts'
import { choiceOf, expectOk } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { orderForPartner } from '../server/order-for-partner.ts'
import { balanceOf, buyPass, faultsOf, makeProduct, pay } from './support.ts'
import { sizeOf } from '../../../../tests/support/tier.ts'

let shop: HostileShop
let event: Awaited<ReturnType<HostileShop['event']>>
let productId: number
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event({ placesPerOrderMax: 20 })
  productId = await makeProduct(shop.context, event.merchantId)
  token = await shop.customer()
})
afterAll(() => shop.close())
afterEach(async () => expect(await faultsOf(shop.context)).toEqual([]))

const choose = (request: Omit<Parameters<typeof choiceOf>[0], 'event'>, by = token) =>
  expectOk(shop.post('/v2/Booking/choose-seat', choiceOf({ event, ...request }), by))
const check = (cardNumber: string, by = token) =>
  shop.get(`/v2/multipass/check?cardNumber=${cardNumber}`, by)
const checkout = (orderKey: string, by = token) =>
  shop.post('/v2/multipass/checkout', { orderKey, buyer, acceptTerms: true }, by)

describe('numbers', () => {
  test('a wrong digit, two that changed places, and a made-up number are no card', async () => {
    const cardNumber = await cardNumberOf(shop.context, { ticketId: 123, issueNumber: 1 })
    expect(cardNumber).toMatch(/^00000123\d{10}$/)
    expect(
      parseCardNumber(
        `${cardNumber.slice(0, 6)} ${cardNumber.slice(6, 12)}-${cardNumber.slice(12)}`,
      ),
    ).not.toBeNull()
    for (let at = 0; at < 18; at += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = cardNumber.slice(0, at) + digit + cardNumber.slice(at + 1)
        expect(parseCardNumber(wrong) === null).toBe(wrong !== cardNumber)
      }
    expect(checkDigitOf('7992739871')).toBe('3')
    const late = { ticketId: 1_234_567_890, issueNumber: 1 }
    const long = await cardNumberOf(shop.context, late)
    expect(parseCardNumber(long)?.ticketId).toBe(late.ticketId)
    expect(parseCardNumber(`0${long}`)).toBeNull()
    expect(parseCardNumber(`0${cardNumber}`)).toBeNull()
    const known = await buyPass(shop, await shop.guest(), { productId })
    const stem = `${known.slice(0, 8)}123456789`
    const forged = stem + checkDigitOf(stem)
    if (forged !== known) expect(await findCard(shop.context, forged)).toBeNull()
  })
})

describe('a pass pays', () => {
  test('is bought, reserves, is taken off, reserves again and finishes an order', async () => {
    const before = await balanceOf(shop.context, `pass:${productId}`)
    const cardNumber = await buyPass(shop, token, { productId })
    expect(await balanceOf(shop.context, `pass:${productId}`)).toBe(before - 20_000)
    const order = await choose({ placeIds: [1, 2] })
    const { orderKey } = order
    const reserve = { cardNumber, orderKey }
    const held = await expectOk(shop.post('/v2/multipass/reserve', reserve, token))
    expect(held).toMatchObject({ usesHeld: 2, toPay: { amount: 0 } })
    expect((await check(cardNumber)).body).toMatchObject({
      usesLeft: 8,
      usesHeld: 2,
      state: 'active',
    })
    expect((await shop.post('/v2/multipass/reserve', reserve, token)).body.error.code).toBe(
      'PassNotForThis',
    )
    const off = await expectOk(shop.post('/v2/multipass/unreserve', { orderKey }, token))
    expect(off).toMatchObject({ usesHeld: 0, toPay: { amount: order.totals.total.amount } })
    expect((await check(cardNumber)).body).toMatchObject({ usesLeft: 10, usesHeld: 0 })
    expect((await checkout(orderKey)).body.error.code).toBe('PassNotForThis')
    await expectOk(
      shop.post('/v2/multipass/reserve', { ...reserve, lineIds: [order.lines[0].lineId] }, token),
    )
    expect(await expectOk(checkout(orderKey))).toMatchObject({ isFinished: false, usesHeld: 1 })
    await expectOk(shop.post('/v2/multipass/reserve', reserve, token))
    const merchant = await balanceOf(shop.context, `merchant:${event.merchantId}`)
    expect(await expectOk(checkout(orderKey))).toMatchObject({
      isFinished: true,
      toPay: { amount: 0 },
    })
    // The organiser has earned the price of the tickets from the price of the pass.
    expect(await balanceOf(shop.context, `merchant:${event.merchantId}`)).toBe(merchant - 10_000)
    expect(await balanceOf(shop.context, `pass:${productId}`)).toBe(before - 20_000 + 10_500)
    const shown = await expectOk(shop.get(`/v2/multipass/checkout?orderKey=${orderKey}`, token))
    expect(shown).toMatchObject({ isFinished: true })
    const { cards } = await expectOk(shop.get('/v2/multipass/show', token))
    // The pass itself, among its holder's tickets, says how many uses are left.
    const { orderNumber, usesLeft } = cards[0]
    const own = await expectOk(shop.get(`/v2/orders/tickets?orderNumber=${orderNumber}`, token))
    expect(own.tickets[0].hand.usesLeft).toBe(usesLeft)
    expect(cards[0]).toMatchObject({ cardNumber, usesLeft: 8 })
    expect(cards[0].history.map(({ kind, left }: Reply) => [kind, left])).toEqual([
      ['used', 8],
      ['used', 9],
      ['issued', 10],
    ])
  })

  test('a returned ticket gives its use back, once; the order’s other ticket keeps its own', async () => {
    const guest = await shop.customer()
    const cardNumber = await buyPass(shop, guest, { productId })
    const order = await choose({ placeIds: [3, 4] }, guest)
    const { orderKey } = order
    await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, guest))
    await expectOk(checkout(orderKey, guest))
    const { tickets } = await expectOk(shop.get('/v2/tickets', guest))
    const own = tickets.filter((ticket: Reply) => ticket.orderNumber === order.orderNumber)
    const asked = `ticketIdentifier=${own[0].ticketIdentifier}`
    const { quote, ...terms } = await expectOk(shop.get(`/v2/tickets/return?${asked}`, guest))
    expect(terms).toMatchObject({ back: { amount: 0 }, to: [], usesBack: 1 })
    await expectOk(shop.post('/v2/tickets/return', { quote }, guest))
    expect((await shop.post('/v2/tickets/return', { quote }, guest)).status).toBeLessThan(500)
    expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 9 })
    const { rows } = await sql<{ returnId: string }>`
      select data->>'returnId' as "returnId" from pgboss.job
      where name = ${returnEmailJob.name} order by created_on desc limit 1`.execute(shop.context.db)
    const letters: Email[] = []
    const send = async (mail: Email) => void letters.push(mail)
    const payload = { returnId: rows[0]?.returnId ?? '' }
    await writeReturnEmail(shop.context, { send } as never, payload, shop.ports.tickets)
    const uses = letters[0]?.text ?? ''
    expect(uses).toMatch(/აბონემენტის გამოყენება, რომლითაც ბილეთი იყიდეთ|The use of your pass/)
  })

  test('the pass itself is not taken back', async () => {
    const guest = await shop.customer()
    await buyPass(shop, guest, { productId })
    const { tickets } = await expectOk(shop.get('/v2/tickets', guest))
    const { ticketIdentifier } = tickets[0]
    const asked = `ticketIdentifier=${ticketIdentifier}`
    const { body } = await shop.get(`/v2/tickets/return?${asked}`, guest)
    expect(JSON.stringify(body)).toContain('ReturnNotAllowed')
  })

  test('a standing line is paid by units; what leaves the order gives its use back', async () => {
    const guest = await shop.guest()
    const cardNumber = await buyPass(shop, guest, { productId })
    const { orderKey } = await choose({ standing: 3 }, guest)
    const held = await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, guest))
    expect(held).toMatchObject({ usesHeld: 3, toPay: { amount: 0 } })
    await expectOk(shop.post('/v2/orders/unreserve', { orderKey, cancel: false }, guest))
    expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 10, usesHeld: 0 })
    const again = await choose({ standing: 2 }, guest)
    const { orderKey: second } = again
    await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey: second }, guest))
    shop.context.clock.advance(3_600)
    expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 10 })
    expect((await checkout(second, guest)).body.error.code).toBe('OrderExpired')
  })

  test('scope, validity and the use that pays only so much', async () => {
    const now = shop.context.clock.now().getTime()
    const by = await shop.guest()
    const cardOf = async (values: Parameters<typeof makeProduct>[2]) =>
      buyPass(shop, by, { productId: await makeProduct(shop.context, event.merchantId, values) })
    const { orderKey } = await choose({ placeIds: [5] }, by)
    const refusalOf = async (cardNumber: string) =>
      (await shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, by)).body.error?.code
    expect(await refusalOf(await cardOf({ sources: ['film'] }))).toBe('PassNotForThis')
    expect(await refusalOf(await cardOf({ merchantIds: [event.merchantId + 999] }))).toBe(
      'PassNotForThis',
    )
    expect(await refusalOf(await cardOf({ items: [{ source: 'event', itemId: 1 }] }))).toBe(
      'PassNotForThis',
    )
    const isoDay = Temporal.Instant.fromEpochMilliseconds(now + 30 * 86_400_000).toZonedDateTimeISO(
      'Asia/Tbilisi',
    ).dayOfWeek
    const otherDays = [1, 2, 3, 4, 5, 6, 7].filter(
      (day) => Math.abs(day - isoDay) > 1 && Math.abs(day - isoDay) < 6,
    )
    expect(await refusalOf(await cardOf({ weekdays: otherDays }))).toBe('PassNotForThis')
    expect(await refusalOf(await cardOf({ validFrom: new Date(now + 3_600_000) }))).toBe(
      'PassNotValidNow',
    )
    const short = await cardOf({ validDays: 1, validDaysFrom: 'first-use' })
    const capped = await cardOf({ valueMinorMax: 1_000, paysFees: false })
    const paid = await expectOk(
      shop.post('/v2/multipass/reserve', { cardNumber: capped, orderKey }, by),
    )
    expect(paid.toPay.amount).toBe(
      paid.order.totals.tickets.amount + paid.order.totals.fees.amount - 1_000,
    )
    await expectOk(shop.post('/v2/multipass/unreserve', { orderKey, cardNumber: capped }, by))
    await expectOk(shop.post('/v2/multipass/reserve', { cardNumber: short, orderKey }, by))
    await expectOk(checkout(orderKey, by))
    // The day after the first use counts whole.
    shop.context.clock.advance(49 * 3_600)
    expect((await check(short, by)).body).toMatchObject({ state: 'expired' })
    const later = await choose({ placeIds: [6] }, by)
    expect(
      (
        await shop.post(
          '/v2/multipass/reserve',
          { cardNumber: short, orderKey: later.orderKey },
          by,
        )
      ).body.error.code,
    ).toBe('PassNotValidNow')
  })

  test('uses are added; a pass given away has another number, and the old one is void', async () => {
    const giver = await shop.customer()
    const cardNumber = await buyPass(shop, giver, { productId })
    await buyPass(shop, giver, { cardNumber })
    expect((await check(cardNumber, giver)).body).toMatchObject({ usesLeft: 15, usesGranted: 15 })
    const { cards } = await expectOk(shop.get('/v2/multipass/show', giver))
    expect(cards).toHaveLength(1)
    await shop.context.db
      .updateTable('ticket')
      .set((row) => ({ issue_number: row('issue_number', '+', 1) }))
      .where('identifier', '=', cards[0].ticketIdentifier)
      .execute()
    expect((await check(cardNumber, giver)).body.error.code).toBe('PassNotFound')
    const { cards: after } = await expectOk(shop.get('/v2/multipass/show', giver))
    expect((await check(after[0].cardNumber, giver)).body).toMatchObject({ usesLeft: 15 })
    const stranger = await expectOk(shop.get('/v2/multipass/show', await shop.customer()))
    expect(stranger.cards).toEqual([])
    // The order is its giver's: a received card names none.
    const { ticketIdentifier, orderNumber } = after[0]
    expect(orderNumber).toMatch(/./)
    const gift = { ticketIdentifier, handsOver: true }
    const link = await expectOk(shop.post('/v2/tickets/share-url', gift, giver))
    const receiver = await shop.guest()
    await expectOk(shop.post('/v2/tickets/take-over', { token: link.ticketShareToken }, receiver))
    const received = await expectOk(shop.get('/v2/multipass/show', receiver))
    expect(received.cards).toMatchObject([{ ticketIdentifier, orderNumber: '' }])
    expect(received.cards[0].history.at(-1)).toMatchObject({ kind: 'issued', orderNumber: null })
  })

  test('a failed payment is tried again with the pass still on the order', async () => {
    const guest = await shop.guest()
    const half = await makeProduct(shop.context, event.merchantId, { paysFees: false })
    const cardNumber = await buyPass(shop, guest, { productId: half })
    const { orderKey } = await choose({ placeIds: [7] }, guest)
    await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, guest))
    await expectOk(checkout(orderKey, guest))
    const { startPayment, callbackOf } = await import('../../../../tests/hostile/purchases.ts')
    const { payId } = await startPayment(shop, orderKey, guest)
    shop.bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' })
    await callbackOf(shop, payId)
    await expectOk(shop.post('/v2/orders/complete', { orderKey }, guest))
    const retried = await expectOk(shop.post('/v2/orders/retry', { orderKey }, guest))
    expect(retried.totals.total.amount).toBe(250)
    await pay(shop, retried.orderKey, guest)
    expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 9, usesHeld: 0 })
  })
})

describe('at once', () => {
  test('of many uses at once exactly those that are left happen', async () => {
    const all = sizeOf({ usual: 300, nightly: 1_000 })
    const guest = await shop.guest()
    const few = await makeProduct(shop.context, event.merchantId, { uses: 37 })
    const cardNumber = await buyPass(shop, guest, { productId: few })
    const found = await findCard(shop.context, cardNumber)
    const ticketId = found?.card.ticketId ?? 0
    const orders = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const by = await shop.guest()
        return { by, order: await choose({ standing: 1 }, by) }
      }),
    )
    const doors = Array.from({ length: all - orders.length }, (_, at) => async () => {
      const done = await inTransaction(shop.context, async (inside) =>
        ok(await takeDoorUse(inside, { ticketId, scanId: at + 1, at: inside.clock.now() })),
      )
      return done.value === 'taken' ? 1 : 0
    })
    const sales = orders.map(({ by, order: { orderKey } }) => async () => {
      const held = await shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, by)
      if (held.status !== 200) {
        expect(held.body.error.code).toBe('PassUsedUp')
        return 0
      }
      await expectOk(checkout(orderKey, by))
      return 1
    })
    const mixed = doors.flatMap((door, at) =>
      at % 8 === 0 && sales[at / 8] ? [sales[at / 8], door] : [door],
    )
    // As many concurrent requests as the connection pool allows; the others wait here instead of in the pool.
    const uses: number[] = []
    const waiting = mixed.values()
    const one = async () => {
      for (const use of waiting) uses.push((await use?.()) ?? 0)
    }
    await Promise.all(Array.from({ length: 40 }, one))
    expect(uses).toHaveLength(all)
    expect(uses.reduce((sum: number, use) => sum + use, 0)).toBe(37)
    expect((await check(cardNumber, guest)).body).toMatchObject({ state: 'used-up', usesLeft: 0 })
  }, 60_000)

  test('a process that dies between any two statements leaves no use behind and takes none twice', async () => {
    const guest = await shop.guest()
    const cardNumber = await buyPass(shop, guest, { productId })
    const order = await choose({ standing: 1 }, guest)
    const { orderKey } = order
    const { db: _db, ...rest } = shop.context
    const system = { ...rest, db: shop.context.db, actor: { kind: 'system' as const }, effects: {} }
    for (let statements = 0; ; statements += crashStride) {
      const isDead = await crashesDuring(system as never, statements, (dying) =>
        applyPass(dying, shop.ports.orders.sources, { orderKey, cardNumber }),
      )
      if (!isDead) break
      expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 10, usesHeld: 0 })
    }
    await expectOk(checkout(orderKey, guest))
    expect((await check(cardNumber, guest)).body).toMatchObject({ usesLeft: 9 })
  })
})

describe('a partner', () => {
  const typeOf = () => event.poolTypes[1]?.ticketTypeId ?? 0
  const swoop = (cardNumber: string, identifier: string, ticketTypeId = typeOf()) =>
    shop.send({
      method: 'POST',
      path: `/v2/multipass/OrderForSwoop?cardNumber=${cardNumber}&ticketTypeId=${ticketTypeId}&swoopIdentifer=${identifier}`,
      apiKey: 'demo-partner',
    })

  test('orders once for an id of its own, whatever is repeated or comes at once', async () => {
    const cardNumber = await buyPass(shop, token, { productId })
    const answers = await Promise.all(Array.from({ length: 12 }, () => swoop(cardNumber, 'S-1')))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    const first = done[0]?.body
    expect(first).toMatchObject({
      statusName: 'Processed',
      usesLeft: 9,
      ticketIdentifiers: [expect.any(String)],
    })
    for (const { body } of done) expect(body.orderKey).toBe(first.orderKey)
    expect((await expectOk(swoop(cardNumber, 'S-1'))).orderKey).toBe(first.orderKey)
    expect((await check(cardNumber)).body).toMatchObject({ usesLeft: 9, usesHeld: 0 })
    const seat = event.seatTypes['a']?.ticketTypeId
    expect((await swoop(cardNumber, 'S-1', seat)).body.error.code).toBe('PartnerOrderTaken')
    expect(await expectOk(swoop(cardNumber, 'S-2', seat))).toMatchObject({ usesLeft: 8 })
    expect((await swoop(cardNumber, 'S-3', 999_999)).body.error.code).toBe('TicketTypeNotFound')
    expect((await swoop('000000000000000000', 'S-4')).body.error.code).toBe('PassNotFound')
  })

  test('is told the session that has the order, and none that has not', async () => {
    const cardNumber = await buyPass(shop, token, { productId })
    const { orderKey, accessToken } = await expectOk(swoop(cardNumber, 'S-8'))
    await expectOk(shop.get(`/v2/multipass/checkout?orderKey=${orderKey}`, accessToken))
    expect(await expectOk(swoop(cardNumber, 'S-8'))).not.toHaveProperty('accessToken')
  })

  test('a refused order holds neither place nor use', async () => {
    const weak = await makeProduct(shop.context, event.merchantId, { valueMinorMax: 100 })
    const cardNumber = await buyPass(shop, token, { productId: weak })
    expect((await swoop(cardNumber, 'S-5')).body.error.code).toBe('PassLeavesRest')
    expect((await check(cardNumber)).body).toMatchObject({ usesLeft: 10, usesHeld: 0 })
  })

  test('a request that died anywhere is finished by its repetition', async () => {
    const cardNumber = await buyPass(shop, token, { productId })
    const actor = await shop.ports.sessions.authenticate(shop.context, token)
    const context = { ...shop.context, actor, channel: 'partner', effects: {} }
    const request = { cardNumber, ticketTypeId: typeOf(), identifier: 'S-6' }
    const { checkout: ports, liveMaps } = shop.ports
    let deaths = 0
    // Every fourth statement: the others are in the same transactions.
    for (let statements = 1; ; statements += 4) {
      const isDead = await crashesDuring(context as never, statements, (dying) =>
        orderForPartner(dying, ports, liveMaps.boards, request),
      )
      if (!isDead) break
      deaths += 1
      expect((await check(cardNumber)).body.usesLeft).toBeGreaterThanOrEqual(9)
      expect(await faultsOf(shop.context)).toEqual([])
    }
    expect(deaths).toBeGreaterThan(5)
    expect((await check(cardNumber)).body).toMatchObject({ usesLeft: 9, usesHeld: 0 })
  })
})

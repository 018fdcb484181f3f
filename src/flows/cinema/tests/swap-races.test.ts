/**
 * Goal: whoever has a seat of a screening has exactly that seat after a change of the hall, whatever else happens to the
 * order at the same time; a place number of the former hall never takes a seat of the new one. Method: real PostgreSQL,
 * commands stopped between two statements while the hall changes, and rounds of everything at once.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { settlePayment } from '#flows/checkout/server/settle-payment.ts'
import { executeQuote } from '#flows/returns/server/execute-quote.ts'
import { readOffering } from '#modules/inventory/server/public-api.ts'
import { cinemaSource } from '#modules/cinema/server/public-api.ts'
import { releaseOrder, splitOrder, takeOffer } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { placeCount } from '#seatmap/layout.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
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
import { commentOnOrder } from '../../../modules/cinema/server/seat-comments.ts'
import { openScreening } from '../../../modules/cinema/server/open-screening.ts'
import { readScreenings } from '../../../modules/cinema/server/programme.ts'
import { randomOf } from '../../../../tests/storm/random.ts'
import { pausedAfter } from './paused.ts'
import { seatsThatDisagree } from './seat-agreement.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let shop: HostileShop
let cinema: TestCinema
let operator: string
let session: number

beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
  cinema = await makeCinema(shop.context, { halls: 2, forbidsSingleSeats: false })
  // Its second hall is larger, so the same numbers are other seats.
  const large = hallLayout('large')
  const { db } = shop.context
  await sql`insert into cinema_layout (digest, content, capacity)
    values (${'b'.repeat(40)}, ${JSON.stringify(large)}, ${placeCount(large)})`.execute(db)
  await sql`update cinema_hall set layout_digest = ${'b'.repeat(40)} where id = ${otherHall()}`.execute(
    db,
  )
})
afterAll(() => shop.close())
beforeEach(nextScreening)
afterEach(async () => {
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
  expect(await brokenInvariants(shop.context)).toEqual([])
  expect(await seatsThatDisagree(shop.context, session)).toEqual([])
})

let hours = 48
async function nextScreening(): Promise<void> {
  // Each screening has a time of its own, so that both halls are free.
  hours += 3
  const startsAt = new Date(shop.context.clock.now().getTime() + hours * 3_600_000)
  session = await makeScreening(shop.context, cinema, { startsAt })
}

const otherHall = () => cinema.hallIds[1] ?? 0
const swap = () =>
  shop.post(
    '/v2/operator/cinema/swap-hall',
    { screeningId: session, hallId: otherHall() },
    operator,
  )

interface Booked {
  readonly token: string
  readonly orderKey: string
  readonly orderNumber: string
}

async function hold(placeIds: readonly number[]): Promise<Booked> {
  const token = await shop.guest()
  const seats = placeIds.map((placeId) => ({ placeId, ticketTypeId: 1 }))
  const { orderKey, orderNumber } = await expectOk(
    shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token),
  )
  await expectOk(shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token))
  return { token, orderKey, orderNumber }
}

async function pay(booked: Booked): Promise<void> {
  const { payId } = await startPayment(shop, booked.orderKey, booked.token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey: booked.orderKey }, booked.token))
}

async function offeringOf(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select offering_id::int8 as id from screening where id = ${session}`.execute(shop.context.db)
  return Number(rows[0]?.id)
}

const ticketsOf = async ({ token }: Booked): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets

const namesOf = async (booked: Booked) =>
  (await ticketsOf(booked)).map(({ row, seat }) => `${row} ${seat}`)

/** The context of the buyer of an order. */
async function buyerOf({ orderKey }: Booked): Promise<Context> {
  const { rows } = await sql<{ sessionId: string }>`
    select session_id as "sessionId" from orders where order_key = ${orderKey}`.execute(
    shop.context.db,
  )
  const sessionId = rows[0]?.sessionId ?? ''
  return { ...shop.context, actor: { kind: 'guest', sessionId } } as Context
}

async function lineIdOf({ orderKey }: Booked, placeId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select l.id::int8 from order_line l join orders o on o.id = l.order_id
    where o.order_key = ${orderKey} and l.place_id = ${placeId}`.execute(shop.context.db)
  return Number(rows[0]?.id)
}

/** Runs the hall's change while the command has locked its order, but has not yet changed places. */
async function swapBeside(
  context: Context,
  command: (context: Context) => Promise<unknown>,
): Promise<void> {
  const paused = pausedAfter(context, 'lock_orders(')
  const running = command(paused.context)
  await paused.reached
  const swapping = swap()
  await Promise.race([swapping, pause(250)])
  paused.resume()
  await running
  await expectOk(swapping)
}

describe('a change of the hall beside', () => {
  test('a payment under way: the tickets show the seats of the new hall', async () => {
    const booked = await hold([40, 41])
    const { paymentId, payId } = await startPayment(shop, booked.orderKey, booked.token)
    shop.bank.pay(payId, { kind: 'approve' })
    await swapBeside(shop.context, (context) =>
      settlePayment(context, shop.ports.checkout, paymentId),
    )
    expect(await namesOf(booked)).toHaveLength(2)
    await callbackOf(shop, payId)
  })

  test('the return of one seat: the other moves, the returned one is free', async () => {
    const booked = await hold([40, 41])
    await pay(booked)
    const [first] = await ticketsOf(booked)
    const path = `/groot/Cavea/RefundSeatDetails?orderKey=${booked.orderKey}&integrationTicketId=${first.ticketIdentifier}`
    const { quote } = await expectOk(shop.get(path, booked.token))
    await swapBeside(await buyerOf(booked), (context) =>
      executeQuote(context, shop.ports.returns, 'return', quote),
    )
    const { rows } = await sql`
      select from place_leg where state = 2
        and offering_id = ${await offeringOf()}`.execute(shop.context.db)
    expect(rows).toHaveLength(1)
  })

  test('a friend who is given a seat to pay for: both orders have the seats of the new hall', async () => {
    const booked = await hold([40, 41])
    const lineIds = [await lineIdOf(booked, 41)]
    let part = ''
    await swapBeside(await buyerOf(booked), async (context) => {
      const split = await splitOrder(context, { orderKey: booked.orderKey, lineIds })
      part = split.ok ? split.value.part.orderKey : ''
    })
    await pay(booked)
    await pay({ ...booked, orderKey: part })
    expect(await namesOf(booked)).toHaveLength(2)
  })

  test('the release of a seat: it is free', async () => {
    const booked = await hold([40, 41])
    const lineIds = [await lineIdOf(booked, 41)]
    await swapBeside(await buyerOf(booked), (context) =>
      releaseOrder(context, { orderKey: booked.orderKey, lineIds, cancel: false }),
    )
    await pay(booked)
    expect(await namesOf(booked)).toHaveLength(1)
  })

  test('a comment on a seat: it stays with its seat', async () => {
    const booked = await hold([40, 41])
    const seat = { sessionId: session, placeId: 41, comment: 'By the aisle' }
    await swapBeside(await buyerOf(booked), (context) =>
      commentOnOrder(context, { ...seat, orderKey: booked.orderKey }),
    )
    await pay(booked)
    const { comments } = await expectOk(
      shop.get(`/v2/operator/cinema/comments?screeningId=${session}`, operator),
    )
    expect(comments).toHaveLength(1)
    expect(await namesOf(booked)).toContain(`${comments[0].row} ${comments[0].seat}`)
  })

  test('a hold that is not committed yet: it gets a seat of the new hall', async () => {
    const other = await hold([10])
    const context = await buyerOf(other)
    const request = { screeningId: session, seats: [{ placeId: 40, ticketTypeId: 1 }] }
    let swapping: ReturnType<typeof swap> | undefined
    const taken = await inTransaction(context, async (inside) => {
      const held = await takeOffer(inside, cinemaSource, { request })
      swapping = swap()
      await Promise.race([swapping, pause(250)])
      return held
    })
    if (!taken.ok || !swapping) throw new Error('The seat is free')
    expect(await expectOk(swapping)).toMatchObject({ seatsMoved: 2 })
    const { orderKey, orderNumber } = taken.value
    const late = { token: other.token, orderKey, orderNumber }
    await expectOk(
      shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, late.token),
    )
    await pay(late)
    expect(await namesOf(late)).toHaveLength(1)
  })
})

describe('place numbers of the former hall', () => {
  test('a late payment of seats that were freed is refunded', async () => {
    const late = await hold([40, 41])
    const { payId } = await startPayment(shop, late.orderKey, late.token)
    await sql`update place_leg set state = 0, hold_id = null, held_until = null
      where offering_id = ${await offeringOf()} and state = 1`.execute(shop.context.db)
    await expectOk(swap())
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await shop.post('/v2/orders/complete', { orderKey: late.orderKey }, late.token)
    expect(await ticketsOf(late)).toEqual([])
  })

  test('a hold that has expired gives its seat up, and its late payment is refunded', async () => {
    const late = await hold([40, 41])
    const { payId } = await startPayment(shop, late.orderKey, late.token)
    await sql`update place_leg set held_until = ${shop.context.clock.now()}
      where offering_id = ${await offeringOf()} and state = 1`.execute(shop.context.db)
    shop.context.clock.advance(1)
    expect(await expectOk(swap())).toMatchObject({ seatsMoved: 0 })
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await shop.post('/v2/orders/complete', { orderKey: late.orderKey }, late.token)
    expect(await ticketsOf(late)).toEqual([])
  })

  test.each([false, true])(
    'a seat priced before the change is not held after it (popcorn: %s)',
    async (withPopcorn) => {
      const first = await hold([10])
      const { popcorn } = cinema.productIds
      const request = {
        screeningId: session,
        seats: [{ placeId: 40, ticketTypeId: 1 }],
        products: withPopcorn ? [{ productId: popcorn, quantity: 1 }] : [],
      }
      const source = {
        ...cinemaSource,
        async quote(context: Context, asked: typeof request) {
          const quoted = await cinemaSource.quote(context, asked)
          await expectOk(swap())
          return quoted
        },
      }
      const taken = await takeOffer(await buyerOf(first), source, { request })
      expect(taken).toMatchObject({ ok: false, code: 'SeatPlanChanged' })
    },
  )
})

describe('what a buyer has open', () => {
  test('a choice in the former hall is refused with its reason, one in the new hall is held', async () => {
    const placesNow = async () =>
      (await expectOk(shop.get(`/v2/movies/places?session=${session}`))).layout.digest
    const before = await placesNow()
    await expectOk(swap())
    const after = await placesNow()
    expect([before, after]).toEqual([cinema.digest, 'b'.repeat(40)])
    const book = async (digest: string) =>
      shop.post(
        '/groot/Cavea/BookSeat',
        { sessionId: session, seats: [{ placeId: 40, ticketTypeId: 1 }], digest },
        await shop.guest(),
      )
    expect((await book(before)).body.error).toMatchObject({
      code: 'SeatPlanChanged',
      message: expect.stringContaining('new numbers'),
    })
    await expectOk(book(after))
  })

  test('viewers of the places are told of the change', async () => {
    await hold([40])
    const offeringId = await offeringOf()
    const told: number[][] = []
    const listener = new pg.Client({ connectionString: shop.databaseUrl })
    await listener.connect()
    listener.on('notification', ({ payload = '' }) => {
      const [topic, items = ''] = payload.split(':')
      if (Number(topic) === offeringId) told.push(items.split(',').map(Number))
    })
    await listener.query('listen places')
    await expectOk(swap())
    await vi.waitUntil(() => told.flat().includes(placeCount(hallLayout('large'))))
    expect(new Set(told.flat()).size).toBe(placeCount(hallLayout('large')))
    await listener.end()
  })

  test('a first request for places that began before the change gets those of the new hall', async () => {
    const [stale] = await readScreenings(shop.context, [session])
    if (!stale) throw new Error('The screening exists')
    await expectOk(swap())
    const offeringId = await openScreening(shop.context, stale)
    const { rows } = await sql`select from place_leg where offering_id = ${offeringId}`.execute(
      shop.context.db,
    )
    expect(rows).toHaveLength(placeCount(hallLayout('large')))
  })

  test('a first request for places that began before the cancellation opens no sale', async () => {
    const [stale] = await readScreenings(shop.context, [session])
    if (!stale) throw new Error('The screening exists')
    const cancelled = { screeningId: session, reason: { ka: 'გაუქმდა', en: 'Cancelled' } }
    const reasonShown = async () =>
      (await expectOk(shop.get(`/v2/movies/screening?session=${session}`))).cancelReason
    expect(await reasonShown()).toBeNull()
    await expectOk(shop.postProven('/v2/operator/cinema/cancel', cancelled, operator))
    expect(await reasonShown()).toBe('Cancelled')
    const offering = await readOffering(shop.context, await openScreening(shop.context, stale))
    expect(offering?.isOnSale).toBe(false)
  })
})

describe('everything at once', () => {
  test('four rounds: every order has its seats, all money is accounted for', async () => {
    const random = randomOf(seedOf('swap races', 20_261_123))
    for (let round = 0; round < 4; round += 1) {
      const shuffled = <Value>(values: Value[]) =>
        values
          .map((value) => ({ value, at: random() }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ value }) => value)
      const [paid, returned, paying, shared, released] = [
        await hold([33, 34]),
        await hold([35, 36]),
        await hold([49, 50]),
        await hold([51, 52]),
        await hold([65, 66]),
      ]
      await pay(paid)
      await pay(returned)
      const { payId } = await startPayment(shop, paying.orderKey, paying.token)
      const [ticket] = await ticketsOf(returned)
      const { quote } = await expectOk(
        shop.get(
          `/groot/Cavea/RefundSeatDetails?orderKey=${returned.orderKey}&integrationTicketId=${ticket.ticketIdentifier}`,
          returned.token,
        ),
      )
      const book = async (placeId: number) =>
        shop.post(
          '/groot/Cavea/BookSeat',
          { sessionId: session, seats: [{ placeId, ticketTypeId: 1 }] },
          await shop.guest(),
        )
      const body = { orderKey: shared.orderKey, placeIds: [52] }
      const works: (() => Promise<unknown>)[] = [
        swap,
        () => pause(random() * 40).then(swap),
        () => Promise.resolve(shop.bank.pay(payId, { kind: 'approve' })),
        () => shop.post('/groot/Cavea/RefundSeat', { quote }, returned.token),
        () => shop.post('/groot/Cavea/ShareOrderLink', body, shared.token),
        () => shop.post('/groot/Cavea/UnBookSeat', { orderKey: released.orderKey }, released.token),
        ...[33, 81, 82, 90, 97, 98].map((placeId) => () => book(placeId)),
      ]
      await Promise.all(
        shuffled(works).map(async (work) => {
          await pause(random() * 60)
          return work()
        }),
      )
      await callbackOf(shop, payId)
      await expectOk(shop.post('/v2/orders/complete', { orderKey: paying.orderKey }, paying.token))
      expect(await seatsThatDisagree(shop.context, session), `round ${round}`).toEqual([])
      expect(await namesOf(paid)).toHaveLength(2)
      expect(await namesOf(paying)).toHaveLength(2)
      await nextScreening()
    }
  })
})

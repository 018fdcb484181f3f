/**
 * Goal: a screening's ticket states no later full refund than a return accepts, and keeps the one that it stated.
 * Method: a paid seat over HTTP, the screening moved by an operator, quotes to the millisecond.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer } from '../../../../tests/hostile/shop.ts'
import { makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { useCinemaShop } from './use-cinema-shop.ts'

const cinema = useCinemaShop()

test('a moved screening: the refund on the ticket ends with the start, and a move back does not end it', async () => {
  const { shop } = cinema
  const { clock } = shop.context
  const startsAt = new Date(clock.now().getTime() + 30 * 3_600_000)
  const session = await makeScreening(shop.context, cinema.cinema, { startsAt })
  const token = await shop.guest()
  const seats = [{ placeId: 33, ticketTypeId: 1 }]
  const { orderKey } = await cinema.post(
    '/groot/Cavea/BookSeat',
    { sessionId: session, seats },
    token,
  )
  await cinema.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await cinema.post('/v2/orders/complete', { orderKey }, token)
  const operator = await shop.operator()
  const move = (at: Date) =>
    expectOk(
      shop.postProven(
        '/v2/operator/cinema/move',
        { screeningId: session, startsAt: at.toISOString() },
        operator,
      ),
    )
  const stated = async () =>
    (await cinema.get(`/v2/tickets?orderKey=${orderKey}`, token)).tickets[0].event.fullRefundUntil
  const quoted = () => cinema.get(`/v2/tickets/return?orderKey=${orderKey}`, token)

  const later = new Date(startsAt.getTime() + 4 * 3_600_000)
  await move(later)
  expect(await stated()).toBe(later.toISOString())
  expect(await quoted()).toMatchObject({
    nextChangeAt: later.toISOString(),
    deduction: { amount: 0 },
  })
  clock.advance(60)
  await move(new Date(clock.now().getTime() + 600_000))
  // Everybody has at least three days from the notice of an earlier start.
  const end = await stated()
  expect(Date.parse(end)).toBeGreaterThanOrEqual(later.getTime())
  expect(await quoted()).toMatchObject({ nextChangeAt: end, deduction: { amount: 0 } })
})

test('a screening goes into no hall without its format, asked or planned, and the refusal names the format', async () => {
  const { shop } = cinema
  const { context } = shop
  const { hallIds } = cinema.cinema
  const hallId = hallIds[1] ?? 0
  await sql`update cinema_hall set formats = '{2D}' where id = ${hallId}`.execute(context.db)
  const startsAt = new Date(context.clock.now().getTime() + 100 * 3_600_000)
  const screeningId = await makeScreening(context, cinema.cinema, { startsAt, format: '3D' })
  const plain = await makeScreening(context, cinema.cinema, {
    startsAt: new Date(startsAt.getTime() + 12 * 3_600_000),
  })
  const operator = await shop.operator()
  const office = (path: string, body: object) =>
    shop.postProven(`/v2/operator/cinema/${path}`, body, operator)
  const to = new Date(startsAt.getTime() + 3_600_000).toISOString()
  for (const isDryRun of [true, false])
    for (const refused of [
      await office('swap-hall', { screeningId, hallId, isDryRun }),
      await office('move', { screeningId, hallId, startsAt: to, isDryRun }),
    ]) {
      expect(refused.body.error).toMatchObject({
        code: 'HallLacksFormat',
        detail: { format: '3D' },
      })
      expect(refused.body.error.message).toContain('3D')
    }
  expect((await office('swap-hall', { screeningId: plain, hallId })).status).toBe(200)
})

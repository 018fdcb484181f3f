/**
 * Goal: products of the bar are goods and not tickets wherever an order is counted: checkout, header, lists, tickets,
 * e-mails, reminders, returns, the organiser's orders and statistics, operators' figures. Method: the whole shop over HTTP with the demo bank.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countAllSales } from '#modules/merchant/tests/count-all-sales.ts'
import { readSalesByItem } from '#modules/orders/server/public-api.ts'
import { sumReturned } from '#modules/returns/server/public-api.ts'
import {
  writeReminder,
  writeReturnEmail,
  writeTicketEmail,
} from '#modules/tickets/server/public-api.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type Reply } from '../../../../tests/hostile/shop.ts'
import { seat, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { book, get, post, seatsOf } = opened

/** Buys two seats with bar products for a guest; the order and its buyer's token. */
async function buyWithGoods(quantities: { glasses: number; popcorn: number }) {
  const { shop, cinema } = opened
  const token = await shop.guest()
  const seats = (await seatsOf('standard')).slice(0, 2).map((one) => seat(one))
  const products = [
    { productId: cinema.productIds.glasses, quantity: quantities.glasses },
    { productId: cinema.productIds.popcorn, quantity: quantities.popcorn },
  ]
  const order = await expectOk(book({ seats, products }, token))
  const pay = async () => {
    const { orderKey } = order
    await post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await post('/v2/orders/complete', { orderKey }, token)
    await shop.context.db
      .updateTable('orders')
      .set({ locale: 'en' })
      .where('order_key', '=', orderKey)
      .execute()
    return shop.context.db
      .selectFrom('orders')
      .select('id')
      .where('order_key', '=', orderKey)
      .executeTakeFirstOrThrow()
  }
  return { token, order, pay }
}

/** A mailer that keeps what is sent. */
function keepingMailer() {
  const sent: Reply[] = []
  return {
    sent,
    mailer: { send: async (mail: unknown) => void sent.push(mail), close: () => undefined },
  }
}

test('two seats, two pairs of glasses and popcorn are two tickets and three goods everywhere', async () => {
  const { shop, cinema, session } = opened
  const { token, order, pay } = await buyWithGoods({ glasses: 2, popcorn: 1 })
  const { orderKey, orderNumber } = order
  const counted = { ticketCount: 2, goodsCount: 3 }
  expect(order.items).toMatchObject([counted])
  expect(order.lines.map((line: Reply) => line.isGoods)).toEqual([false, false, true, true])
  expect((await get('/v2/orders/current', token)).order).toMatchObject(counted)

  const { id: orderId } = await pay()
  const listed = (await get('/v2/orders', token)).orders
  expect(listed.find((one: Reply) => one.orderKey === orderKey)).toMatchObject(counted)
  const { tickets } = await get(`/v2/orders/tickets?orderNumber=${orderNumber}`, token)
  expect(tickets.map((ticket: Reply) => [ticket.typeName, ticket.isGoods])).toEqual([
    ['Adult', false],
    ['Adult', false],
    ['3D glasses', true],
    ['3D glasses', true],
    ['Popcorn', true],
  ])

  const { sent, mailer } = keepingMailer()
  const english = { ...shop.context, locale: 'en' as const }
  await writeTicketEmail(english, mailer, { orderId }, shop.ports.tickets)
  expect(sent[0].text).toContain('Your 2 tickets are attached')
  expect(sent[0].text).toContain('The 3 bar items have codes of their own')
  const item = { orderId, source: 'cinema', itemId: session, legFrom: 0, legTo: 1 }
  await writeReminder(english, mailer, item, shop.ports.tickets)
  expect(sent[1].text).toContain('Your 2 tickets are ready')

  const staff = await shop.staff(cinema.merchantId)
  const found = await post('/v2/merchantusers/orders/find', { text: orderNumber }, staff)
  expect(found.items).toMatchObject([counted])
  const now = shop.context.clock.now().getTime()
  const span = { from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) }
  const sales = await readSalesByItem(shop.context, span, 10)
  expect(sales).toMatchObject([{ source: 'cinema', itemId: session, ticketCount: 2 }])
})

test('a ticket, glasses and popcorn that go back are one ticket and two goods everywhere', async () => {
  const { shop, cinema, session } = opened
  const from = shop.context.clock.now()
  const { token, order, pay } = await buyWithGoods({ glasses: 1, popcorn: 1 })
  const { id: orderId } = await pay()
  const { orderNumber } = order
  const shown = () => get(`/v2/orders/tickets?orderNumber=${orderNumber}`, token)
  const { tickets } = await shown()
  const [first] = tickets.filter(({ isGoods }: Reply) => !isGoods)
  const goods = tickets.filter(({ isGoods }: Reply) => isGoods)
  const operator = await shop.operator()
  const quoted = await get(`/v2/tickets/return?orderKey=${order.orderKey}`, token)
  expect(quoted.tickets.map(({ isGoods }: Reply) => isGoods)).toEqual([false, false, true, true])
  const refund = (going: Reply[]) =>
    expectOk(
      shop.postProven(
        `/v2/operator/orders/${orderNumber}/refund`,
        {
          ticketIdentifiers: going.map(({ ticketIdentifier }) => ticketIdentifier),
          reason: 'Fell ill',
        },
        operator,
      ),
    )
  const returnId = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from ticket_return where order_id = ${orderId} order by created_at desc, id limit 1`.execute(
      shop.context.db,
    )
    return rows[0]?.id ?? ''
  }
  const english = { ...shop.context, locale: 'en' as const }
  const { sent, mailer } = keepingMailer()
  await refund([first, goods[0]])
  await writeReturnEmail(english, mailer, { returnId: await returnId() }, shop.ports.tickets)
  expect(sent[0].text).toMatch(/Your ticket and 1 bar item for .+ have been returned/)
  expect(sent[0].subject).toContain('Your ticket is returned')
  const firstBack = shop.context.clock.now()
  shop.context.clock.advance(60)
  await refund([goods[1]])
  await writeReturnEmail(english, mailer, { returnId: await returnId() }, shop.ports.tickets)
  expect(sent[1].text).toMatch(/Your bar item for .+ has been returned/)
  expect(sent[1].subject).toContain('Your bar item is returned')

  expect((await shown()).returns).toMatchObject([
    { ticketIdentifiers: { length: 2 }, goodsCount: 1 },
    { ticketIdentifiers: { length: 1 }, goodsCount: 1 },
  ])
  await writeTicketEmail(english, mailer, { orderId }, shop.ports.tickets)
  expect(sent[2].text).toContain('One ticket has been returned')
  expect(sent[2].text).toContain('2 bar items have been returned')

  const counted = [
    { ticketCount: 1, goodsCount: 1 },
    { ticketCount: 0, goodsCount: 1 },
  ]
  const office = await get(`/v2/operator/orders/${orderNumber}`, operator)
  expect(office.returns).toMatchObject(counted)
  const kinds = [false, false, true, true]
  expect(office.tickets.map(({ isGoods }: Reply) => isGoods)).toEqual(kinds)
  const staff = await shop.staff(cinema.merchantId)
  const own = await get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, staff)
  expect(own.returns).toMatchObject(counted)
  expect(own.tickets.map(({ isGoods }: Reply) => isGoods)).toEqual(kinds)
  const until = new Date(firstBack.getTime() + 3_600_000)
  expect(await sumReturned(shop.context, { from, to: until })).toMatchObject({ ticketCount: 1 })

  await countAllSales(shop.context)
  const figures = await get(`/v2/merchantusers/statistics?source=cinema&itemId=${session}`, staff)
  const { rows } = await sql<{ sold: number }>`
    select sum(unit_price_minor)::int as sold from ticket_sale where item_id = ${session} and source = 'cinema'`.execute(
    shop.context.db,
  )
  expect(figures.totals).toMatchObject({
    ticketCount: 4,
    endedCount: 1,
    usedCount: 0,
    sold: { amount: rows[0]?.sold },
  })
})

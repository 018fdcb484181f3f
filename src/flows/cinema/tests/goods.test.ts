/**
 * Goal: products of the bar are goods and not tickets wherever an order is counted: checkout, header, lists, tickets,
 * e-mails, reminders, the organiser's orders, operators' figures. Method: the whole shop over HTTP with the demo bank.
 */
import { expect, test } from 'vitest'
import { readSalesByItem } from '#modules/orders/server/public-api.ts'
import { writeReminder, writeTicketEmail } from '#modules/tickets/server/public-api.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, type Reply } from '../../../../tests/hostile/shop.ts'
import { seat, useCinemaShop } from './use-cinema-shop.ts'

const opened = useCinemaShop()
const { book, get, post, seatsOf } = opened

test('two seats, two pairs of glasses and popcorn are two tickets and three goods everywhere', async () => {
  const { shop, cinema, session } = opened
  const { glasses, popcorn } = cinema.productIds
  const token = await shop.guest()
  const seats = (await seatsOf('standard')).slice(0, 2).map((one) => seat(one))
  const products = [
    { productId: glasses, quantity: 2 },
    { productId: popcorn, quantity: 1 },
  ]
  const order = await expectOk(book({ seats, products }, token))
  const { orderKey, orderNumber } = order
  const counted = { ticketCount: 2, goodsCount: 3 }
  expect(order.items).toMatchObject([counted])
  expect(order.lines.map((line: Reply) => line.isGoods)).toEqual([false, false, true, true])
  expect((await get('/v2/orders/current', token)).order).toMatchObject(counted)

  await post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await post('/v2/orders/complete', { orderKey }, token)
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

  const sent: Reply[] = []
  const mailer = { send: async (mail: unknown) => void sent.push(mail), close: () => undefined }
  const { id: orderId } = await shop.context.db
    .selectFrom('orders')
    .select('id')
    .where('order_key', '=', orderKey)
    .executeTakeFirstOrThrow()
  const english = { ...shop.context, locale: 'en' as const }
  await shop.context.db
    .updateTable('orders')
    .set({ locale: 'en' })
    .where('id', '=', orderId)
    .execute()
  await writeTicketEmail(english, mailer, { orderId }, shop.ports.tickets)
  expect(sent[0].text).toContain('All 2 tickets are attached')
  expect(sent[0].text).toContain('The 3 bar items have a code of their own')
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

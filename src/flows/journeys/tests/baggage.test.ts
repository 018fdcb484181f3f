/**
 * Goal: baggage of a passenger has a code and is no ticket wherever an order is counted: checkout, header, lists, the
 * order's page, e-mails, calendar, the carrier's orders and figures. Method: a small line over HTTP with the demo bank.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAllSales } from '#modules/merchant/tests/count-all-sales.ts'
import { readSalesByItem } from '#modules/orders/server/public-api.ts'
import { writeReturnEmail, writeTicketEmail } from '#modules/tickets/server/public-api.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let line: MadeLine

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context, { terms: { serviceFeeMinor: 0 } })
})
afterAll(() => shop.close())

function keepingMailer() {
  const sent: Reply[] = []
  return {
    sent,
    mailer: { send: async (mail: unknown) => void sent.push(mail), close: () => undefined },
  }
}

test('a passenger with two suitcases is one ticket and two pieces of baggage everywhere', async () => {
  const token = await shop.customer()
  const [runId] = line.runIds
  const onSale = `/v2/transport/ticket-types?runId=${runId}&legFrom=0&legTo=2`
  const [bag] = (await expectOk(shop.get(onSale, token))).baggage
  const baggage = [{ optionCode: bag.optionCode, quantity: 2 }]
  const segment = { runId, legFrom: 0, legTo: 2, passengers: [{ rider: 'adult' }], baggage }
  const held = await expectOk(shop.post('/v2/transport/choose', { segments: [segment] }, token))
  const { orderKey } = held
  const counted = { ticketCount: 1, goodsCount: 0, baggageCount: 2 }
  const order = await expectOk(shop.get(`/v2/orders/details?orderKey=${orderKey}`, token))
  expect(order.items).toMatchObject([counted])
  expect(order.lines.map((one: Reply) => one.isBaggage)).toEqual([false, true])
  expect((await expectOk(shop.get('/v2/orders/current', token))).order).toMatchObject(counted)

  const [{ lineId }] = held.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, orderKey, { passengers, token })
  const { db } = shop.context
  const { id: orderId } = await db
    .updateTable('orders')
    .set({ locale: 'en' })
    .where('order_key', '=', orderKey)
    .returning('id')
    .executeTakeFirstOrThrow()
  const [listed] = (await expectOk(shop.get('/v2/orders', token))).orders
  expect(listed).toMatchObject(counted)
  const { orderNumber } = listed
  const page = await expectOk(shop.get(`/v2/orders/tickets?orderNumber=${orderNumber}`, token))
  expect(page.tickets.map((ticket: Reply) => ticket.isBaggage)).toEqual([false, true, true])

  const { sent, mailer } = keepingMailer()
  const english = { ...shop.context, locale: 'en' as const }
  await writeTicketEmail(english, mailer, { orderId }, shop.ports.tickets)
  expect(sent[0].text).toContain('The ticket is attached')
  expect(sent[0].text).toContain('The 2 pieces of baggage have codes of their own')
  const entry = sent[0].attachments.find(({ filename }: Reply) => filename.endsWith('.ics'))
  expect(String(entry.content).replaceAll(/\r\n[ \t]/g, '')).toContain(
    '1 ticket\\, 2 pieces of baggage\\, order',
  )

  const staff = await shop.staff(line.merchantId)
  const find = { text: orderNumber }
  const found = await expectOk(shop.post('/v2/merchantusers/orders/find', find, staff))
  expect(found.items).toMatchObject([counted])
  const now = shop.context.clock.now().getTime()
  const span = { from: new Date(now - 3_600_000), to: new Date(now + 3_600_000) }
  expect(await readSalesByItem(shop.context, span, 10)).toMatchObject([{ ticketCount: 1 }])
  await countAllSales(shop.context)
  const figures = await db
    .selectFrom('merchant_sale')
    .select(({ fn }) => fn.sum<number>('ticket_count').as('count'))
    .where('merchant_id', '=', line.merchantId)
    .executeTakeFirstOrThrow()
  expect(Number(figures.count)).toBe(1)

  const operator = await shop.operator()
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
  const writtenOf = async (going: Reply[]) => {
    await refund(going)
    shop.context.clock.advance(60)
    const { id: returnId } = await db
      .selectFrom('ticket_return')
      .select('id')
      .where('order_id', '=', orderId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await writeReturnEmail(english, mailer, { returnId }, shop.ports.tickets)
    return sent.at(-1)
  }
  const [passenger, first, second] = page.tickets
  const alone = await writtenOf([second])
  expect(alone.subject).toContain('Your baggage ticket is returned')
  const both = await writtenOf([passenger, first])
  expect(both.text).toMatch(/Your ticket and 1 baggage ticket for .+ have been returned/)
  const back = [
    { ticketCount: 0, baggageCount: 1 },
    { ticketCount: 1, baggageCount: 1 },
  ]
  const after = await expectOk(shop.get(`/v2/orders/tickets?orderNumber=${orderNumber}`, token))
  expect(after.returns).toMatchObject(back)
  const office = await expectOk(shop.get(`/v2/operator/orders/${orderNumber}`, operator))
  expect(office.returns).toMatchObject(back)
  expect(office.tickets.map((ticket: Reply) => ticket.isBaggage)).toEqual([false, true, true])
})

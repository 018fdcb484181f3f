/**
 * Goal: an organiser's back office works for any source: a carrier finds passengers, orders, figures and recipients of
 * mailings by run and by leg, described by the run's own source, and other organisers find nothing. Method: a bus with
 * two passengers on different legs, bought over HTTP; the calls of the carrier's staff and of another organiser's.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendDueMailings, writeMailingEmail } from '#modules/mailings/server/public-api.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { countAllSales } from './count-all-sales.ts'

let shop: HostileShop
let line: MadeLine
let token: string
let stranger: string
/** Orders of the passenger on the whole route, and of the one who boards at the second stop. */
let whole: Bought
let part: Bought

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context)
  const other = await makeLine(shop.context)
  token = await shop.staff(line.merchantId)
  stranger = await shop.staff(other.merchantId)
  whole = await buy({ legFrom: 0, legTo: 3, family: 'Beridze' })
  part = await buy({ legFrom: 1, legTo: 3, family: 'Lomidze' })
}, 60_000)
afterAll(() => shop.close())

interface Bought {
  readonly orderNumber: string
  readonly email: string
}

async function buy(ride: { legFrom: number; legTo: number; family: string }): Promise<Bought> {
  const { family, ...legs } = ride
  const customer = await shop.customer()
  const segments = [{ runId: line.runIds[0], ...legs, passengers: [{}] }]
  const held = await expectOk(shop.post('/v2/transport/choose', { segments }, customer))
  const [{ lineId }] = held.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: family }]
  const email = `${family.toLowerCase()}@example.com`
  await payFor(shop, held.orderKey, { passengers, token: customer, email })
  const { tickets } = await expectOk(shop.get('/v2/tickets', customer))
  return { orderNumber: tickets[0].orderNumber, email }
}

const run = () => ({ source: 'transport', itemId: line.runIds[0] })
const find = (body: object = {}, by = token) =>
  shop.post('/v2/merchantusers/attendees/find', { ...run(), ...body }, by)

test('lists the carrier’s own runs of a day', async () => {
  const day = (by: string, at = line.date) => shop.get(`/v2/merchantusers/items?day=${at}`, by)
  const own = await expectOk(day(token))
  expect(own.hasAny).toBe(true)
  expect(own.items).toEqual([
    expect.objectContaining({ ...run(), stops: expect.arrayContaining([expect.any(String)]) }),
  ])
  expect(own.items[0].stops).toHaveLength(4)
  const others = await expectOk(day(stranger))
  expect(others.items.map(({ itemId }: Reply) => itemId)).not.toContain(run().itemId)
  expect((await expectOk(day(token, '2020-01-01'))).items).toEqual([])
})

test('lists passengers by run and stop, with names and legs', async () => {
  const all = await expectOk(find())
  expect(all).toMatchObject({ totalCount: 2, insideCount: 0 })
  const [first, second] = all.items
  expect(first).toMatchObject({ passengerName: 'Nino Beridze', orderNumber: whole.orderNumber })
  expect(first.typeName).toContain('Adult')
  expect(second.from).toBe(first.from.replace(/0$/, '1'))
  expect(second.to).toBe(first.to)
  const later = await expectOk(find({ stop: 1 }))
  expect(later.items.map(({ passengerName }: Reply) => passengerName)).toEqual(['Nino Lomidze'])
  // The count is that of the stop, not of the run.
  expect(later).toMatchObject({ totalCount: 1, insideCount: 0 })
  expect(await expectOk(find({ stop: 2 }))).toMatchObject({ totalCount: 0, items: [] })
  expect(first.place).toMatch(/^seat \d+/)
  expect((await find({}, stranger)).status).toBe(404)
  // Ids are unique within their source only.
  expect((await find({ source: 'event' })).status).toBe(404)
  const csv = await shop.get(
    `/v2/merchantusers/attendees.csv?source=transport&itemId=${run().itemId}&locale=en`,
    token,
  )
  expect(csv.text).toContain('"Passenger","From","To"')
  expect(csv.text).toContain('Nino Lomidze')
})

test('describes the tickets of an order, and finds orders by run', async () => {
  const order = await expectOk(
    shop.get(`/v2/merchantusers/orders/order?orderNumber=${part.orderNumber}`, token),
  )
  const [ticket] = order.tickets
  expect(ticket.itemName).toMatch(/^Town \d+ 1 – Town \d+ 3$/)
  expect(ticket.itemNote).toMatch(/^Bus \d+$/)
  expect(ticket.place).toMatch(/^seat \d+/)
  expect(ticket).toMatchObject({ passengerName: 'Nino Lomidze', timeZone: 'Asia/Tbilisi' })
  // The boarding stop is an hour after the first one.
  const [first] = (await expectOk(shop.get(`/v2/merchantusers/items?day=${line.date}`, token)))
    .items
  expect(Date.parse(ticket.startsAt) - Date.parse(first.startsAt)).toBe(3_600_000)
  const found = await expectOk(shop.post('/v2/merchantusers/orders/find', run(), token))
  expect(found.items.map(({ orderNumber }: Reply) => orderNumber)).toEqual([
    part.orderNumber,
    whole.orderNumber,
  ])
  expect((await shop.post('/v2/merchantusers/orders/find', run(), stranger)).status).toBe(404)
})

test('shows operators the same, line by line', async () => {
  const operator = await shop.operator()
  const order = await expectOk(shop.get(`/v2/operator/orders/${part.orderNumber}`, operator))
  const item = {
    ...run(),
    legFrom: 1,
    legTo: 3,
    name: { en: expect.stringMatching(/^Town \d+ 1 – Town \d+ 3$/) },
    note: { en: expect.stringMatching(/^Bus \d+$/) },
  }
  expect(order.items).toMatchObject([item])
  expect(order.lines.filter(({ kind }: Reply) => kind === 'Ticket')).toMatchObject([{ item }])
})

test('returns figures of a run, with rows named by their source', async () => {
  await countAllSales(shop.context)
  const query = `source=transport&itemId=${run().itemId}`
  const figures = await expectOk(shop.get(`/v2/merchantusers/statistics?${query}`, token))
  expect(figures.totals.ticketCount).toBe(2)
  expect(figures.byType[0].name).toContain('Adult')
  expect((await shop.get(`/v2/merchantusers/statistics?${query}`, stranger)).status).toBe(404)
  const idle = `source=transport&itemId=${line.runIds[1]}`
  expect(
    (await expectOk(shop.get(`/v2/merchantusers/statistics?${idle}`, token))).totals.ticketCount,
  ).toBe(0)
  const totals = await expectOk(shop.get('/v2/merchantusers/totals?isArchive=false', token))
  expect(totals.items).toEqual([
    expect.objectContaining({
      source: 'transport',
      itemCount: 1,
      ticketCount: 2,
      name: expect.stringMatching(/^Bus \d+$/),
    }),
  ])
  const over = await expectOk(shop.get('/v2/merchantusers/totals?isArchive=true', token))
  expect(over.items).toEqual([])
})

test('sends a mailing to passengers on its legs, and names the run', async () => {
  const sent: Email[] = []
  const mailer: Mailer = {
    send: (mail) => {
      sent.push(mail)
      return Promise.resolve()
    },
    close: () => undefined,
  }
  const base = '/v2/merchantusers/messages'
  const words = { kind: 'service', subjectKa: 'სათაური', bodyKa: 'ტექსტი' }
  const save = (items: readonly object[], by = token) => shop.post(base, { ...words, items }, by)
  expect((await save([run()], stranger)).status).toBe(404)
  expect((await save([{ ...run(), legFrom: 1, legTo: 9 }])).status).toBe(404)
  expect((await save([])).status).toBe(400)
  expect((await expectOk(save([run()]))).holderCount).toBe(2)
  const mailing = await expectOk(save([{ ...run(), legFrom: 0, legTo: 1 }]))
  expect(mailing.holderCount).toBe(1)
  expect(mailing.items).toEqual([
    expect.objectContaining({
      ...run(),
      legFrom: 0,
      legTo: 1,
      name: expect.stringMatching(/Town/),
    }),
  ])
  const { mailingId } = mailing
  await expectOk(shop.post(`${base}/schedule`, { mailingId }, token))
  expect(await sendDueMailings(shop.context, shop.ports.orders)).toBe(1)
  const rows = await shop.context.db
    .selectFrom('mailing_delivery')
    .innerJoin('order_summary', 'order_summary.order_id', 'mailing_delivery.order_id')
    .select(['order_number', 'mailing_delivery.order_id'])
    .where('mailing_id', '=', mailingId)
    .execute()
  expect(rows.map(({ order_number }) => order_number)).toEqual([whole.orderNumber])
  const payload = { mailingId, orderId: Number(rows[0]?.order_id) }
  await writeMailingEmail(shop.context, mailer, payload, shop.ports.orders)
  expect(sent.map(({ to }) => to)).toEqual([whole.email])
  expect(sent[0]?.text).toMatch(/Town \d+ 0 – Town \d+ 1/)
  // At most three mailings a week about a run, whatever its legs.
  for (const status of [200, 200, 409]) {
    const next = await expectOk(save([{ ...run(), legFrom: 1, legTo: 2 }]))
    const scheduled = await shop.post(`${base}/schedule`, { mailingId: next.mailingId }, token)
    expect(scheduled.status === 200 ? 200 : 409, scheduled.text).toBe(status)
  }
})

/**
 * Goal: messages to an organiser's system have the answers to its questions as of now, and nothing of an erased buyer, who also
 * leaves the office and its searches. Method: a receiver over HTTP, changed answers, and the erasing of the customer.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMessages, enqueueMessages } from '#modules/webhooks/server/public-api.ts'
import {
  askingEvent,
  buyAnswering,
  choosePlaces,
  question,
} from '../../../../tests/hostile/asked.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { stepUpHeaders } from '../../../../tests/support/step-up.ts'
import { eraseDueCustomers } from '../server/erase-due-customers.ts'

const options = [{ value: 'vegan', label: { ka: 'ვეგანური', en: 'Vegan' } }]

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('messages to the organiser’s system have the answers as of now, and nothing of an erased buyer', async () => {
  const bodies: Reply[] = []
  const receiver: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  try {
    const date = await askingEvent(shop, [
      question('guest', 'ticket', 'text'),
      question('meal', 'order', 'select', { options }),
    ])
    const owner = await shop.staff(date.merchantId)
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    await expectOk(shop.postProven('/v2/merchantusers/webhooks', { url }, owner, 'webhooks'))
    const customer = await shop.customer()
    const { orderKey } = await choosePlaces(shop, customer, { event: date, placeIds: [1, 2] })
    const { orderNumber, questions } = await buyAnswering(
      shop,
      { token: customer, orderKey },
      ({ kind }, index) => (kind === 'select' ? 'vegan' : `Guest ${index}`),
    )
    const last = async () => {
      await tell()
      return bodies.at(-1)?.data
    }
    const first = await last()
    expect(first.orderNumber).toBe(orderNumber)
    expect(first.answers).toEqual([
      {
        key: 'order.meal',
        label: { ka: 'კითხვა meal', en: 'Question meal' },
        value: 'vegan',
        text: { ka: 'ვეგანური', en: 'Vegan' },
      },
    ])
    const guests = (data: Reply) =>
      data.tickets.map(({ answers }: Reply) => answers.map(({ value }: Reply) => value))
    expect(guests(first).flat()).toHaveLength(2)
    const changed = questions.find(({ lineId }) => lineId !== null)
    const extras = [{ id: changed.id, value: 'Somebody else' }]
    await expectOk(
      shop.post('/v2/tickets/additional-info', { orderNo: orderNumber, extras }, customer),
    )
    expect(guests(await last()).flat()).toContain('Somebody else')
    const { rows: stored } = await sql`
      select payload from webhook_message where payload::text like '%Somebody else%'`.execute(
      shop.context.db,
    )
    expect(stored).toEqual([])
    const exported = await shop.send({
      method: 'GET',
      path: '/v2/auth/export',
      token: customer,
      headers: await stepUpHeaders(shop.context, customer, 'export'),
    })
    expect(exported.text).toContain('Somebody else')
    await erase(orderKey)
    const erased = await last()
    expect(erased.orderNumber).toBe(orderNumber)
    expect([erased.answers, ...guests(erased)]).toEqual([[], [], []])
    const order = await expectOk(
      shop.get(`/v2/merchantusers/orders/order?orderNumber=${orderNumber}`, owner),
    )
    expect([order.answers, ...order.tickets.map((one: Reply) => one.answers)]).toEqual([[], [], []])
    const found = await expectOk(
      shop.post('/v2/merchantusers/orders/find', { text: 'Somebody else' }, owner),
    )
    expect(found.items).toEqual([])
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})

/** Sends everything that has changed; changes are told once no older transaction of the server is under way. */
async function tell(): Promise<void> {
  await waitFor('all changes are told', async () => {
    await enqueueMessages(shop.context)
    await deliverMessages(shop.context, { allowsLoopback: true })
    const { rows } = await sql<{ isDone: boolean }>`
      select not exists (select from ticket where changed_transaction >=
        (select next_transaction from webhook_cursor)) as "isDone"`.execute(shop.context.db)
    return rows[0]?.isDone
  })
}

async function erase(orderKey: string): Promise<void> {
  await sql`
    update customer set delete_after = ${new Date(0)}
    where id = (select customer_id from orders where order_key = ${orderKey})`.execute(
    shop.context.db,
  )
  expect(await eraseDueCustomers(shop.context)).toBe(1)
}

/**
 * Goal: messages to an endpoint are sorted as a whole, and their pages contain each of them once. Method: more messages
 * than a page has, two for each order, in every state, read page by page and compared with a sort of all.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSales } from '#modules/merchant/tests/many-sales.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { webhookMessageSorts, type WebhookMessageView } from '../contract.ts'

const orders = 22
let shop: HostileShop
let owner: string
let endpointId: number

beforeAll(async () => {
  shop = await openHostileShop()
  const { db, clock } = shop.context
  const { merchantId, offeringId } = await shop.event()
  owner = await shop.staff(merchantId)
  const sales = { merchantIdFirst: merchantId, merchantCount: 1, itemsEach: 1, days: 1 }
  await writeSales(db, { ...sales, offeringId, ticketsEach: orders, until: clock.now() })
  const url = 'https://example.com/hook'
  ;({ endpointId } = await expectOk(
    shop.postProven('/v2/merchantusers/webhooks', { url }, owner, 'webhooks'),
  ))
  await sql`
    insert into webhook_message
      (message_id, endpoint_id, order_id, type, payload, state, next_attempt_at, created_at)
    select gen_random_uuid(), ${endpointId}, id, 'order.changed', '{}',
      (array['delivered', 'waiting', 'given-up'])[1 + (id + n) % 3], ${clock.now()}, ${clock.now()}
    from orders, generate_series(1, 2) as n where order_number like 'MS%' order by n, id % 5, id`.execute(
    db,
  )
})
afterAll(() => shop.close())

const list = (query: string) =>
  shop.get(`/v2/merchantusers/webhooks/messages?endpointId=${endpointId}${query}`, owner)

async function readPages(sort?: string): Promise<WebhookMessageView[]> {
  const found: WebhookMessageView[] = []
  for (;;) {
    const query = `&limit=15&offset=${found.length}${sort ? `&sort=${sort}` : ''}`
    const { items, totalCount } = await expectOk(list(query))
    found.push(...items)
    if (found.length >= totalCount) return found
  }
}

const stages = ['delivered', 'waiting', 'given-up']
const compareKeys: Record<string, (one: WebhookMessageView, other: WebhookMessageView) => number> =
  {
    order: (one, other) => one.orderNumber.localeCompare(other.orderNumber, 'en'),
    state: (one, other) => stages.indexOf(one.state) - stages.indexOf(other.state),
  }

test.each(webhookMessageSorts)('pages by %s contain each message once, in order', async (sort) => {
  const newest = await readPages('newest')
  const found = await readPages(sort)
  const compare = compareKeys[sort.replace('Reversed', '')]
  const direction = sort.endsWith('Reversed') ? -1 : 1
  const wanted = compare
    ? // Of equal messages the newest is first.
      newest.toSorted((one, other) => direction * compare(one, other))
    : sort === 'oldest'
      ? newest.toReversed()
      : newest
  const idsOf = (messages: readonly WebhookMessageView[]) =>
    messages.map(({ messageId }) => messageId)
  expect(new Set(idsOf(found)).size).toBe(2 * orders)
  expect(idsOf(found)).toEqual(idsOf(wanted))
})

test('the newest are first unless asked otherwise, and nothing else sorts them', async () => {
  const [newest, others] = await Promise.all([readPages('newest'), readPages()])
  expect(others).toEqual(newest)
  expect((await list('&sort=size')).status).toBe(400)
})

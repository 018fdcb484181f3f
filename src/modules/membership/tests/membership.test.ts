/**
 * Goal: a status reflects the paid orders, a discount card belongs to one account and its PIN cannot be guessed, and
 * the wallet's pages list every order once. Method: calls over HTTP on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { discountCard } from '../../../../tests/hostile/wallet.ts'
import { deriveChanges } from '../server/loyalty-history.ts'
import { statusForAmount } from '../server/loyalty.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

const status = (code: string, thresholdMinor: number) => ({
  code,
  thresholdMinor,
  name: { ka: code, en: code },
  feeBasisPoints: 0,
  benefits: [],
})
const statuses = [status('low', 100), status('high', 300)]

test.each([
  [0, null, 'low', 0],
  [99, null, 'low', 99],
  [100, 'low', 'high', 0],
  [299, 'low', 'high', 99],
  [300, 'high', null, 100],
  [9_999, 'high', null, 100],
])(
  'returns for %i spent status %s, next status %s, progress %i percent',
  (spent, now, next, percent) => {
    const result = statusForAmount(statuses, spent)
    expect(result.status?.code ?? null).toBe(now)
    expect(result.next?.code ?? null).toBe(next)
    expect(result.progressPercent).toBe(percent)
  },
)

test('derives a rise from each payment and a fall when a payment is too old to count', () => {
  const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1) + number * 86_400_000)
  const payments = [
    { at: day(0), amountMinor: 60 },
    { at: day(10), amountMinor: 50 },
    { at: day(20), amountMinor: 250 },
  ]
  const changesUntil = (now: Date) =>
    deriveChanges(statuses, payments, now).map(({ at, status: reached, spentMinor }) => [
      (at.getTime() - day(0).getTime()) / 86_400_000,
      reached?.code ?? null,
      spentMinor,
    ])
  expect(changesUntil(day(9))).toEqual([])
  expect(changesUntil(day(30))).toEqual([
    [10, 'low', 110],
    [20, 'high', 360],
  ])
  // After 365 days the first payment no longer counts and 300 remain; after the second, none of the thresholds is met.
  expect(changesUntil(day(1_000)).slice(2)).toEqual([
    [375, 'low', 250],
    [385, null, 0],
  ])
  // The last change agrees with a direct calculation of the status.
  for (const at of [5, 12, 25, 366, 376, 390]) {
    const counted = payments.filter(
      (payment) => payment.at <= day(at) && payment.at > day(at - 365),
    )
    const spent = counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    expect(deriveChanges(statuses, payments, day(at)).at(-1)?.status?.code ?? null).toBe(
      statusForAmount(statuses, spent).status?.code ?? null,
    )
  }
})

test('calculates a status from paid orders and stores it only on POST', async () => {
  const token = await shop.customer()
  const event = await shop.event()
  const request = { event, placeIds: [1, 2] }
  await purchase(shop, { token, station: 'checkout', request })
  const unpaid = await shop.get('/v2/auth/loyaltystatus', token)
  expect(unpaid.body).toMatchObject({
    spent: { amount: 0 },
    status: { code: 'newcomer' },
    keptAt: null,
  })
  const { statuses: all } = (await shop.get('/v2/auth/loyaltystatuses', token)).body
  expect(all[0]).toEqual(unpaid.body.status)
  expect(unpaid.body.next).toEqual(all[1])
  const paidToken = await shop.customer()
  await purchase(shop, {
    token: paidToken,
    station: 'paid',
    request: { event, placeIds: [3, 4] },
  })
  const { body } = await shop.get('/v2/auth/loyaltystatus', paidToken)
  const [order] = (await shop.get('/groot/Wallet/upcoming', paidToken)).body.orders
  expect(body.spent.amount).toBe(order.total.amount)
  expect(body.missing.amount).toBe(body.next.threshold.amount - body.spent.amount)
  expect(body.keptAt).toBeNull()
  const stored = await shop.post('/v2/auth/loyaltystatus', undefined, paidToken)
  expect(stored.body.keptAt).not.toBeNull()
  const { changes } = (await shop.get('/v2/auth/loyaltyhistory', paidToken)).body
  expect(changes[0]?.code ?? 'newcomer').toBe(stored.body.status.code)
  shop.context.clock.advance(366 * 86_400)
  const later = await shop.get('/v2/auth/loyaltystatus', await reopenSession(paidToken))
  expect(later.body).toMatchObject({ spent: { amount: 0 }, status: { code: 'newcomer' } })
})

/** Opens another session of the same customer; the session of a year ago has expired. */
async function reopenSession(token: string): Promise<string> {
  const { createHash } = await import('node:crypto')
  const { customer_id } = await shop.context.db
    .selectFrom('session')
    .select('customer_id')
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
  return (await shop.ports.sessions.openCustomer(shop.context, customer_id ?? '', 'test')).token
}

const add = (card: Record<string, unknown>, token: string, pin = card['pin']) =>
  shop.post(
    `/v2/auth/discountcards/add?cardNumber=${card['cardNumber']}&discountCardType=${card['discountCardType']}&pin=${pin}`,
    undefined,
    token,
  )

test('assigns a card to the first account that adds it; only that account lists and removes it', async () => {
  const [token, other] = [await shop.customer(), await shop.customer()]
  const card = await discountCard(shop, token, { id: 'auth-discountcards-add' })
  const attempts = await Promise.all([add(card, token), add(card, other)])
  expect(attempts.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  const owner = attempts[0]?.status === 200 ? token : other
  const { userId } = (await shop.get('/groot/Accounts', owner)).body
  const stranger = owner === token ? other : token
  const listed = await shop.get(`/v2/auth/discountcards/${userId}/list`, owner)
  expect(listed.body.cards).toHaveLength(1)
  expect((await shop.get('/groot/Wallet/discount-cards', owner)).body).toEqual(listed.body)
  expect((await shop.get('/groot/Wallet/discount-cards', stranger)).body.cards).toEqual([])
  const path = `/v2/auth/discountcards/${userId}`
  expect((await shop.get(`${path}/list`, stranger)).status).toBe(404)
  expect(
    (await shop.post(`${path}/remove/${card['cardNumber']}`, undefined, stranger)).status,
  ).toBe(404)
  expect((await shop.post(`${path}/remove/${card['cardNumber']}`, undefined, owner)).status).toBe(
    200,
  )
  expect((await add(card, stranger)).status).toBe(200)
})

test('refuses even the right PIN for a day after five wrong ones, also when sent concurrently', async () => {
  const token = await shop.customer()
  const card = await discountCard(shop, token, { id: 'auth-discountcards-add' })
  const wrong = await Promise.all(
    ['0000', '1111', '2222', '3333', '4444'].map((pin) => add(card, token, pin)),
  )
  expect(wrong.map((answer) => answer.body.error.code)).toEqual(Array(5).fill('DiscountCardWrong'))
  expect((await add(card, token)).body.error.code).toBe('DiscountCardWrong')
  shop.context.clock.advance(24 * 3_600)
  expect((await add(card, await reopenSession(token))).status).toBe(200)
  const stored = await shop.context.db.selectFrom('discount_card').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('"1234"')
})

test('pages without overlap and separates upcoming orders from the history', async () => {
  const token = await shop.customer()
  const event = await shop.event()
  for (let place = 1; place <= 5; place += 1) {
    const station = place <= 3 ? 'paid' : 'checkout'
    await purchase(shop, { token, station, request: { event, placeIds: [place] } })
  }
  const read = async (part: string, query: string) => {
    const answer = await shop.get(`/groot/Wallet/${part}?${query}`, token)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const keys: string[] = []
  let cursor = ''
  do {
    const page = await read('upcoming', `pageSize=2${cursor}`)
    keys.push(...page.orders.map(({ orderKey }: { orderKey: string }) => orderKey))
    cursor = page.nextCursor === null ? '' : `&cursorPointer=${encodeURIComponent(page.nextCursor)}`
  } while (cursor !== '')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(3)
  // A client may start at an arbitrary date.
  const now = shop.context.clock.now().getTime()
  const dateFrom = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const from = async (date: string) =>
    (await read('upcoming', `cursorPointer=${encodeURIComponent(date)}`)).orders.length
  expect(await from(dateFrom(1))).toBe(3)
  expect(await from(dateFrom(1).slice(0, 10))).toBe(3)
  expect(await from(dateFrom(-1).replace('Z', '+04:00'))).toBe(0)
  const wrong = await shop.get('/groot/Wallet/upcoming?cursorPointer=yesterday', token)
  expect(wrong.body.error.code).toBe('BadRequest')
  const { orders } = await read('history', 'pageSize=50')
  expect(orders).toHaveLength(2)
  expect((await read('upcoming', 'category=0')).orders).toHaveLength(3)
  expect((await read('upcoming', 'category=2')).orders).toEqual([])
  expect((await read('history', 'orderStatus=1')).orders).toEqual([])
  expect((await read('upcoming', 'integrationChannel=partner')).orders).toEqual([])
})

/**
 * Goal: calls of the specification that no page and no scenario sends do what their twins do, as the specification says.
 * Method: each over HTTP, beside the call that is used.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { makeRule } from '#modules/sale-rules/tests/factories.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { family } from '../flights/traveller.ts'
import { expectOk, purchase } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { sumsValues } from '../hostile/sums.ts'
import { walletValues } from '../hostile/wallet.ts'
import { expireCaches } from '../support/cache-clock.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
}, 60_000)
afterAll(() => shop.close())

test('the consent to sign-in is saved and read back by both families of calls', async () => {
  const token = await shop.customer()
  const reads = ['/v2/auth/signin-consent', '/groot/Auth/signin-consent']
  for (const [path, isGiven] of [
    ['/v2/auth/signin-save-consent', true],
    ['/groot/Auth/signin-consent', false],
  ] as const) {
    await expectOk(shop.post(path, { isGiven, version: 1 }, token))
    for (const read of reads)
      expect(await expectOk(shop.get(read, token)), `${path}, ${read}`).toMatchObject({
        decision: { isGiven },
      })
  }
})

test('saved cards are listed, and forgotten by their owner alone', async () => {
  const token = await shop.customer()
  await walletValues(shop, token)
  const { cards } = await expectOk(shop.get('/v2/auth/paymentcards', token))
  expect(cards).toMatchObject([{ lastFour: '1111' }])
  expect(await expectOk(shop.get('/groot/Wallet/cards', token))).toEqual({ cards })
  const remove = (by: string) =>
    shop.send({ method: 'DELETE', path: `/v2/auth/paymentcard/${cards[0].cardId}`, token: by })
  expect((await remove(await shop.customer())).status).toBe(404)
  expect((await remove(token)).status).toBe(200)
  expect(await expectOk(shop.get('/v2/auth/paymentcards', token))).toEqual({ cards: [] })
})

test('a balance is applied to an order and taken off it', async () => {
  const token = await shop.customer()
  const request = { event: await shop.event(), placeIds: [1] }
  const { orderKey, total } = await purchase(shop, { token, station: 'checkout', request })
  const { userId } = await expectOk(shop.get('/v2/auth/profile', token))
  await postTransfer(shop.context, {
    idempotencyKey: `gift ${userId}`,
    kind: 'correction',
    reference: userId,
    postings: [
      { account: customerAccount(userId), currency: 'GEL', amountMinor: -500 },
      { account: 'house:fees', currency: 'GEL', amountMinor: 500 },
    ],
  })
  const send = async (name: string) =>
    (await expectOk(shop.post(`/v2/balance/${name}`, { orderKey }, token))).toPay.amount
  expect(await send('apply')).toBe(total - 500)
  expect(await send('unapply')).toBe(total)
  const { available } = await expectOk(shop.get('/v2/balance', token))
  expect(available.amount).toBe(500)
})

test('the loyalty programme is joined, and types of discount cards are the same in both lists', async () => {
  const token = await shop.customer()
  const isIn = async () => (await expectOk(shop.get('/groot/Accounts', token))).isLoyaltyEnabled
  expect(await isIn()).toBe(false)
  await expectOk(shop.send({ method: 'POST', path: '/groot/Accounts/enable-loyalty', token }))
  expect(await isIn()).toBe(true)
  await sumsValues(shop, token)
  const { types } = await expectOk(shop.get('/groot/Wallet/discount-card-types', token))
  expect(types.length).toBeGreaterThan(0)
  expect(await expectOk(shop.get('/v2/auth/discountcards/types', token))).toEqual({ types })
})

test('what is chosen beside the tickets is all of it, in place of what was chosen', async () => {
  const token = await shop.customer()
  const { fees } = await sumsValues(shop, token)
  const request = { event: await shop.event(), placeIds: [1] }
  const { orderKey, total } = await purchase(shop, { token, station: 'checkout', request })
  const apply = async (chosen: unknown) => {
    await expectOk(shop.post('/v2/orders/fees/apply', { orderKey, fees: chosen }, token))
    const { order } = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
    return [order.totals.total.amount, order.lines.map(({ kind }: Reply) => kind)]
  }
  expect(await apply(fees)).toEqual([total + 500, expect.arrayContaining(['Card'])])
  expect(await apply([])).toEqual([total, expect.not.arrayContaining(['Card'])])
})

test('a phone and a personal number are proven before an order that needs them is paid', async () => {
  const event = await shop.event()
  const about = { eventId: event.eventId }
  await makeRule(shop.context, 'buyer-checks', about, { phone: true, ticketsPerPersonMax: 2 })
  await expireCaches(3_000)
  const token = await shop.customer()
  const request = { event, placeIds: [1] }
  const { orderKey } = await purchase(shop, { token, station: 'checkout', request })
  const pay = async () =>
    (await shop.post('/groot/Orders/create-payment', { orderKey, provider: 2 }, token)).body.error
      ?.code
  const number = (privateNumber: string) =>
    shop.post('/v2/orders/checkout/validate-private-number', { orderKey, privateNumber }, token)
  expect(await pay()).toBe('PrivateNumberMissing')
  expect((await number('1')).body.error.code).toBe('PrivateNumberWrong')
  expect(await expectOk(number('01024056789'))).toMatchObject({ privateNumber: { isDone: true } })
  expect(await pay()).toBe('PhoneNotConfirmed')
  const { codeId } = await expectOk(shop.get(`/v2/orders/validate?orderKey=${orderKey}`, token))
  const texts: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void texts.push(text) }
  await sendCodeMessage(shop.context, sms as never, { codeId, locale: 'en' })
  const code = /\d{6}/.exec(texts[0] ?? '')?.[0] ?? ''
  const check = (typed: string) =>
    shop.post('/v2/orders/validate', { orderKey, codeId, code: typed }, token)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await check(wrong)).body.error.code).toBe('CodeWrong')
  expect(await expectOk(check(code))).toMatchObject({ phone: { isDone: true } })
  expect(await pay()).toBeUndefined()
})

test('the details of a customer as a passenger are none until they are saved', async () => {
  const token = await shop.customer()
  const read = () => expectOk(shop.get('/v2/flights/passenger-info/my', token))
  expect(await read()).toEqual({ passenger: null })
  const [adult] = family(1)
  // Of oneself the kind is not asked.
  const traveller = { ...adult, kind: undefined }
  await expectOk(shop.post('/v2/flights/passenger-info/my', traveller, token))
  expect(await read()).toMatchObject({ passenger: { givenName: 'Nino', familyName: 'Beridze' } })
})

/**
 * Goal: who holds a ticket that a pass has paid for is told of each decision like everybody else, and a pass has no news of
 * its own. Method: a place of a show and of a run paid with a pass over HTTP; the jobs of the worker are run.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { buyPass, makeProduct } from '../../src/flows/pass/tests/support.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { newsRunner, type Delivered } from '../support/run-news.ts'
import { checkOut, makeRun, makeShow } from './subjects.ts'

let shop: HostileShop
let news: () => Promise<Delivered>
beforeAll(async () => {
  shop = await openHostileShop()
  news = newsRunner(shop.context, shop.ports.tickets)
})
afterAll(() => shop.close())

test.each([
  ['a show', makeShow],
  ['a run', makeRun],
] as const)('%s that a pass has paid for', async (name, make) => {
  const subject = await make(shop)
  const productId = await makeProduct(shop.context, await makeMerchant(shop.context))
  const token = await shop.customer()
  const cardNumber = await buyPass(shop, token, { productId })
  const email = `pass-${name.replace(' ', '-')}@example.com`
  const orderKey = await subject.choose(token, 1)
  const held = await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, token))
  expect(held.toPay.amount).toBe(0)
  await checkOut(shop, token, orderKey, email)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  await news()
  shop.context.clock.advance(61)
  await subject.delay(90)
  const moved = await news()
  expect(moved.mails.map(({ mail }) => [mail.to, mail.subject])).toEqual([
    [email, expect.stringMatching(/^(New date|Delayed): /)],
  ])
  expect((await news()).mails).toEqual([])
})

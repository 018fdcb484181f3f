/**
 * Goal: operators set type, access and status of a show, and the calls of shows follow. Method: calls over HTTP as an
 * operator and as a visitor.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showAccess, showStatus, showType } from '#contract/enumerations.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { expectOk, purchase } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'

let shop: HostileShop
let operator: string
beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
}, 60_000)
afterAll(() => shop.close())

/** A process learns of a change within about a second. */
const soon = { timeout: 10_000 }
const plain = { status: 'Active', isPinned: false, isMainBanner: false, popularity: 1 }
const change = (showId: number, body: object) =>
  shop.post(`/v2/operator/shows/${showId}`, { ...plain, ...body }, operator)
async function shown(showId: number, more = '') {
  await expireCaches(2_000)
  return shop.get(`/v2/Shows?itemId=${showId}${more}`)
}

test('each type, access and status is what the calls of shows say', async () => {
  const { showId } = await shop.event()
  for (const type of ['Show', 'GroupShow', 'Offer', 'OfferPackage'] as const) {
    await expectOk(change(showId, { type }))
    await expect.poll(async () => (await shown(showId)).body.type, soon).toBe(showType[type])
  }
  await expectOk(change(showId, { type: 'Show', access: 'AccessCode' }))
  await expect
    .poll(async () => (await shown(showId)).body, soon)
    .toMatchObject({ type: showType.Show, access: showAccess.AccessCode })
  const { previewKey } = await expectOk(change(showId, { access: 'Private' }))
  await expect.poll(async () => (await shown(showId)).status, soon).toBe(404)
  expect((await shown(showId, `&previewKey=${previewKey}`)).body).toMatchObject({
    access: showAccess.Private,
  })
  await expectOk(change(showId, { access: 'Default', status: 'Stopped' }))
  await expect
    .poll(async () => (await shown(showId)).body, soon)
    .toMatchObject({ status: showStatus.Stopped, access: showAccess.Default })
  // Films are of their own type, and nothing is of none.
  for (const type of ['Movies', 'None']) expect((await change(showId, { type })).status).toBe(400)
})

test('a deleted show has no page; one with tickets cannot be deleted', async () => {
  const empty = await shop.event()
  await expectOk(change(empty.showId, { status: 'Deleted' }))
  await expect.poll(async () => (await shown(empty.showId)).status, soon).toBe(404)
  expect((await change(empty.showId, {})).status).toBe(404)
  const event = await shop.event()
  const token = await shop.customer()
  await purchase(shop, { token, station: 'paid', request: { event, placeIds: [1] } })
  const refused = await change(event.showId, { status: 'Deleted' })
  expect(refused.body.error.code).toBe('DateHasTickets')
  expect((await shown(event.showId)).status).toBe(200)
})

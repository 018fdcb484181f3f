/**
 * Goal: each scan of a pass at the entrance takes one use, online or offline, and reverting a scan restores the use.
 * Method: the calls of a scanner over the whole shop.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { buyPass, faultsOf, makeProduct } from './support.ts'

let shop: HostileShop

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('a pass of four uses opens its door four times, and once more for the one that is undone', async () => {
  const { merchantId } = await shop.event()
  const productId = await makeProduct(shop.context, merchantId, { uses: 4, isAtDoor: true })
  const guest = await shop.customer()
  const cardNumber = await buyPass(shop, guest, { productId })
  const { tickets } = await expectOk(shop.get('/v2/tickets', guest))
  const { code } = tickets[0]
  const staff = await shop.staff(merchantId)
  const { items } = await expectOk(shop.get('/v2/entrance/items', staff))
  // It ends long after the show, and admits already.
  expect(items.map(({ source }: Reply) => source)).toEqual(['multipass', 'event'])
  expect(items.find(({ source }: Reply) => source === 'multipass')).toMatchObject({
    validFrom: expect.any(String),
  })
  expect(items).toContainEqual(expect.objectContaining({ source: 'multipass', itemId: productId }))
  // In the back office it is told from what has a time: it is valid on the day.
  const day = shop.context.clock.now().toISOString().slice(0, 10)
  const ofDay = await expectOk(
    shop.get(`/v2/merchantusers/items?day=${day}`, await shop.staff(merchantId)),
  )
  expect(ofDay.items).toMatchObject([
    { itemId: productId, validFrom: expect.any(String), hasSeveralUses: true },
  ])
  const deviceId = shop.context.random.uuid()
  let sequence = 0
  const station = { deviceId, source: 'multipass', itemId: productId }
  const scan = async (shown = code) => {
    sequence += 1
    return expectOk(shop.post('/v2/entrance/scan', { ...station, sequence, code: shown }, staff))
  }
  const first = await scan()
  expect(first).toMatchObject({ outcome: 'Admitted', usesLeft: 3 })
  expect(await scan()).toMatchObject({ outcome: 'Admitted', usesLeft: 2 })
  // The same scan again is the same admission.
  const again = { ...station, sequence: 1, code }
  expect((await expectOk(shop.post('/v2/entrance/scan', again, staff))).scanId).toBe(first.scanId)
  const undo = { scanId: first.scanId, reason: 'Went to fetch a coat' }
  await expectOk(shop.post('/v2/entrance/undo', undo, staff))
  expect((await shop.post('/v2/entrance/undo', undo, staff)).body.error.code).toBe(
    'ScanNotUndoable',
  )
  expect(await leftOf(cardNumber)).toBe(3)
  const ticketId = first.ticket.ticketId
  const now = shop.context.clock.now().toISOString()
  const offline = (number: number) => ({
    sequence: number,
    scannedAt: now,
    outcome: 'Admitted',
    ticketId,
    issueNumber: 1,
  })
  const log = { ...station, sentAt: now, scans: [10, 11, 12, 13].map(offline) }
  const synced = await expectOk(shop.post('/v2/entrance/sync', log, staff))
  const outcomes = synced.items ?? synced.scans
  expect(outcomes.map(({ outcome }: Reply) => outcome)).toEqual([
    'Admitted',
    'Admitted',
    'Admitted',
    'Conflict',
  ])
  sequence = 20
  expect(await scan()).toMatchObject({ outcome: 'AlreadyUsed', usesLeft: 0 })
  // Of five admissions one is undone.
  const after = await expectOk(shop.get('/v2/entrance/items', staff))
  expect(after.items).toContainEqual(expect.objectContaining({ itemId: productId, admitted: 4 }))
  const list = await expectOk(
    shop.get(`/v2/entrance/list?source=multipass&itemId=${productId}`, staff),
  )
  expect(list.item.admitted).toBe(4)
  expect(await leftOf(cardNumber)).toBe(0)
  expect(await faultsOf(shop.context)).toEqual([])
})

test('a pass that was given away, one that is over, and another organiser’s do not open the door', async () => {
  const { merchantId } = await shop.event()
  const productId = await makeProduct(shop.context, merchantId, { isAtDoor: true })
  const guest = await shop.customer()
  await buyPass(shop, guest, { productId })
  const { tickets } = await expectOk(shop.get('/v2/tickets', guest))
  const [{ code, ticketIdentifier }] = tickets
  const staff = await shop.staff(merchantId)
  const deviceId = shop.context.random.uuid()
  let sequence = 0
  const scan = async () => {
    const body = {
      deviceId,
      source: 'multipass',
      itemId: productId,
      sequence: (sequence += 1),
      code,
    }
    return (await shop.post('/v2/entrance/scan', body, staff)).body.outcome
  }
  const stranger = await shop.staff((await shop.event()).merchantId)
  const foreign = { deviceId, source: 'multipass', itemId: productId, sequence: 99, code }
  expect((await shop.post('/v2/entrance/scan', foreign, stranger)).status).toBe(404)
  expect(await scan()).toBe('Admitted')
  const change = (set: object) =>
    shop.context.db
      .updateTable('ticket')
      .set(set)
      .where('identifier', '=', ticketIdentifier)
      .execute()
  await change({ issue_number: 2 })
  expect(await scan()).toBe('OldCode')
  await change({ issue_number: 1, status: 2 })
  expect(await scan()).toBe('Returned')
})

async function leftOf(cardNumber: string): Promise<number> {
  const path = `/v2/multipass/check?cardNumber=${cardNumber}`
  return (await expectOk(shop.get(path, await shop.guest()))).usesLeft
}

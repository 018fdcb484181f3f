/**
 * Goal: each scan of a pass at the entrance takes one use, online or offline, and reverting a scan restores the use.
 * Method: the calls of a scanner over the whole shop.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listedTicket, type ListedTicket } from '#modules/entrance/ticket-list.ts'
import { countAllSales } from '#modules/merchant/tests/count-all-sales.ts'
import { choiceOf, expectOk, purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { buyPass, faultsOf, makeProduct, pay } from './support.ts'

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
    code,
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
  await expectFigures(merchantId, productId, 4)
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

/** What the organiser reads about the people let in with one pass that was sold. */
async function expectFigures(merchantId: number, itemId: number, admitted: number): Promise<void> {
  const owner = await shop.staff(merchantId)
  const item = { source: 'multipass', itemId }
  const find = (state: string) =>
    expectOk(shop.post('/v2/merchantusers/attendees/find', { ...item, state }, owner))
  expect(await find('inside')).toMatchObject({
    totalCount: 1,
    insideCount: admitted,
    items: [{ useCount: admitted, usedAt: null }],
  })
  expect((await find('outside')).items).toEqual([])
  const query = `source=multipass&itemId=${itemId}`
  const csv = await shop.get(`/v2/merchantusers/attendees.csv?${query}`, owner)
  expect(csv.text.trim()).toMatch(new RegExp(`,"${admitted}"$`))
  await countAllSales(shop.context)
  const figures = { ticketCount: 1, usedCount: admitted }
  const statistics = await expectOk(shop.get(`/v2/merchantusers/statistics?${query}`, owner))
  expect(statistics).toMatchObject({ totals: figures, byChannel: [figures], byType: [figures] })
  const totals = await expectOk(shop.get('/v2/merchantusers/totals', owner))
  expect(totals.items).toContainEqual(expect.objectContaining({ source: 'multipass', ...figures }))
}

test('a scanner’s list has the uses left of each pass, whatever took them', async () => {
  const event = await shop.event()
  const days = { validDays: 30, validDaysFrom: 'first-use' as const }
  const product = { uses: 3, isAtDoor: true, ...days }
  const productId = await makeProduct(shop.context, event.merchantId, product)
  const guest = await shop.customer()
  const cardNumber = await buyPass(shop, guest, { productId })
  const staff = await shop.staff(event.merchantId)
  const path = `/v2/entrance/list?source=multipass&itemId=${productId}`
  const whole = await expectOk(shop.get(path, staff))
  const [{ code }] = (await expectOk(shop.get('/v2/tickets', guest))).tickets
  expect(whole.lines.map(listedTicket)).toMatchObject([{ usesLeft: 3, endsAtSeconds: null }])
  expect(whole.item).toMatchObject({ usesWhenNew: 3, admitted: 0 })
  let { cursor } = whole
  const changed = async () => {
    const list = await expectOk(shop.get(`${path}&cursor=${cursor}`, staff))
    expect(list.isWhole).toBe(false)
    cursor = list.cursor
    return list.lines.map(listedTicket) as ListedTicket[]
  }
  const station = { deviceId: shop.context.random.uuid(), source: 'multipass', itemId: productId }
  const body = { ...station, sequence: 1, code }
  expect((await expectOk(shop.post('/v2/entrance/scan', body, staff))).usesLeft).toBe(2)
  const end = Math.floor(endOfDayAfter(30).getTime() / 1000)
  expect(await changed()).toMatchObject([{ usesLeft: 2, endsAtSeconds: end }])
  // The ticket of the pass does not change when an order takes a use.
  const { orderKey } = await expectOk(
    shop.post('/v2/Booking/choose-seat', choiceOf({ event, standing: 1 }), guest),
  )
  await expectOk(shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, guest))
  await pay(shop, orderKey, guest)
  expect(await changed()).toMatchObject([{ usesLeft: 1, endsAtSeconds: end }])
  await buyPass(shop, guest, { cardNumber })
  // Additional uses have a ticket of their own, which admits nobody.
  const [card, topUp] = (await changed()).toSorted((one, other) => one.ticketId - other.ticketId)
  expect([card, topUp]).toMatchObject([{ usesLeft: 6 }, { usesLeft: 0, endsAtSeconds: 1 }])
})

test('each refusal of a pass has its outcome at the door, and is a conflict in an uploaded log', async () => {
  const event = await shop.event()
  const { merchantId } = event
  const days = { validDays: 2, validDaysFrom: 'first-use' as const }
  const product = { uses: 2, isAtDoor: true, ...days }
  const productId = await makeProduct(shop.context, merchantId, product)
  let staff = await shop.staff(merchantId)
  const deviceId = shop.context.random.uuid()
  const atPass = { deviceId, source: 'multipass', itemId: productId }
  const atEvent = { deviceId, eventId: event.eventId }
  let sequence = 0
  const scan = async (code: string, station: object = atPass) => {
    sequence += 1
    return expectOk(shop.post('/v2/entrance/scan', { ...station, sequence, code }, staff))
  }
  /** Uploads an admission of some minutes ago. */
  const upload = async ({ ticketId, code }: Record<'ticketId' | 'code', unknown>, minutes = 1) => {
    sequence += 1
    const now = shop.context.clock.now()
    const scannedAt = new Date(now.getTime() - minutes * 60_000).toISOString()
    const scans = [{ sequence, scannedAt, outcome: 'Admitted', ticketId, issueNumber: 1, code }]
    const log = { ...atPass, sentAt: now.toISOString(), scans }
    return (await expectOk(shop.post('/v2/entrance/sync', log, staff))).scans[0].outcome
  }
  const buy = async () => {
    const guest = await shop.customer()
    await buyPass(shop, guest, { productId })
    const [{ ticketIdentifier, orderNumber }] = (await expectOk(shop.get('/v2/tickets', guest)))
      .tickets
    const { id } = await shop.context.db
      .selectFrom('ticket')
      .select('id')
      .where('identifier', '=', ticketIdentifier)
      .executeTakeFirstOrThrow()
    return { code: ticketIdentifier, ticketId: id, orderNumber }
  }
  const { db, clock } = shop.context
  expect(await scan('AAAAAAAAAAAAAAAAAAAA')).toMatchObject({ outcome: 'Unknown', ticket: null })
  const usedUp = await buy()
  await scan(usedUp.code)
  await scan(usedUp.code)
  expect(await scan(usedUp.code)).toMatchObject({
    outcome: 'AlreadyUsed',
    usesLeft: 0,
    usedAt: null,
  })
  expect(await upload(usedUp)).toBe('Conflict')
  const unpaid = await buy()
  await db
    .updateTable('orders')
    .set({ status: 2 })
    .where('order_number', '=', unpaid.orderNumber)
    .execute()
  expect((await scan(unpaid.code)).outcome).toBe('NotPaid')
  expect(await upload(unpaid)).toBe('Conflict')
  const returned = await buy()
  await db.updateTable('ticket').set({ status: 2 }).where('id', '=', returned.ticketId).execute()
  expect((await scan(returned.code)).outcome).toBe('Returned')
  expect(await upload(returned)).toBe('Conflict')
  const passedOn = await buy()
  await db
    .updateTable('ticket')
    .set({ issue_number: 2 })
    .where('id', '=', passedOn.ticketId)
    .execute()
  expect(await upload(passedOn)).toBe('Conflict')
  // A pass is no ticket of an event, and a ticket of an event is no pass.
  expect(await scan(passedOn.code, atEvent)).toMatchObject({
    outcome: 'WrongEvent',
    ticket: null,
    otherEvent: { name: 'Theatre pass', isPass: true },
  })
  const { ticketIdentifiers } = await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds: [1] },
  })
  expect(await scan(ticketIdentifiers[0] ?? '')).toMatchObject({
    outcome: 'WrongEvent',
    otherEvent: { isPass: false },
  })
  // Its own days end with the second day after the first use.
  const over = await buy()
  await scan(over.code)
  clock.advance((endOfDayAfter(2).getTime() - clock.now().getTime()) / 1000 + 60)
  staff = await shop.staff(merchantId)
  expect((await scan(over.code)).outcome).toBe('WrongDay')
  expect(await upload(over, 0)).toBe('Conflict')
  // What counts is when somebody came in, not when the device had a network again.
  expect(await upload(over, 10)).toBe('Admitted')
  const log = await expectOk(
    shop.get(`/v2/entrance/log?source=multipass&itemId=${productId}`, staff),
  )
  const conflicts = log.conflicts.map(({ ticketId }: Reply) => ticketId)
  const refused = [usedUp, unpaid, returned, passedOn, over].map(({ ticketId }) => ticketId)
  expect(conflicts.toReversed()).toEqual(refused)
  expect(log.gates).toEqual([{ gate: null, admitted: 4 }])
  expect(await faultsOf(shop.context)).toEqual([])
})

test('a log takes no use of a pass whose code the device has not read', async () => {
  const { merchantId } = await shop.event()
  const productId = await makeProduct(shop.context, merchantId, { uses: 5, isAtDoor: true })
  const buy = async () => {
    const guest = await shop.customer()
    const cardNumber = await buyPass(shop, guest, { productId })
    const [{ code, printedNumber }] = (await expectOk(shop.get('/v2/tickets', guest))).tickets
    return { cardNumber, code, printedNumber }
  }
  const [mine, other] = [await buy(), await buy()]
  const staff = await shop.staff(merchantId)
  const list = await expectOk(
    shop.get(`/v2/entrance/list?source=multipass&itemId=${productId}`, staff),
  )
  const [ticketId] = list.lines.map(listedTicket).map((one: ListedTicket) => one.ticketId)
  const now = shop.context.clock.now().toISOString()
  const station = { deviceId: shop.context.random.uuid(), source: 'multipass', itemId: productId }
  const forged = [undefined, other.code, other.printedNumber, 'AAAAAAAAAAAAAAAAAAAA', 'BLT1:AAAA']
  const scans = [...forged, mine.code, mine.printedNumber].map((code, sequence) => ({
    sequence: sequence + 1,
    scannedAt: now,
    outcome: 'Admitted',
    ticketId,
    issueNumber: 1,
    code,
  }))
  const log = await expectOk(
    shop.post('/v2/entrance/sync', { ...station, sentAt: now, scans }, staff),
  )
  expect(log.scans.map(({ outcome }: Reply) => outcome)).toEqual([
    ...forged.map(() => 'Conflict'),
    'Admitted',
    'Admitted',
  ])
  expect(await leftOf(mine.cardNumber)).toBe(3)
  expect(await leftOf(other.cardNumber)).toBe(5)
})

test('passes that are no longer sold open their door', async () => {
  const { merchantId } = await shop.event()
  const productId = await makeProduct(shop.context, merchantId, { isAtDoor: true })
  await shop.context.db
    .updateTable('multipass_product')
    .set({ is_active: false })
    .where('id', '=', productId)
    .execute()
  const { items } = await expectOk(shop.get('/v2/entrance/items', await shop.staff(merchantId)))
  expect(items).toContainEqual(expect.objectContaining({ source: 'multipass', itemId: productId }))
})

async function leftOf(cardNumber: string): Promise<number> {
  const path = `/v2/multipass/check?cardNumber=${cardNumber}`
  return (await expectOk(shop.get(path, await shop.guest()))).usesLeft
}

/** The last millisecond of the day in Tbilisi that many days after today. */
function endOfDayAfter(days: number): Date {
  const nextDay = Temporal.Instant.fromEpochMilliseconds(shop.context.clock.now().getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .toPlainDate()
    .add({ days: days + 1 })
    .toZonedDateTime('Asia/Tbilisi')
  return new Date(nextDay.epochMilliseconds - 1)
}

/**
 * Goal: a counter sells what everybody sells, takes cash into one drawer and pays out of it, and the books agree at
 * every moment. Method: two people of one organiser and one of another over HTTP, on a real database with the demo
 * bank; two counters on one seat, too little and negative cash, double close, tickets that were printed twice.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StaffRole } from '#contract/enumerations.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { deleteReservations } from '#modules/box-office/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { writeTicketEmail } from '#modules/tickets/server/public-api.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let shop: HostileShop
let event: MadeEvent
let cashier: string
let colleague: string
let manager: string

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  const someone = (role: StaffRole) =>
    makeStaffToken(shop.context, { merchantId: event.merchantId, role })
  cashier = await someone('box-office')
  colleague = await someone('box-office')
  manager = await someone('manager')
})
afterEach(async () => {
  for (let round = 0; round < 3; round += 1) {
    shop.context.clock.advance(5)
    await executeRefunds(shop.context, shop.ports.checkout)
  }
  expect(await ledgerViolations(shop.context)).toEqual([])
  expect(await openAccounts()).toEqual([])
})
afterAll(() => shop.close())

/** Orders, credits and cash at the platform that are not settled: there are none between two moments. */
async function openAccounts(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.code, sum(p.amount_minor)::float8 as left from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.code like 'order:%' or a.code like 'owed:%' or a.code = 'provider:cash'
    group by a.code having sum(p.amount_minor) <> 0`.execute(shop.context.db)
  return rows
}

const path = '/v2/merchantusers/box-office'
const call = (who: string, what: string, body: object) => shop.post(`${path}/${what}`, body, who)
const codeOf = async (answer: Promise<{ body: Reply }>) => (await answer).body.error?.code
const open = (who: string) => call(who, 'shift', { counter: 'Foyer', openingMinor: 10_000 })
const drawer = async (who: string) => (await expectOk(shop.get(path, who))).shift
const seat = () => event.seatTypes['a']?.ticketTypeId
const floor = () => event.poolTypes[1]?.ticketTypeId
const sale = (more: object = {}) => ({
  eventId: event.eventId,
  ticketTypeId: floor(),
  quantity: 1,
  givenMinor: 100_000,
  ...more,
})

test('without a shift nothing is sold; two at once open one, which the log knows', async () => {
  expect(await codeOf(call(cashier, 'sales', sale()))).toBe('ShiftNotOpen')
  expect(await codeOf(call(cashier, 'shift', { counter: 'A', openingMinor: -1 }))).toBe(
    'BadRequest',
  )
  const answers = await Promise.all([open(cashier), open(cashier), open(cashier)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await drawer(cashier)).toMatchObject({ counter: 'Foyer', expected: { amount: 10_000 } })
  await expectOk(open(colleague))
})

test('two seats for cash: change, tickets that open the door, the drawer, and what the organiser is owed', async () => {
  const account = `merchant:${event.merchantId}`
  const before = await readBalance(shop.context, account, 'GEL')
  const { types } = await expectOk(shop.get(`${path}/types?eventId=${event.eventId}`, cashier))
  const total = types.find(({ ticketTypeId }: Reply) => ticketTypeId === seat()).total.amount
  const two = sale({ ticketTypeId: seat(), quantity: 2 })
  const low = call(cashier, 'sales', { ...two, givenMinor: 2 * total - 1 })
  expect(await codeOf(low)).toBe('CashNotEnough')
  expect(await codeOf(call(cashier, 'sales', { ...two, givenMinor: -1 }))).toBe('BadRequest')
  const sold = await expectOk(call(cashier, 'sales', { ...two, givenMinor: 20_000 }))
  expect(sold).toMatchObject({
    total: { amount: 2 * total },
    change: { amount: 20_000 - 2 * total },
  })
  expect(sold.tickets).toHaveLength(2)
  expect((await drawer(cashier)).expected.amount).toBe(10_000 + 2 * total)
  // The organiser earned the ticket prices but received the whole amount, so it owes the fees to the platform.
  expect((await readBalance(shop.context, account, 'GEL')) - before).toBe(2 * total - 10_000)
  for (const format of ['roll', 'sheet']) {
    const printed = await call(cashier, 'print', { orderNumber: sold.orderNumber, format })
    expect(printed.headers['content-type']).toBe('application/pdf')
    expect(printed.text.startsWith('%PDF')).toBe(true)
  }
})

test('a buyer without an e-mail: printed, nothing sent, found again by order number and phone', async () => {
  const wanted = sale({ ticketTypeId: seat(), buyerName: 'Otar', buyerPhone: '+995 555 10 20 30' })
  const { orderNumber } = await expectOk(call(cashier, 'sales', wanted))
  const printed = await call(cashier, 'print', { orderNumber, format: 'roll' })
  expect(printed.text.startsWith('%PDF')).toBe(true)
  const sent: unknown[] = []
  const mailer = { send: async (mail: unknown) => void sent.push(mail), close: () => undefined }
  const { id: orderId } = await shop.context.db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow()
  await writeTicketEmail(shop.context, mailer, { orderId }, shop.ports.tickets)
  expect(sent).toEqual([])
  for (const text of [orderNumber, '555 102030', '+995555102030']) {
    const found = shop.post('/v2/merchantusers/orders/find', { text }, manager)
    expect((await expectOk(found)).items).toMatchObject([{ orderNumber }])
  }
  expect(await codeOf(call(cashier, 'sales', { ...wanted, buyerPhone: 'abc' }))).toBe('PhoneWrong')
})

test('two counters on the last seats: everybody who is told so has one, nobody else', async () => {
  const small = await shop.event({ blockedPlaces: Array.from({ length: 39 }, (_, at) => at + 2) })
  const people = await Promise.all(
    [0, 1, 2, 3].map(() => makeStaffToken(shop.context, { merchantId: small.merchantId })),
  )
  await Promise.all(people.map((who) => expectOk(open(who))))
  const last = sale({ eventId: small.eventId, ticketTypeId: small.seatTypes['a']?.ticketTypeId })
  const answers = await Promise.all(people.map((who) => call(who, 'sales', last)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const drawers = await Promise.all(people.map(drawer))
  expect(drawers.filter(({ expected }) => expected.amount > 10_000)).toHaveLength(1)
})

/** Another date of the organiser with a seat map, not used by other tests. */
const hold = (who: string, more: object) =>
  call(who, 'held', { eventId: event.eventId, seats: [], ...more })
const states = async (eventId: number, placeIds: readonly number[]) => {
  const { offering_id: id } = await shop.context.db
    .selectFrom('event')
    .select('offering_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ state: number }>`
    select state from place_leg where offering_id = ${id} and place_id = any(${[...placeIds]}::integer[])
      and (state <> 1 or held_until > ${shop.context.clock.now()})`.execute(shop.context.db)
  return rows.map(({ state }) => state)
}

test('only dates that sell now are offered, with what is left of each ticket', async () => {
  const dates = async () =>
    (await expectOk(shop.get(`${path}/dates`, cashier))).dates.map(({ eventId }: Reply) => eventId)
  expect(await dates()).toEqual([event.eventId])
  const stranger = await shop.staff((await shop.event()).merchantId)
  expect((await expectOk(shop.get(`${path}/dates`, stranger))).dates).toHaveLength(1)
  const typesPath = `${path}/types?eventId=${event.eventId}`
  const leftOf = async () => {
    const { types, hasMap } = await expectOk(shop.get(typesPath, cashier))
    expect(hasMap).toBe(true)
    return types.find(({ ticketTypeId }: Reply) => ticketTypeId === seat()).left
  }
  const before = await leftOf()
  const { orderKey } = await expectOk(hold(cashier, { ticketTypeId: seat(), quantity: 3 }))
  expect(await leftOf()).toBe(before - 3)
  await expectOk(call(cashier, 'held/release', { orderKey }))
  expect(await leftOf()).toBe(before)
  expect(await codeOf(shop.get(typesPath, stranger))).toBe('NotFound')
})

test('a date leaves the counter when it begins, or when its sale ends before', async () => {
  const inHours = (hours: number) =>
    new Date(shop.context.clock.now().getTime() + hours * 3_600_000)
  const own = await shop.event({ startsAt: inHours(2) })
  const ending = await shop.event({ startsAt: inHours(9), salesCloseAt: inHours(1) })
  for (const [date, hours] of [
    [own, 2],
    [ending, 1],
  ] as const) {
    const who = await makeStaffToken(shop.context, { merchantId: date.merchantId })
    const dates = async () => (await expectOk(shop.get(`${path}/dates`, who))).dates
    expect(await dates()).toHaveLength(1)
    shop.context.clock.advance(hours * 3_600)
    expect(await dates()).toEqual([])
    const { types } = await expectOk(shop.get(`${path}/types?eventId=${date.eventId}`, who))
    expect(types).toEqual([])
    shop.context.clock.advance(-hours * 3_600)
  }
})

test('seats by their place are held as they are chosen, given back one by one, and sold together', async () => {
  const two = [9, 10].map((placeId) => ({ ticketTypeId: seat(), placeId }))
  const first = await expectOk(hold(cashier, { seats: two.slice(0, 1) }))
  const { orderKey } = first
  expect(await states(event.eventId, [9])).toEqual([1])
  expect(await codeOf(hold(colleague, { seats: two.slice(0, 1) }))).toBe('SeatNotAvailable')
  const both = await expectOk(hold(cashier, { seats: two.slice(1), orderKey }))
  expect(both).toMatchObject({ orderKey, total: { amount: 2 * first.total.amount } })
  // A reloaded page continues with it.
  expect((await expectOk(shop.get(path, cashier))).basket).toEqual(both)
  const { basket } = await expectOk(
    call(cashier, 'held/release', { orderKey, lineIds: [both.lines[1].lineId] }),
  )
  expect(basket.lines).toHaveLength(1)
  expect(await states(event.eventId, [10])).not.toContain(1)
  const stranger = await shop.staff((await shop.event()).merchantId)
  await expectOk(open(stranger))
  const till = { orderKey, givenMinor: 100_000 }
  for (const [what, body] of [
    ['held/sales', till],
    ['held/release', { orderKey }],
    ['held', { eventId: event.eventId, orderKey, seats: two }],
  ] as const)
    expect(await codeOf(call(stranger, what, body))).toBe('NotFound')
  const low = { ...till, givenMinor: first.total.amount - 1 }
  expect(await codeOf(call(cashier, 'held/sales', low))).toBe('CashNotEnough')
  expect(await states(event.eventId, [9])).toEqual([1])
  const sold = await expectOk(call(cashier, 'held/sales', till))
  expect(sold.tickets).toHaveLength(1)
  expect(await states(event.eventId, [9])).toEqual([2])
  expect((await expectOk(shop.get(path, cashier))).basket).toBeNull()
  expect(await codeOf(call(cashier, 'held/sales', till))).toBe('OrderStatusNotAllowed')
})

test('kept under a name: until its deadline nobody else has them, then everybody; any counter of the organiser sells them', async () => {
  const seats = [17, 18].map((placeId) => ({ ticketTypeId: seat(), placeId }))
  const keep = async (chosen: readonly object[], days: number) => {
    const { orderKey } = await expectOk(hold(cashier, { seats: chosen }))
    const until = new Date(shop.context.clock.now().getTime() + days * 86_400_000).toISOString()
    const body = { orderKey, name: 'Nino', phone: '+995555111222', until }
    return { orderKey, answer: await call(cashier, 'reservations', body) }
  }
  const long = await keep(seats, 4_000)
  expect(long.answer.body.error.code).toBe('ReservedTooLong')
  await expectOk(call(cashier, 'held/release', { orderKey: long.orderKey }))
  const one = await keep(seats.slice(0, 1), 0.5)
  const other = await keep(seats.slice(1), 0.25)
  const list = async (who: string) =>
    (await expectOk(shop.get(`${path}/reservations`, who))).reservations
  expect((await list(colleague)).map(({ orderKey }: Reply) => orderKey)).toEqual([
    other.orderKey,
    one.orderKey,
  ])
  expect((await list(colleague))[0]).toMatchObject({ name: 'Nino', places: 1 })
  const stranger = await shop.staff((await shop.event()).merchantId)
  expect(await list(stranger)).toEqual([])
  // It outlasts any hold of a browser; then the other order expires.
  shop.context.clock.advance(3 * 3_600)
  expect(await states(event.eventId, [17, 18])).toEqual([1, 1])
  shop.context.clock.advance(4 * 3_600)
  await sweepOverdueOrders(shop.context, 100)
  expect(await states(event.eventId, [18])).toEqual([0])
  expect(await list(colleague)).toHaveLength(1)
  const late = call(colleague, 'held/sales', { orderKey: other.orderKey, givenMinor: 100_000 })
  expect(await codeOf(late)).toBe('OrderExpired')
  const till = { orderKey: one.orderKey, givenMinor: 100_000 }
  const answers = await Promise.all([0, 0].map(() => call(colleague, 'held/sales', till)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await list(colleague)).toEqual([])
  expect(await deleteReservations(shop.context)).toBe(0)
  shop.context.clock.advance(31 * 86_400)
  expect(await deleteReservations(shop.context)).toBe(2)
  shop.context.clock.advance(-31 * 86_400)
})

test('a counter sells beside the queue, whoever waits in it', async () => {
  const wanted = await shop.event()
  await makeQueue(shop.context, wanted.showId, { admittedMax: 1 })
  shop.context.clock.advance(2)
  const { eventId } = wanted
  const ticketTypeId = wanted.seatTypes['a']?.ticketTypeId
  const choice = { eventId, seats: [{ ticketTypeId, placeId: 1 }] }
  const web = shop.post('/v2/Booking/choose-seat', choice, await shop.guest())
  expect(await codeOf(web)).toBe('QueueTokenNotFound')
  const who = await shop.staff(wanted.merchantId)
  await expectOk(open(who))
  await expectOk(call(who, 'sales', sale({ eventId, ticketTypeId })))
  const { orderKey } = await expectOk(call(who, 'held', choice))
  await expectOk(call(who, 'held/sales', { orderKey, givenMinor: 100_000 }))
})

test('a reprint voids the paper before it', async () => {
  const { orderNumber, tickets } = await expectOk(call(cashier, 'sales', sale()))
  const issueOf = async () => {
    const row = await shop.context.db
      .selectFrom('ticket')
      .select('issue_number')
      .where('identifier', '=', tickets[0].ticketIdentifier)
      .executeTakeFirstOrThrow()
    return row.issue_number
  }
  const before = await issueOf()
  const reprint = { orderNumber, format: 'roll', isReprint: true }
  expect((await call(cashier, 'print', reprint)).status).toBe(200)
  expect(await issueOf()).toBe(before + 1)
  await shop.context.db
    .updateTable('ticket')
    .set({ used_at: shop.context.clock.now() })
    .where('identifier', '=', tickets[0].ticketIdentifier)
    .execute()
  expect(await codeOf(call(cashier, 'print', reprint))).toBe('TicketUsed')
  expect(await issueOf()).toBe(before + 1)
  const stranger = await shop.staff((await shop.event()).merchantId)
  expect(await codeOf(call(stranger, 'print', reprint))).toBe('NotFound')
})

test('taken back in one’s own shift or by who may refund, once, and only as far as the drawer goes', async () => {
  const sold = await expectOk(call(cashier, 'sales', sale({ quantity: 2 })))
  const { orderNumber, tickets, total } = sold
  const back = (index: number) => ({
    orderNumber,
    ticketIdentifiers: [tickets[index].ticketIdentifier],
    reason: 'Wrong evening',
  })
  expect(await codeOf(call(colleague, 'returns', back(0)))).toBe('NotSoldHere')
  expect(await codeOf(call(manager, 'returns', back(0)))).toBe('ShiftNotOpen')
  const before = (await drawer(cashier)).expected.amount
  const answers = await Promise.all([0, 0, 0].map((at) => call(cashier, 'returns', back(at))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await drawer(cashier)).expected.amount).toBe(before - total.amount / 2)
  // Of another shift by a manager, whose drawer is empty at first.
  await expectOk(call(manager, 'shift', { counter: 'Office', openingMinor: 0 }))
  expect(await codeOf(call(manager, 'returns', back(1)))).toBe('CashNotEnough')
  const cash = { kind: 'in', amountMinor: 50_000, note: 'From the safe' }
  await expectOk(call(manager, 'cash', cash))
  await expectOk(call(manager, 'returns', back(1)))
  const { expected } = await drawer(manager)
  expect(expected.amount).toBe(50_000 - total.amount / 2)
  expect(await codeOf(call(manager, 'cash', { ...cash, kind: 'out' }))).toBe('CashNotEnough')
})

test('what a card paid is not paid out in cash', async () => {
  const { purchase } = await import('../../../../tests/hostile/purchases.ts')
  const { orderNumber, ticketIdentifiers } = await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, standing: 1 },
  })
  const back = { orderNumber, ticketIdentifiers, reason: 'Wants cash' }
  expect(await codeOf(call(manager, 'returns', back))).toBe('NotSoldHere')
})

test('a shift closes once, with what was counted; its difference stays, and others do not see it', async () => {
  const { expected } = await drawer(cashier)
  const countedMinor = expected.amount - 250
  const close = () => call(cashier, 'close', { countedMinor, note: 'A coin too few' })
  const answers = await Promise.all([close(), close(), close()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await codeOf(call(cashier, 'sales', sale()))).toBe('ShiftNotOpen')
  const { closed } = await expectOk(shop.get(path, manager))
  expect(closed[0]).toMatchObject({ difference: { amount: -250 }, note: 'A coin too few' })
  expect((await expectOk(shop.get(path, colleague))).closed).toEqual([])
  const stranger = await shop.staff((await shop.event()).merchantId)
  expect((await expectOk(shop.get(path, stranger))).closed).toEqual([])
  await expectOk(open(cashier))
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import {
  availabilityState,
  readAvailability,
  sellPlaces,
} from '#modules/inventory/server/public-api.ts'
import { makeCustomer, makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openShop, type Reply, type Shop } from '../../../../tests/support/shop.ts'
import { inTransaction } from '#platform/context.ts'
import {
  claimGuestOrders,
  copyOrderForRetry,
  findOrder,
  listOverdueOrders,
  lockOrder,
  moveOrder,
  orderAllocations,
  sweepOverdueOrders,
  type MoveReason,
  type Order,
} from '../server/public-api.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }

function seats(event: MadeEvent, zone: string, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes[zone]?.ticketTypeId ?? 0
  return placeIds.map((placeId) => ({ ticketTypeId, placeId }))
}

async function stateOf(event: MadeEvent, placeId: number): Promise<number | undefined> {
  const { states } = await readAvailability(shop.context, event.offeringId)
  return states[placeId - 1]
}

/** A draft that holds these seats of zone `a`, with its owner's bearer. */
async function draft(event: MadeEvent, ...placeIds: number[]) {
  const { eventId } = event
  const answer = await shop.post('/v2/Booking/choose-seat', {
    eventId,
    seats: seats(event, 'a', ...placeIds),
  })
  expect(answer.status).toBe(200)
  return { order: answer.body as Reply, token: answer.body.accessToken as string }
}

async function checkedOut(event: MadeEvent, ...placeIds: number[]) {
  const made = await draft(event, ...placeIds)
  const body = { orderKey: made.order.orderKey, buyer, acceptTerms: true }
  const answer = await shop.post('/v2/orders/checkout', body, made.token)
  expect(answer.status).toBe(200)
  return { ...made, order: answer.body.order as Reply }
}

async function move(orderKey: string, to: number, reason: MoveReason): Promise<string> {
  const result = await inTransaction(shop.context, async (context) => {
    const order = await lockOrder(context, { orderKey })
    return order.ok ? moveOrder(context, order.value, to as Order['status'], reason) : order
  })
  return result.ok ? 'ok' : result.code
}

describe('opening an order', () => {
  test('remembers the request and reserves the best places for it', async () => {
    // Goal: InitializeOrder and reserverandom work together. Method: three seats of one zone, then a pool.
    const event = await makeEvent(shop.context)
    const request = { eventId: event.eventId, ticketTypeId: event.seatTypes['b']?.ticketTypeId }
    const opened = await shop.post('/v2/orders/InitializeOrder', { ...request, quantity: 3 })
    expect(opened.body).toMatchObject({ statusName: 'Draft', lines: [], event: null })
    const token = opened.body.accessToken
    const reserved = await shop.post('/v2/orders/reserverandom', undefined, token)
    expect(reserved.body.orderKey).toBe(opened.body.orderKey)
    const places = reserved.body.lines.flatMap((line: Reply) => line.placeId ?? [])
    expect(places).toHaveLength(3)
    expect(places[2] - places[0]).toBe(2)
    expect(places[0]).toBeGreaterThanOrEqual(21)

    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    const standing = { eventId: event.eventId, ticketTypeId, quantity: 2 }
    const other = await shop.post('/v2/orders/InitializeOrder', standing)
    const stood = await shop.post('/v2/orders/reserverandom', undefined, other.body.accessToken)
    expect(stood.body.lines[0]).toMatchObject({ quantity: 2, placeId: null })
  })

  test('refuses requests that cannot be', async () => {
    // Goal: coded refusals. Method: no draft at all, no event in the request, quantities out of range.
    const guest = await shop.openGuest()
    const random = (token?: string) => shop.post('/v2/orders/reserverandom', undefined, token)
    expect((await random(guest)).body.error.code).toBe('OrderNotFound')
    expect((await random()).body.error.code).toBe('Unauthenticated')
    await shop.post('/v2/orders/InitializeOrder', {}, guest)
    expect((await random(guest)).body.error.code).toBe('SeatsNotPassed')
    for (const [quantity, code] of [
      [0, 'QuantityMustBeGreaterThanZero'],
      [-3, 'QuantityMustBeGreaterThanZero'],
      [1_000_000_000, 'TotalCountIsInvalid'],
      ['many', 'BadRequest'],
    ]) {
      const answer = await shop.post('/v2/orders/InitializeOrder', { quantity }, guest)
      expect(answer.body.error.code).toBe(code)
    }
  })
})

describe('giving back', () => {
  test('some places, then the rest: fees follow, places are free immediately', async () => {
    // Goal: unreserve by lines. Method: two of three seats are removed one after the other, then everything.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1, 2, 3)
    const { orderKey } = order
    const line = order.lines.find((one: Reply) => one.placeId === 2)
    const one = await shop.post('/v2/orders/unreserve', { orderKey, lineIds: [line.lineId] }, token)
    expect(one.body.totals.total.amount).toBe(2 * 5_250)
    expect(await stateOf(event, 2)).toBe(0)
    expect(await stateOf(event, 1)).toBe(availabilityState.held)
    const all = await shop.post('/groot/Orders/unreserve', { orderKey }, token)
    expect(all.body).toMatchObject({ statusName: 'Draft', lines: [] })
    expect(all.body.totals.total.amount).toBe(0)
    expect(await stateOf(event, 1)).toBe(0)
  })

  test('a checkout that is emptied is a draft again, or canceled on request', async () => {
    // Goal: the two outcomes of releasing everything. Method: one order each.
    const event = await makeEvent(shop.context)
    const first = await checkedOut(event, 1)
    const { orderKey } = first.order
    const emptied = await shop.post('/v2/orders/unreserve', { orderKey }, first.token)
    expect(emptied.body.statusName).toBe('Draft')
    const second = await checkedOut(event, 2)
    const cancel = { orderKey: second.order.orderKey, cancel: true }
    const canceled = await shop.post('/v2/orders/unreserve', cancel, second.token)
    expect(canceled.body.statusName).toBe('Canceled')
    const again = await shop.post('/v2/orders/unreserve', cancel, second.token)
    expect(again.body.error.code).toBe('OrderStatusNotAllowed')
  })

  test('lines of another order and fee lines cannot be given back', async () => {
    // Goal: line ids give no access to another order. Method: a stranger's line and a fee line.
    const event = await makeEvent(shop.context)
    const mine = await draft(event, 1)
    const others = await draft(event, 2)
    const fee = mine.order.lines.find((line: Reply) => line.kind === 'Service')
    for (const lineId of [others.order.lines[0].lineId, fee.lineId]) {
      const body = { orderKey: mine.order.orderKey, lineIds: [lineId] }
      const answer = await shop.post('/v2/orders/unreserve', body, mine.token)
      expect(answer.body.error.code).toBe('BadRequest')
    }
    expect(await stateOf(event, 2)).toBe(availabilityState.held)
    const body = { orderKey: others.order.orderKey }
    const stranger = await shop.post('/v2/orders/unreserve', body, mine.token)
    expect(stranger).toMatchObject({ status: 404, body: { error: { code: 'OrderNotFound' } } })
  })
})

describe('checkout', () => {
  test('takes the buyer, shows ways to pay, and may be corrected', async () => {
    // Goal: Draft → Checkout, then new details. Method: both checkout calls and all three that read.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    const { orderKey } = order
    const body = { orderKey, buyer, acceptTerms: true }
    const first = await shop.post('/groot/Orders/checkout', body, token)
    expect(first.body).toMatchObject({ isFree: false, order: { statusName: 'Checkout', buyer } })
    expect(first.body.paymentWays).toEqual([{ provider: 2, name: 'tpay', method: 'VirtualPos' }])
    const name = 'Giorgi Beridze'
    await shop.post('/v2/orders/checkout', { ...body, buyer: { ...buyer, name } }, token)
    for (const path of [
      `/groot/Orders/checkout/${orderKey}`,
      `/groot/Orders/checkout-details/${orderKey}`,
      `/v2/orders/checkout/details?orderKey=${orderKey}`,
    ]) {
      const read = await shop.get(path, token)
      expect(read.body.order).toMatchObject({ statusName: 'Checkout', buyer: { ...buyer, name } })
    }
  })

  test('needs consent, places and an order of the caller’s', async () => {
    // Goal: each refusal. Method: one broken condition at a time; the order does not change.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    const { orderKey } = order
    const send = (changes: object, bearer = token) =>
      shop.post('/v2/orders/checkout', { orderKey, buyer, acceptTerms: true, ...changes }, bearer)
    expect((await send({ acceptTerms: false })).body.error.code).toBe('TermsNotAccepted')
    expect((await send({ buyer: { ...buyer, email: 'nobody' } })).body.error.code).toBe(
      'EmailWrong',
    )
    expect((await send({ buyer: { ...buyer, name: 'www.example.com' } })).body.error.code).toBe(
      'NameNotAllowed',
    )
    expect((await send({}, await shop.openGuest())).status).toBe(404)
    const empty = await shop.post('/v2/orders/InitializeOrder', {}, token)
    const ofEmpty = await send({ orderKey: empty.body.orderKey })
    expect(ofEmpty.body.error.code).toBe('OrderEmpty')
    const read = await shop.get(`/v2/orders/details?orderKey=${orderKey}`, token)
    expect(read.body).toMatchObject({ statusName: 'Draft', buyer: { name: '' } })
  })

  test('in one step, for our pages and for a partner', async () => {
    // Goal: checkout-new and integration-check-out. Method: a web key, a partner's key, and the wrong one.
    const event = await makeEvent(shop.context)
    const request = (placeId: number) => ({
      eventId: event.eventId,
      seats: seats(event, 'a', placeId),
      buyer,
      acceptTerms: true,
    })
    const own = await shop.post('/groot/Orders/checkout-new', request(1))
    expect(own.body).toMatchObject({ order: { statusName: 'Checkout' }, externalReference: null })
    expect(own.body.accessToken).toBeTypeOf('string')
    const refused = await shop.post('/groot/Orders/checkout-new', {
      ...request(2),
      acceptTerms: false,
    })
    expect(refused.body.error.code).toBe('TermsNotAccepted')
    expect(await stateOf(event, 2)).toBe(0)

    const path = '/groot/Orders/integration-check-out'
    const sale = { ...request(2), externalReference: 'P-77' }
    expect((await shop.post(path, sale)).body.error.code).toBe('IntegrationChannelNotFound')
    const sold = await shop.post(`${path}?api_key=demo-partner`, sale)
    expect(sold.body).toMatchObject({
      externalReference: 'P-77',
      order: { statusName: 'Checkout' },
    })
    const kept = await findOrder(shop.context, { orderKey: sold.body.order.orderKey })
    expect(kept).toMatchObject({ channel: 'partner', externalReference: 'P-77' })

    const details = '/v2/orders/checkout/details'
    const found = await shop.get(`${details}?eventHubBookingId=P-77`, sold.body.accessToken)
    expect(found.body.order.orderKey).toBe(sold.body.order.orderKey)
    for (const token of [own.body.accessToken, undefined]) {
      const foreign = await shop.get(`${details}?eventHubBookingId=P-77`, token)
      expect(foreign.body.error.code).toBe('OrderNotFound')
    }
    expect((await shop.get(details, sold.body.accessToken)).body.error.code).toBe('BadRequest')
  })

  test('a free order has nothing to pay', async () => {
    // Goal: the page shows that no payment is needed. Method: an event of free places.
    const event = await makeEvent(shop.context, { zonePricesMinor: { a: 0 } })
    const { order, token } = await checkedOut(event, 1)
    const read = await shop.get(`/groot/Orders/checkout/${order.orderKey}`, token)
    expect(read.body).toMatchObject({ isFree: true, paymentWays: [] })
  })
})

describe('time', () => {
  test('the hold may be restarted twice, and never past one hold time from now', async () => {
    // Goal: the extension rule end to end. Method: ask at 10, 20 and 30 minutes of a 15 minute hold.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    const extend = () =>
      shop.post('/v2/orders/reserve/permanent', { orderKey: order.orderKey }, token)
    for (const canExtend of [true, false]) {
      shop.context.clock.advance(600)
      const { body } = await extend()
      expect(Date.parse(body.deadlineAt) - Date.parse(body.serverNow)).toBe(900_000)
      expect(body.canExtend).toBe(canExtend)
    }
    shop.context.clock.advance(600)
    expect((await extend()).body.error.code).toBe('ExtensionNotAllowed')
    expect(await stateOf(event, 1)).toBe(availabilityState.held)
    shop.context.clock.advance(301)
    expect((await extend()).body.error.code).toBe('OrderExpired')
    expect(await stateOf(event, 1)).toBe(0)
  })

  test('touching an overdue order closes it; the sweep closes the others', async () => {
    // Goal: Draft and Checkout end with their hold, an order at the bank does not. Method: one of each.
    const event = await makeEvent(shop.context)
    const touched = await draft(event, 1)
    const swept = await checkedOut(event, 2)
    const atBank = await checkedOut(event, 3)
    const pending = orderStatus.PaymentPending
    expect(await move(atBank.order.orderKey, pending, 'payment-started')).toBe('ok')
    shop.context.clock.advance(901)
    const read = await shop.get(
      `/v2/orders/details?orderKey=${touched.order.orderKey}`,
      touched.token,
    )
    expect(read.body).toMatchObject({ statusName: 'Timeout', canExtend: false })
    const { orderKey } = touched.order
    const late = await shop.post('/v2/orders/unreserve', { orderKey }, touched.token)
    expect(late.body.error.code).toBe('OrderExpired')
    expect((await findOrder(shop.context, { orderKey }))?.status).toBe(orderStatus.Timeout)

    const statuses = [orderStatus.PaymentPending]
    expect(await listOverdueOrders(shop.context, { statuses, most: 10 })).toEqual([
      atBank.order.orderKey,
    ])
    expect(await sweepOverdueOrders(shop.context, 100)).toBeGreaterThanOrEqual(1)
    expect(await sweepOverdueOrders(shop.context, 100)).toBe(0)
    const closed = await findOrder(shop.context, { orderKey: swept.order.orderKey })
    expect(closed?.status).toBe(orderStatus.Timeout)
    const waiting = await findOrder(shop.context, { orderKey: atBank.order.orderKey })
    expect(waiting?.status).toBe(pending)
    // Expired holds count as free anyway; their rows must be released too.
    const rows = await shop.context.db
      .selectFrom('place_leg')
      .select(['place_id', 'state'])
      .where('offering_id', '=', event.offeringId)
      .where('place_id', '<=', 3)
      .orderBy('place_id')
      .execute()
    expect(rows.map((row) => row.state)).toEqual([0, 0, 1])
  })

  test('choosing on in an overdue order is refused', async () => {
    // Goal: no places can be added to an ended order. Method: one second past the deadline.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    shop.context.clock.advance(901)
    const body = {
      eventId: event.eventId,
      orderKey: order.orderKey,
      seats: seats(event, 'a', 2),
    }
    const answer = await shop.post('/v2/orders/reserve', body, token)
    expect(answer.body.error.code).toBe('OrderExpired')
    expect(await stateOf(event, 2)).toBe(0)
  })
})

describe('reading', () => {
  test('an order is found by key and by number, by its owner alone', async () => {
    // Goal: another's order is reported as not found. Method: owner, stranger and visitor on each reading call.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    const stranger = await shop.openGuest()
    for (const path of [
      `/v2/orders/details?orderKey=${order.orderKey}`,
      `/v2/orders/details?orderNumber=${order.orderNumber}`,
      `/groot/Orders/details/${order.orderNumber}`,
      `/groot/Orders/checkout/${order.orderKey}`,
      `/groot/Orders/checkout-details/${order.orderKey}`,
      `/v2/orders/checkout/details?orderKey=${order.orderKey}`,
      `/v2/Events/Map?eventId=${event.eventId}&orderKey=${order.orderKey}`,
    ]) {
      expect((await shop.get(path, token)).status, path).toBe(200)
      for (const other of [stranger, undefined]) {
        const answer = await shop.get(path, other)
        expect(answer.status, path).toBe(404)
        expect(answer.body.error.code).toBe('OrderNotFound')
      }
    }
    expect((await shop.get('/v2/orders/details', token)).body.error.code).toBe('BadRequest')
  })

  test('the list shows the caller’s own orders and filters them', async () => {
    // Goal: orders-list with each filter. Method: three orders of one guest, one of another.
    const startsAt = new Date('2027-01-15T20:30:00Z')
    const event = await makeEvent(shop.context, { startsAt })
    const token = await shop.openGuest()
    const other = await draft(event, 20)
    const made: string[] = []
    for (const placeId of [1, 2]) {
      const body = { eventId: event.eventId, seats: seats(event, 'a', placeId) }
      made.push((await shop.post('/v2/Booking/choose-seat', body, token)).body.orderKey)
      shop.context.clock.advance(1)
    }
    const host = 'tickets.example'
    const opened = await shop.post('/v2/orders/InitializeOrder', { host }, token)
    made.push(opened.body.orderKey)
    const checkout = { orderKey: made[0], buyer, acceptTerms: true }
    await shop.post('/v2/orders/checkout', checkout, token)
    const keys = async (query: string) => {
      const { body } = await shop.get(`/v2/orders${query}`, token)
      return body.orders.map((order: Reply) => order.orderKey)
    }
    expect(await keys('')).toEqual(made.toReversed())
    expect(await keys('?orderStatus=5')).toEqual([made[0]])
    expect(await keys(`?phoneNumber=${encodeURIComponent('+995(555)123456')}`)).toEqual([made[0]])
    expect(await keys('?phoneNumber=555%20123%20456')).toEqual([made[0]])
    expect(await keys('?phoneNumber=none')).toEqual([])
    expect(await keys('?phoneNumber=')).toEqual([])
    expect(await keys(`?host=${host}`)).toEqual([made[2]])
    // Half past midnight at the venue: the venue's day is used.
    expect(await keys('?eventDate=2027-01-16')).toEqual([made[1], made[0]])
    expect(await keys('?eventDate=2027-01-15')).toEqual([])
    expect(await keys('')).not.toContain(other.order.orderKey)
    expect((await shop.get('/v2/orders')).body.error.code).toBe('Unauthenticated')
    expect((await shop.get('/v2/orders?orderStatus=99', token)).body.error.code).toBe('BadRequest')
  })

  test('signing in claims the guest’s orders; the old session sees them no more', async () => {
    // Goal: an order follows its buyer into the account. Method: claim, then read as both.
    const event = await makeEvent(shop.context)
    const { order, token } = await draft(event, 1)
    const kept = await findOrder(shop.context, { orderKey: order.orderKey })
    const customer = await makeCustomer(shop.context)
    const customerId = customer.kind === 'customer' ? customer.customerId : ''
    const sessionId = kept?.sessionId ?? ''
    expect(await claimGuestOrders(shop.context, sessionId, customerId)).toBe(1)
    expect(await claimGuestOrders(shop.context, sessionId, customerId)).toBe(0)
    const read = await shop.get(`/v2/orders/details?orderKey=${order.orderKey}`, token)
    expect(read.status).toBe(404)
    const mine = await findOrder(shop.context, { orderKey: order.orderKey })
    expect(mine?.customerId).toBe(customerId)
  })
})

describe('what flows do', () => {
  test('orders change state only as the state table allows, and each change is logged', async () => {
    // Goal: moveOrder refuses shortcuts and writes the log. Method: a sale, then late money after a failure.
    const event = await makeEvent(shop.context)
    const { order } = await checkedOut(event, 1)
    const { orderKey } = order
    const { Processed, PaymentPending, Failed, Checkout } = orderStatus
    expect(await move(orderKey, Failed, 'payment-failed')).toBe('OrderStatusNotAllowed')
    expect(await move(orderKey, PaymentPending, 'payment-started')).toBe('ok')
    expect(await move(orderKey, Failed, 'payment-failed')).toBe('ok')
    expect(await move(orderKey, Processed, 'payment-captured')).toBe('OrderStatusNotAllowed')
    expect(await move(orderKey, Processed, 'late-payment')).toBe('ok')
    expect(await move(orderKey, Checkout, 'late-payment')).toBe('OrderStatusNotAllowed')
    const kept = await findOrder(shop.context, { orderKey })
    expect(kept?.processedAt).toEqual(shop.context.clock.now())
    const log = await shop.context.db
      .selectFrom('order_log')
      .select(['from_status', 'to_status', 'reason'])
      .where('order_id', '=', kept?.id ?? 0)
      .orderBy('id')
      .execute()
    expect(log.map((row) => [row.from_status, row.to_status, row.reason])).toEqual([
      [0, Checkout, 'checkout'],
      [Checkout, PaymentPending, 'payment-started'],
      [PaymentPending, Failed, 'payment-failed'],
      [Failed, Processed, 'late-payment'],
    ])
  })

  async function failed(event: MadeEvent, ...placeIds: number[]) {
    const made = await checkedOut(event, ...placeIds)
    const { orderKey } = made.order
    await move(orderKey, orderStatus.PaymentPending, 'payment-started')
    await move(orderKey, orderStatus.Failed, 'payment-failed')
    return { ...made, orderKey: orderKey as string }
  }

  function retry(orderKey: string) {
    return inTransaction(shop.context, async (context) => {
      const order = await lockOrder(context, { orderKey })
      return order.ok ? copyOrderForRetry(context, order.value) : order
    })
  }

  test('a retry takes the places over, and late money for the failed order cannot sell them too', async () => {
    // Goal: no place is sold twice through a retry. Method: both orders try to sell the same seats.
    const event = await makeEvent(shop.context)
    const { orderKey } = await failed(event, 1, 2)
    const copy = await retry(orderKey)
    if (!copy.ok) throw new Error(copy.code)
    expect(copy.value).toMatchObject({ status: orderStatus.Checkout, buyer, totalMinor: 10_500 })
    expect(copy.value.orderKey).not.toBe(orderKey)
    const again = await retry(orderKey)
    expect(again.ok && again.value.orderKey).toBe(copy.value.orderKey)

    const old = await findOrder(shop.context, { orderKey })
    const late = await sellPlaces(shop.context, orderAllocations(old?.lines ?? []))
    expect(late).toMatchObject({ ok: false, code: 'SeatNotAvailable' })
    const sold = await sellPlaces(shop.context, orderAllocations(copy.value.lines))
    expect(sold).toEqual(ok(undefined))
  })

  test('a retry after the hold ended takes the places again, unless somebody has them', async () => {
    // Goal: the same places or none. Method: retry past the deadline, free and then taken.
    const event = await makeEvent(shop.context)
    const free = await failed(event, 1, 2)
    const taken = await failed(event, 3, 4)
    shop.context.clock.advance(901)
    const copy = await retry(free.orderKey)
    expect(copy.ok && copy.value.totalMinor).toBe(10_500)
    expect(await stateOf(event, 1)).toBe(availabilityState.held)
    await draft(event, 4)
    const refused = await retry(taken.orderKey)
    expect(refused).toMatchObject({ ok: false, code: 'SeatNotAvailable' })
    expect(await stateOf(event, 3)).toBe(0)
    const paid = await checkedOut(event, 5)
    expect(await retry(paid.order.orderKey)).toMatchObject({ code: 'OrderStatusNotAllowed' })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEvent, smallLayout, type EventOptions, type MadeEvent } from './factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

function seats(event: MadeEvent, zone: string, ...placeIds: number[]) {
  const ticketTypeId = event.seatTypes[zone]?.ticketTypeId ?? 0
  return placeIds.map((placeId) => ({ ticketTypeId, placeId }))
}

function choose(event: MadeEvent, ...placeIds: number[]) {
  const { eventId } = event
  return shop.post('/v2/Booking/choose-seat', { eventId, seats: seats(event, 'a', ...placeIds) })
}

describe('an event with the single-seat rule', () => {
  test('refuses an avoidable single seat and names it', async () => {
    // Goal: the organiser's rule applies over HTTP, to new and open orders. Method: a row of ten, chosen in steps.
    const event = await makeEvent(shop.context, { forbidsSingleSeats: true })
    const { eventId } = event
    const map = await shop.get(`/v2/Events/Map?eventId=${eventId}`)
    expect(map.body.forbidsSingleSeats).toBe(true)
    const refused = await choose(event, 2, 3)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({ code: 'SingleSeatLeft', detail: { placeIds: [1] } })
    expect(refused.body.error.message).toContain('on its own')
    expect((await choose(event, 1, 3)).body.error.detail).toEqual({ placeIds: [2] })

    const first = await choose(event, 1, 2)
    expect(first.status).toBe(200)
    const more = (...placeIds: number[]) =>
      shop.post(
        '/v2/orders/reserve',
        { eventId, orderKey: first.body.orderKey, seats: seats(event, 'a', ...placeIds) },
        first.body.accessToken,
      )
    // Places in the caller's own order count as taken, even when requested again.
    expect((await more(4, 5)).body.error.code).toBe('SingleSeatLeft')
    expect((await more(2, 4)).body.error.detail).toEqual({ placeIds: [3] })
    expect((await more(3, 4)).status).toBe(200)

    // Six are left: any five of them leave one, and all six may be taken.
    expect((await choose(event, 5, 6, 7, 8, 9)).status).toBe(200)
    expect((await choose(event, 10)).status).toBe(200)
    // Other rows are not affected, and neither are taken places.
    expect((await choose(event, 11, 12)).status).toBe(200)
    expect((await choose(event, 11)).body.error.code).toBe('SeatNotAvailable')
  })

  test('does not apply to other events', async () => {
    // Goal: the rule is off by default. Method: the choice that was refused above.
    const event = await makeEvent(shop.context)
    expect((await choose(event, 2, 3)).status).toBe(200)
  })
})

/** The small hall with a wheelchair space and its companion at the end of the last row. */
function accessibleLayout(): EventOptions['layout'] {
  const layout = smallLayout()
  const [row] = layout.sections[1]?.rows?.slice(-1) ?? []
  if (row)
    Object.assign(row, {
      exceptions: [
        { at: 8, flags: ['companion'] },
        { at: 9, flags: ['accessible'] },
      ],
    })
  return layout
}

describe('best places for a request', () => {
  async function requestFor(event: MadeEvent, request: Record<string, unknown>) {
    const opened = await shop.post('/v2/orders/InitializeOrder', {
      eventId: event.eventId,
      ...request,
    })
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    const { status, body } = await shop.post(
      '/v2/orders/reserverandom',
      undefined,
      opened.body.accessToken,
    )
    if (status !== 200) return body.error.code
    const tickets = body.lines.filter((line: { kind: string }) => line.kind === 'Ticket')
    return tickets.map(
      (line: { placeId: number | null; quantity: number }) =>
        line.placeId ?? `${line.quantity} standing`,
    )
  }

  test('are near the stage, in the requested zone, section and price', async () => {
    // Goal: every part of the request counts. Method: consecutive requests in a hall with two expensive and two
    // cheap rows.
    const event = await makeEvent(shop.context, {
      layout: accessibleLayout(),
      zonePricesMinor: { a: 8_000, b: 4_000 },
    })
    const first = await requestFor(event, { quantity: 3 })
    expect(first.every((placeId: number) => placeId >= 1 && placeId <= 10)).toBe(true)
    const inZone = await requestFor(event, { quantity: 2, zone: 'b' })
    expect(inZone.every((placeId: number) => placeId >= 21 && placeId <= 40)).toBe(true)
    const inSection = await requestFor(event, { quantity: 2, sectionId: 2 })
    expect(inSection.every((placeId: number) => placeId >= 21)).toBe(true)
    // All-in: 80.00 and 5 % are 84.00, 40.00 are 42.00, and the floor's 30.00 are 31.50.
    const cheap = await requestFor(event, {
      quantity: 2,
      priceMinorMin: 4_000,
      priceMinorMax: 5_000,
    })
    expect(cheap.every((placeId: number) => placeId >= 21)).toBe(true)
    expect(await requestFor(event, { quantity: 2, priceMinorMax: 3_999 })).toEqual(['2 standing'])
    expect(await requestFor(event, { quantity: 2, zone: 'floor' })).toEqual(['2 standing'])
    expect(await requestFor(event, { quantity: 2, sectionId: 3 })).toEqual(['2 standing'])
    expect(await requestFor(event, { quantity: 2, priceMinorMax: 100 })).toBe('SeatNotAvailable')
    expect(await requestFor(event, { quantity: 2, zone: 'nowhere' })).toBe('SeatNotAvailable')
    expect(await requestFor(event, { quantity: 2, accessible: true })).toEqual([39, 40])
    expect(await requestFor(event, { quantity: 1, accessible: true })).toBe('SeatNotAvailable')
  })

  test('are adjacent when required', async () => {
    // Goal: only a party that allows it is separated; another is refused. Method: only pairs are left.
    const blockedPlaces = Array.from({ length: 40 }, (_, index) => index + 1).filter(
      (placeId) => placeId % 3 === 0,
    )
    const event = await makeEvent(shop.context, { blockedPlaces, forbidsSingleSeats: true })
    const together = { quantity: 3, together: true, priceMinorMin: 5_000 }
    expect(await requestFor(event, together)).toBe('SeatNotAvailable')
    expect(await requestFor(event, { ...together, together: false })).toHaveLength(3)
  })
})

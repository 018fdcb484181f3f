import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LiveMaps } from '#modules/events/server/public-api.ts'
import { demoLayouts } from '#seatmap/demo-layouts.ts'
import { expandLayout } from '#seatmap/expand.ts'
import { makeEvent, makeTicketType, smallLayout, type MadeEvent } from './factories.ts'
import { openTestContext } from '../../../../tests/support/context.ts'
import { openShop, type Shop, type ShopAnswer } from '../../../../tests/support/shop.ts'
import { reserveBest } from '../server/reserve-best.ts'

/**
 * Goal: unavailability is never reported while a matching place is free, and no place is given twice. Method: many
 * concurrent callers over HTTP on a stadium, in a hall with just enough seats, and from two processes.
 */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

async function openDraft(event: MadeEvent, request: Record<string, unknown>): Promise<string> {
  const opened = await shop.post('/v2/orders/InitializeOrder', {
    eventId: event.eventId,
    ...request,
  })
  expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  return opened.body.accessToken
}

async function askAll(
  event: MadeEvent,
  filters: readonly Record<string, unknown>[],
): Promise<ShopAnswer[]> {
  const tokens = await Promise.all(filters.map((request) => openDraft(event, request)))
  return Promise.all(tokens.map((token) => shop.post('/v2/orders/reserverandom', {}, token)))
}

function seatsOf({ body }: ShopAnswer): number[] {
  return (body.lines ?? []).flatMap((line: { placeId: number | null }) => line.placeId ?? [])
}

describe('64 concurrent requests for the best places', () => {
  test('get adjacent pairs in a stadium', async () => {
    const layout = demoLayouts.stadium()
    const event = await makeEvent(shop.context, { layout })
    const answers = await askAll(
      event,
      Array.from({ length: 64 }, () => ({ quantity: 2, together: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const seats = answers.flatMap(seatsOf)
    expect(new Set(seats).size).toBe(128)
    const { row } = expandLayout(layout)
    for (const answer of answers) {
      const [one = 0, other = 0] = seatsOf(answer)
      expect(row[one]).toBe(row[other])
    }
  })

  test('are refused in a small hall only when no pair is left', async () => {
    const event = await makeEvent(shop.context, { layout: seatsOnly() })
    const answers = await askAll(
      event,
      Array.from({ length: 32 }, () => ({ quantity: 2, together: true })),
    )
    const seats = new Set(answers.flatMap(seatsOf))
    expect(seats.size).toBe(answers.filter(({ status }) => status === 200).length * 2)
    const left = Array.from({ length: 40 }, (_, index) => index + 1).filter((id) => !seats.has(id))
    const pairs = left.filter((id) => id % 10 !== 0 && left.includes(id + 1))
    expect(pairs).toEqual([])
    for (const { status, body } of answers)
      if (status !== 200) expect(body.error.code).toBe('SeatNotAvailable')
  })

  test('get every last seat, including one just released', async () => {
    const event = await makeEvent(shop.context, { layout: seatsOnly() })
    const tokens = await Promise.all(
      Array.from({ length: 44 }, () => openDraft(event, { quantity: 1 })),
    )
    const answers = await Promise.all(
      tokens.map((token) => shop.post('/v2/orders/reserverandom', {}, token)),
    )
    expect(new Set(answers.flatMap(seatsOf)).size).toBe(40)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    const index = answers.findIndex(({ status }) => status === 200)
    const first = answers[index] as ShopAnswer
    const back = { orderKey: first.body.orderKey, cancel: true }
    expect((await shop.post('/v2/orders/unreserve', back, tokens[index])).status).toBe(200)
    const [answer] = await askAll(event, [{ quantity: 1 }])
    expect(seatsOf(answer as ShopAnswer)).toEqual(seatsOf(first))
  })

  test('get places of expired holds without a notification', async () => {
    const event = await makeEvent(shop.context, { layout: seatsOnly(), holdSeconds: 60 })
    const filters = Array.from({ length: 40 }, () => ({ quantity: 1 }))
    await askAll(event, filters)
    shop.context.clock.advance(61)
    const again = await askAll(event, filters)
    expect(again.filter(({ status }) => status === 200)).toHaveLength(40)
  })
})

test('are all served by two processes that sell one hall', async () => {
  // Each process has its own board and learns of the other's places late: the inventory decides.
  const event = await makeEvent(shop.context, { layout: seatsOnly() })
  const other = await openTestContext(shop.url, shop.context.clock)
  const sellers = [shop.context, other].map((context) => ({
    context,
    live: new LiveMaps({ connectionsMax: 1, connectionsPerAddressMax: 1 }),
  }))
  try {
    const asked = await Promise.all(
      Array.from({ length: 46 }, async (_, index) => {
        const { context, live } = sellers[index % 2] as (typeof sellers)[number]
        const sessionId = await sessionOf(await openDraft(event, { quantity: 1 }))
        return { own: context.as({ kind: 'guest', sessionId }), boards: live.boards }
      }),
    )
    const taken = await Promise.all(asked.map(({ own, boards }) => reserveBest(own, boards)))
    const seats = taken.flatMap((one) =>
      one.ok ? one.value.lines.flatMap(({ placeId }) => placeId ?? []) : [],
    )
    expect(seats).toHaveLength(40)
    expect(new Set(seats).size).toBe(40)
    for (const one of taken) if (!one.ok) expect(one.code).toBe('SeatNotAvailable')
  } finally {
    for (const { live } of sellers) await live.close()
    await other.close()
  }
})

test('get as many packages as there are, without taking other buyers’ seats', async () => {
  // Parts are two seats of zone a each, separate if necessary: ten packages for twelve buyers.
  const event = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 100 }) })
  const { eventId, merchantId } = event
  const packageType = await makeTicketType(shop.context, {
    eventId,
    merchantId,
    priceMinor: 9_000,
    poolId: 1,
  })
  await shop.context.db
    .insertInto('package_part')
    .values({
      package_type_id: packageType,
      part_type_id: event.seatTypes['a']?.ticketTypeId ?? 0,
      quantity: 2,
      position: 1,
    })
    .execute()
  const places = [{ ticketTypeId: packageType, quantity: 1 }]
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => shop.post('/v2/Booking/choose-seat', { eventId, places })),
  )
  const seats = answers.flatMap(seatsOf)
  expect(new Set(seats).size).toBe(20)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
})

async function sessionOf(token: string): Promise<string> {
  const { id } = await shop.context.db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .executeTakeFirstOrThrow()
  return id
}

/** The small hall without its floor: forty seats in four rows of ten. */
function seatsOnly(): ReturnType<typeof smallLayout> {
  const layout = smallLayout()
  return { ...layout, sections: layout.sections.slice(0, 2), zones: layout.zones.slice(0, 2) }
}

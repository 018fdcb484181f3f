import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeAvailability } from '#seatmap/availability.ts'
import { demoLayouts } from '#seatmap/demo-layouts.ts'
import { placeCount } from '#seatmap/layout.ts'
import { makeEvent, type MadeEvent } from './factories.ts'
import { sql } from 'kysely'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

/**
 * Goal: a stadium of 54,202 seats opens on a phone. Method: the largest layout of the demo, half of it taken at
 * random (the worst case of the encoding), over HTTP, compressed as for a browser.
 */
let shop: Shop
let event: MadeEvent

beforeAll(async () => {
  shop = await openShop()
  const largest = Object.values(demoLayouts)
    .map((make) => make())
    .toSorted((a, b) => placeCount(b) - placeCount(a))[0]
  event = await makeEvent(shop.context, { layout: largest })
  await sql`
    update place_leg set state = 3
    where offering_id = ${event.offeringId}::bigint
      and hashint4(place_id) % 2 = 0`.execute(shop.context.db)
})
afterAll(() => shop.close())

async function sizeOf(url: string, encoding: 'br' | 'gzip') {
  const response = await shop.app.inject({ url, headers: { 'accept-encoding': encoding } })
  expect(response.headers['content-encoding']).toBe(encoding)
  const unpack = encoding === 'br' ? brotliDecompressSync : gunzipSync
  return {
    bytes: response.rawPayload.length,
    body: JSON.parse(unpack(response.rawPayload).toString()),
  }
}

describe('a stadium', () => {
  test('sends its layout in less than 150 KB and its availability in less than 20 KB', async () => {
    const digest = event.layoutDigest
    for (const encoding of ['br', 'gzip'] as const) {
      const layout = await sizeOf(`/v2/layouts/${digest}`, encoding)
      expect(layout.body).toEqual(event.layout)
      expect(layout.bytes).toBeLessThan(150_000)
      const map = await sizeOf(`/v2/Events/Map?eventId=${event.eventId}&api_key=demo-web`, encoding)
      const states = decodeAvailability(map.body.availability)
      expect(states.length).toBe(54_203)
      const taken = states.filter((state) => state === 1).length
      expect(taken / states.length).toBeGreaterThan(0.45)
      expect(taken / states.length).toBeLessThan(0.55)
      expect(map.bytes).toBeLessThan(20_000)
    }
  })
})

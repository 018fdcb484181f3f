/**
 * Goal: the page of a change offers a ticket's passenger only seats that the sale accepts. Method: a small bus with each
 * kind of place; tickets of two passengers bought over HTTP, then the page's loader, with its calls over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { loadChange } from '../web/change-data.ts'

const kept = { 3: 'wheelchair', 4: 'companion', 5: 'bicycle', 6: 'wheelchair' } as const

let shop: HostileShop
let line: MadeLine
beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context, {
    seatCount: 6,
    terms: {
      riders: ['adult', 'wheelchair'].map((code) => ({
        code,
        name: { ka: code, en: code },
        discountBasisPoints: 0,
        proof: null,
        ageMin: null,
        ageMax: null,
      })),
    },
  })
  for (const [placeId, kind] of Object.entries(kept))
    await sql`
      update vehicle_place set attributes = ${placeAttribute[kind]}
      from trip join run on run.trip_id = trip.id
      where run.id = ${line.runIds[0]} and vehicle_place.vehicle_type_id = trip.vehicle_type_id
        and place_id = ${Number(placeId)}`.execute(shop.context.db)
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
})
afterAll(() => shop.close())

async function buy(rider: string): Promise<{ token: string; ticketIdentifier: string }> {
  const token = await shop.customer()
  const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers: [{ rider }] }]
  const { orderKey, segments: held } = await expectOk(
    shop.post('/v2/transport/choose', { segments }, token),
  )
  const [{ lineId }] = held[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, orderKey, { passengers, token })
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return { token, ticketIdentifier: (tickets as Reply[])[0]?.ticketIdentifier }
}

/** The seats that the page of a change of seat offers as free, and the reason if the requested one is refused. */
async function offered(bought: Awaited<ReturnType<typeof buy>>, placeId?: number) {
  const { send } = createClient({
    baseUrl: shop.config.PUBLIC_ORIGIN,
    apiKey: 'demo-web',
    locale: 'en',
    accessToken: () => bought.token,
  })
  const params = new URLSearchParams({ to: `${line.runIds[0]}.0.2` })
  if (placeId !== undefined) params.set('place', String(placeId))
  const page = await loadChange(send, bought.ticketIdentifier, params)
  const seats = page?.chosen?.plan?.coaches.flatMap((coach) => coach.seats) ?? []
  const free = seats.filter(({ state }) => state === 'free').map(({ label }) => label)
  return { free, refusal: page?.chosen?.refusal ?? null }
}

test('a change offers each passenger the free seats that fit, also after a refused one', async () => {
  const adult = await buy('adult')
  expect(await offered(adult)).toEqual({ free: ['2'], refusal: null })
  expect(await offered(adult, 3)).toEqual({ free: ['2'], refusal: expect.any(String) })
  const inWheelchair = await buy('wheelchair')
  expect(await offered(inWheelchair)).toEqual({ free: ['6'], refusal: null })
})

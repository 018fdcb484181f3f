/**
 * Goal: whose baggage no longer fits is told so, and not that a seat is taken. Method: a small bus with room for five
 * pieces; several passengers ask for seats and baggage over HTTP.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallError, createClient } from '#contract/client.ts'
import { makeLine } from '../../../../tests/hostile/journeys.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { chooseJourney } from '../sale-contract.ts'
import { isBaggageTaken } from '../web/choice.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('a hold refused for baggage is told from one refused for a seat', async () => {
  const { runIds } = await makeLine(shop.context, { seatCount: 6 })
  const hold = async (placeIds: readonly number[], bags: number): Promise<unknown> => {
    const token = await shop.guest()
    const { send } = createClient({
      baseUrl: shop.config.PUBLIC_ORIGIN,
      apiKey: 'demo-web',
      locale: 'en',
      accessToken: () => token,
    })
    const passengers = placeIds.map((placeId) => ({ placeId }))
    const baggage = bags === 0 ? [] : [{ optionCode: 'bag', quantity: bags }]
    const segments = [{ runId: runIds[0], legFrom: 0, legTo: 2, passengers, baggage }]
    return send(chooseJourney, { body: { segments } }).catch((error: unknown) => error)
  }
  expect(await hold([1, 2], 4)).not.toBeInstanceOf(CallError)
  const baggageless = await hold([3], 2)
  expect(baggageless).toMatchObject({ code: 'SeatNotAvailable' })
  expect(isBaggageTaken(baggageless)).toBe(true)
  const seatless = await hold([1], 0)
  expect(seatless).toMatchObject({ code: 'SeatNotAvailable' })
  expect(isBaggageTaken(seatless)).toBe(false)
})

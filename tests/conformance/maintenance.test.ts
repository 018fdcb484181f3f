/**
 * Goal: the notices of maintenance of railway and omnibus appear on their pages and go with the operator's switch, and
 * nothing of them is sold meanwhile. Method: the operator's call, the call that pages read, and the markup of the pages' head.
 */
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import omnibus from '#modules/transport/messages/omnibus-en.json' with { type: 'json' }
import railway from '#modules/transport/messages/railway-en.json' with { type: 'json' }
import transport from '#modules/transport/messages/transport-en.json' with { type: 'json' }
import { pausedBrands } from '../../src/apps/web/pages/travel/paused.ts'
import { isPausedFor } from '../../src/modules/transport/web/brands.ts'
import { Head } from '../../src/modules/transport/web/parts/head.tsx'
import { makeLine } from '../hostile/journeys.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { markupOf } from '../support/markup.ts'

let shop: HostileShop
let operator: string
beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

test.each(['railway', 'omnibus'] as const)('maintenance of %s', async (brand) => {
  const line = await makeLine(shop.context, { brand })
  const calls = { send: () => expectOk(shop.get('/v2/switches')) }
  const head = async () => {
    const isPaused = isPausedFor(brand, await pausedBrands(calls as never))
    return markupOf(createElement(Head, { brand, isPaused }), { transport, railway, omnibus })
  }
  const choice = async () => {
    const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 1, passengers: [{}] }]
    const answer = await shop.post('/v2/transport/choose', { segments }, await shop.guest())
    return answer.body.error?.code
  }
  const turn = async (isOn: boolean) => {
    const path = `/v2/operator/switches/${brand}-maintenance`
    await expectOk(
      shop.send({ method: 'PUT', path, payload: JSON.stringify({ isOn }), token: operator }),
    )
    await expireCaches(3_000)
  }
  const notice = { railway, omnibus }[brand].maintenance
  expect(await head()).not.toContain(notice)
  await turn(true)
  await expect.poll(head, { message: 'the notice appears' }).toContain(notice)
  await expect.poll(choice, { message: 'nothing is sold' }).toBe('SaleSuspended')
  await turn(false)
  await expect.poll(head, { message: 'the notice goes' }).not.toContain(notice)
  await expect.poll(choice, { message: 'it is sold again' }).toBeUndefined()
})

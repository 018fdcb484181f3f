/**
 * Goal: each call takes the credential that the specification gives it, and no lesser one. Method: every specified call
 * over HTTP, bare but for a credential: what is refused for it says so before anything else is looked at.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileShop, type Answer, type HostileShop } from '../hostile/shop.ts'

interface Specified {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly required: readonly string[]
  readonly credential: string
}

const table = new URL('../../tools/coverage/specified-calls.json', import.meta.url)
const calls = JSON.parse(readFileSync(table, 'utf8')) as readonly Specified[]
const of = (credential: string) => calls.filter((call) => call.credential === credential)

let shop: HostileShop
let guest: string
let customer: string
beforeAll(async () => {
  shop = await openHostileShop()
  guest = await shop.guest()
  customer = await shop.customer()
})
afterAll(() => shop.close())

/** The refusal of a call without values, by a caller; empty where it was not refused. */
async function refusalOf(call: Specified, token?: string, apiKey = 'demo-web'): Promise<string> {
  const path = call.path.replaceAll(/\{[^}]+\}/g, 'none')
  const answer: Answer = await shop.send({ method: call.method, path, token, apiKey })
  expect(answer.status, `${call.id}: ${answer.text}`).toBeLessThan(500)
  return answer.body?.error?.code ?? ''
}

/** Calls that answer something else than this refusal. */
async function others(
  asked: readonly Specified[],
  code: string | readonly string[],
  token?: string,
  apiKey?: string,
): Promise<string[]> {
  const expected = [code].flat()
  const wrong: string[] = []
  for (const call of asked) {
    const refusal = await refusalOf(call, token, apiKey)
    if (!expected.includes(refusal)) wrong.push(`${call.id}: ${refusal}`)
  }
  return wrong
}

test('the specification knows these credentials', () => {
  const known = ['none', 'api-key', 'guest-or-customer', 'customer', 'merchant']
  // What a bank signs has tests of its own (`flows/checkout/tests/gc.test.ts`).
  expect(new Set(calls.map(({ credential }) => credential))).toEqual(
    new Set([...known, 'provider-signature']),
  )
})

test('a customer’s call refuses visitors, guests and a token that is none', async () => {
  const asked = of('customer')
  expect(asked.length).toBeGreaterThan(50)
  expect(await others(asked, 'Unauthenticated')).toEqual([])
  expect(await others(asked, 'Unauthenticated', guest)).toEqual([])
  expect(await others(asked, 'Unauthenticated', 'x'.repeat(43))).toEqual([])
})

test('a call of staff refuses visitors and shoppers', async () => {
  const asked = of('merchant')
  expect(asked.length).toBeGreaterThan(5)
  for (const token of [undefined, guest, customer])
    expect(await others(asked, 'Unauthenticated', token)).toEqual([])
})

test('a call of an application refuses a key that is none, and asks nobody to sign in', async () => {
  const asked = of('api-key')
  expect(await others(asked, 'ApiKeyInvalid', undefined, 'nobody')).toEqual([])
  const wrong: string[] = []
  for (const call of asked)
    for (const token of [undefined, guest, customer])
      if (['ApiKeyInvalid', 'Unauthenticated'].includes(await refusalOf(call, token)))
        wrong.push(call.id)
  expect(wrong).toEqual([])
})

test('what anybody may do, and what a guest may, is refused to nobody by kind', async () => {
  const free = [...of('none'), ...of('guest-or-customer')]
  const wrong: string[] = []
  for (const call of free) {
    const refusal = await refusalOf(call, customer)
    if (['Unauthenticated', 'ApiKeyInvalid'].includes(refusal)) wrong.push(call.id)
  }
  expect(wrong).toEqual([])
  const authorized = of('guest-or-customer').filter(({ required }) =>
    required.includes('authorization'),
  )
  expect(authorized.length).toBeGreaterThan(2)
  expect(await others(authorized, 'Unauthenticated')).toEqual([])
})

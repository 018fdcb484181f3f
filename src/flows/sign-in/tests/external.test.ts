import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFacebook, type FacebookFake } from '../../../../fakes/facebook/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createFacebook, createSessionStore } from '#modules/accounts/server/public-api.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { signInRoutes } from '../server/routes.ts'

/**
 * Goal: an external account signs in the customer it is connected to, and nobody else, and the provider's assertion
 * alone opens no account. Method: the calls over a real database against a fake Facebook with the real flow.
 */
const sessions = createSessionStore()
let facebook: FacebookFake
let context: TestContext
let drop: () => Promise<void>
let routes: Map<string, ReturnType<typeof signInRoutes>[number]>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  facebook = await startFacebook({ port: 0 })
  const provider = createFacebook({
    dialogUrl: facebook.url,
    graphUrl: facebook.url,
    appId: 'demo-app',
    appSecret: 'demo-app-secret',
  })
  routes = new Map(signInRoutes(sessions, provider).map((route) => [route.call.id, route]))
})
afterAll(async () => {
  await facebook?.stop()
  await context?.close()
  await drop?.()
})

async function call(id: string, body: unknown, actor: Actor = { kind: 'visitor' }) {
  const route = routes.get(id)
  if (!route) throw new Error(`No route ${id}`)
  const as = context.as(actor)
  const input = { params: {}, query: {}, body }
  // Connecting requires a step-up proof; tests/hostile/theft.test.ts checks that it does.
  const proven = { ...sessions, isProven: async () => true }
  const result = await execute(route, as, input, { sessions: proven, checkReplies: true })
  return { result, effects: as.effects }
}

/** Goes to Facebook as the browser would and comes back as the first person there. */
async function wayThere(purpose: 'connect' | 'sign-in', actor?: Actor) {
  const { result } = await call('own-auth-external-begin', { purpose, continue: '/account' }, actor)
  if (!result.ok) throw new Error(result.code)
  const { address, state } = result.value as { address: string; state: string }
  const dialog = await (await fetch(address)).text()
  const back = /href="([^"]+code=[^"]+)"/.exec(dialog)?.[1]?.replaceAll('&#38;', '&') ?? ''
  const url = new URL(back)
  expect(url.searchParams.get('state')).toBe(state)
  return { code: url.searchParams.get('code') ?? '', state }
}

async function newCustomer(email: string): Promise<Actor & { customerId: string }> {
  const id = context.random.uuid()
  await context.db
    .insertInto('customer')
    .values({ id, email, activated_at: context.clock.now() })
    .execute()
  const { actor } = await sessions.openCustomer(context, id, 'test')
  if (actor.kind !== 'customer') throw new Error('Not a customer')
  return actor
}

it('signs nobody in before it was connected, and its owner afterwards', async () => {
  const before = await call('own-auth-external-finish', await wayThere('sign-in'))
  expect(before.result).toMatchObject({ value: { outcome: 'letter-sent' } })
  expect(before.effects.accessToken).toBeUndefined()

  const nino = await newCustomer('nino.fb@example.ge')
  // The address is the same as Facebook's, which proves nothing.
  const still = await call('own-auth-external-finish', await wayThere('sign-in'))
  expect(still.result).toMatchObject({ value: { outcome: 'letter-sent' } })

  const connected = await call('own-auth-external-finish', await wayThere('connect', nino), nino)
  expect(connected.result).toMatchObject({ value: { outcome: 'connected', continue: '/account' } })
  const after = await call('own-auth-external-finish', await wayThere('sign-in'))
  expect(after.result).toMatchObject({ value: { outcome: 'signed-in' } })
  const { accessToken } = after.effects
  const token = typeof accessToken === 'object' ? accessToken.token : ''
  expect(await sessions.authenticate(context, token)).toMatchObject({ customerId: nino.customerId })
})

it('is refused for another customer, a used or foreign state, a wrong code, and while Facebook fails', async () => {
  const thief = await newCustomer('thief@example.ge')
  const taken = await call('own-auth-external-finish', await wayThere('connect', thief), thief)
  expect(taken.result).toMatchObject({ code: 'Forbidden' })
  const begun = await wayThere('connect', thief)
  const stolen = await call('own-auth-external-finish', begun)
  expect(stolen.result).toMatchObject({ code: 'AccountKeyInvalid' })
  const again = await call('own-auth-external-finish', begun, thief)
  expect(again.result).toMatchObject({ code: 'AccountKeyInvalid' })
  const { state } = await wayThere('sign-in')
  const wrong = await call('own-auth-external-finish', { code: 'made-up', state })
  expect(wrong.result).toMatchObject({ code: 'AccountKeyInvalid' })
  const way = await wayThere('sign-in')
  facebook.misbehave({ errorNext: 1 })
  const silent = await call('own-auth-external-finish', way)
  expect(silent.result).toMatchObject({ code: 'OutsidePartySilent' })
})

/**
 * Goal: a switch is on for its audience, in every process within a second, through OpenFeature; and its changes are
 * logged. Method: the calls on the demo's database by callers of every kind.
 */
import { OpenFeature } from '@openfeature/server-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { switchDomain } from '#platform/switch-provider.ts'
import { isSwitchOn, readOwnSwitches } from '#platform/switches.ts'
import type { Actor } from '#platform/context.ts'
import { ownFrontPage } from '../contract.ts'
import {
  operatorSwitches,
  operatorSwitchHistory,
  operatorSwitchSave,
  ownSwitches,
} from '../switches-contract.ts'
import { openPresentationEnv, type PresentationEnv } from './support.ts'

let env: PresentationEnv
let operator: { readonly actor: Actor }
beforeAll(async () => {
  env = await openPresentationEnv()
  const id = env.context.random.uuid()
  await env.context.db
    .insertInto('customer')
    .values({ id, email: 'office@example.com', full_name: 'Nana' })
    .execute()
  operator = {
    actor: { kind: 'customer', sessionId: 'office', customerId: id, isOperator: true },
  }
})
afterAll(() => env.close())

const save = async (key: string, body: object) => {
  const input = { params: { key }, body: { isOn: true, note: '', ...body } }
  await env.reply(operatorSwitchSave, input, operator)
  env.clearCaches()
}

test('the process uses the OpenFeature provider backed by PostgreSQL', async () => {
  await env.reply(ownSwitches)
  expect(OpenFeature.getProviderMetadata(switchDomain).name).toBe('postgresql')
})

test('a gift for signed-in customers is absent from the shared page and present in their own reply', async () => {
  await save('rugby-gift', { targeting: { audience: 'signed-in' } })
  expect((await env.reply(ownFrontPage)).gift).toBeNull()
  expect((await env.reply(ownFrontPage, {}, operator)).gift?.title).toBe('A gift for rugby fans')
  const isOn = async (visitor: object) =>
    (await env.reply(ownSwitches, {}, visitor)).items.find(({ key }) => key === 'rugby-gift')?.isOn
  expect(await isOn({})).toBe(false)
  expect(await isOn(operator)).toBe(true)
  const db = env.context.db.withTables()
  expect(await readOwnSwitches({ ...env.context, db, ...operator })).toEqual(['rugby-gift'])
  expect(await readOwnSwitches({ ...env.context.as({ kind: 'visitor' }), db })).toEqual([])
})

test('a switch for a language is on in its shared pages and not listed again for visitors', async () => {
  await save('basketball-banner', { targeting: { languages: ['ka'] } })
  const banners = async (locale: 'ka' | 'en') =>
    (await env.reply(ownFrontPage, {}, { locale })).banners.length
  expect(await banners('ka')).toBe(1)
  expect(await banners('en')).toBe(0)
  const georgian = { ...env.context, ...operator, locale: 'ka' } as const
  expect(await readOwnSwitches({ ...georgian, db: georgian.db.withTables() })).toEqual([
    'rugby-gift',
  ])
})

test('targets a percentage of visitors and the staff of one organiser', async () => {
  await save('rugby-gift', { targeting: { percentage: 50 } })
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const { items } = await env.reply(ownSwitches, {}, { ip: `10.0.0.${index}` })
      return items.find(({ key }) => key === 'rugby-gift')?.isOn
    }),
  )
  expect(new Set(answers)).toEqual(new Set([true, false]))
  await save('new-desk', { targeting: { merchantIds: [1] } })
  const staff = (merchantId: number) => ({
    ...env.context,
    db: env.context.db.withTables(),
    actor: { kind: 'staff', staffSessionId: 's', staffId: 'x', merchantId, role: 'owner' } as never,
  })
  expect(await isSwitchOn(staff(1), 'new-desk')).toBe(true)
  expect(await isSwitchOn(staff(2), 'new-desk')).toBe(false)
  expect(await isSwitchOn(staff(1), 'never-made')).toBe(false)
})

test('operators see all switches and their history; a change from the command line keeps the targeting', async () => {
  await save('rugby-gift', { isOn: false, note: 'Cup week', targeting: { percentage: 5 } })
  const { items, merchants } = await env.reply(operatorSwitches, {}, operator)
  expect(items.find(({ key }) => key === 'rugby-gift')).toMatchObject({
    isOn: false,
    note: 'Cup week',
    targeting: { percentage: 5, languages: [], audience: 'everyone', merchantIds: [] },
  })
  expect(merchants.length).toBeGreaterThan(2)
  const history = await env.reply(
    operatorSwitchHistory,
    { params: { key: 'rugby-gift' } },
    operator,
  )
  expect(history.items.map(({ isOn, targeting }) => [isOn, targeting?.percentage])).toEqual([
    [false, 5],
    [true, 50],
    [true, 100],
  ])
  expect(history.items[0]?.operatorName).toBe('Nana')
  expect(await env.refusal(operatorSwitches, {})).toBe('Unauthenticated')
})

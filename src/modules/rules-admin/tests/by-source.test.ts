/**
 * Goal: rules and codes apply to their own source only, although an event and a boat may have the same number. Method:
 * the operator's commands on a real database, with a source of boats that knows any number.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import {
  coversEvent,
  coversItem,
  readAccessCode,
  readItemRules,
  readRules,
  rulesFor,
} from '#modules/sale-rules/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { saveAccessCode } from '../server/commands/save-access-code.ts'
import { saveRule, type RuleToSave } from '../server/commands/save-rule.ts'
import { readSaleRules } from '../server/read-sale-rules.ts'

const boat = journeySource('boat')
const sources = [
  eventSource,
  { ...boat, describeItems: knowsItemsBelow(9_000_000), nameGroups: nameFirstGroups },
]
let context: TestContext
let event: MadeEvent
let close: () => Promise<void>

/** Lines up to the seventh have a name. */
async function nameFirstGroups(_context: unknown, ids: readonly number[]) {
  const named = ids.filter((id) => id <= 7)
  return new Map(named.map((id) => [id, { ka: `ხაზი ${id}`, en: `Line ${id}` }]))
}

/** A source without boats above this number. */
function knowsItemsBelow(most: number): typeof boat.describeItems {
  return (as, items) =>
    boat.describeItems(
      as,
      items.filter(({ itemId }) => itemId < most),
    )
}

beforeAll(async () => {
  const database = await testDatabase()
  context = await openTestContext(database.url)
  event = await makeEvent(context)
  close = async () => {
    await context.close()
    await database.drop()
  }
})
afterAll(() => close())

const rule = (about: Partial<RuleToSave>) =>
  saveRule(context, sources, {
    kind: 'buyer-checks',
    settings: { phone: false, ticketsPerPersonMax: 2 },
    isActive: true,
    ...about,
  })

/** The limits in force, after the rule cache has expired. */
const limits = () =>
  inTransaction(context, async (inside) => {
    const { eventId: itemId, showId } = event
    const boatRules = await Promise.all([
      readItemRules(inside, { source: 'boat', itemId, groupId: 7 }),
      readItemRules(inside, { source: 'boat', itemId: itemId + 1, groupId: 7 }),
      readItemRules(inside, { source: 'boat', itemId: itemId + 1, groupId: 8 }),
      readItemRules(inside, { source: 'train', itemId, groupId: 7 }),
    ])
    const about = { eventId: itemId, showId, categoryId: 0 }
    const ofEvent = rulesFor(await readRules(inside), about, inside.clock.now())
    return ok(
      [ofEvent, ...boatRules].map(({ buyerChecks }) => buyerChecks?.ticketsPerPersonMax ?? null),
    )
  })

test('rules apply to a source, a group or an item, narrower ones last, and never to another source', async () => {
  const { eventId: itemId } = event
  const max = (ticketsPerPersonMax: number) => ({ settings: { phone: false, ticketsPerPersonMax } })
  expect(await rule({ source: 'boat', itemId, ...max(1) })).toMatchObject({ ok: true })
  expect(await rule({ source: 'boat', groupId: 7, ...max(2) })).toMatchObject({ ok: true })
  expect(await rule({ source: 'boat', ...max(3) })).toMatchObject({ ok: true })
  expect((await limits()).value).toEqual([null, 1, 2, 3, null])
  expect(await rule({ eventId: itemId, ...max(9) })).toMatchObject({ ok: true })
  expect((await limits()).value).toEqual([9, 1, 2, 3, null])
})

test('refuses a subject that does not exist or is ambiguous', async () => {
  const { eventId: itemId } = event
  for (const [about, code] of [
    [{ source: 'boat', itemId: 9_000_001 }, 'NotFound'],
    [{ source: 'rocket' }, 'NotFound'],
    [{ source: 'boat', eventId: itemId }, 'BadRequest'],
    [{ source: 'boat', itemId, groupId: 7 }, 'BadRequest'],
    [{ eventId: itemId, itemId }, 'BadRequest'],
    [{ source: 'event', itemId }, 'BadRequest'],
  ] as const)
    expect(await rule(about)).toMatchObject({ ok: false, code })
})

test('a code opens what its source reserves, and the operator sees the subject of each code', async () => {
  const { eventId: itemId, showId } = event
  const saved = await saveAccessCode(context, sources, { source: 'boat', itemId, isActive: true })
  invariant(saved.ok, 'the code is saved')
  const code = await readAccessCode(context, saved.value.id)
  invariant(code, 'the code is there')
  expect(coversItem(code, { source: 'boat', itemId })).toBe(true)
  expect(coversItem(code, { source: 'boat', itemId: itemId + 1 })).toBe(false)
  expect(coversItem(code, { source: 'train', itemId })).toBe(false)
  expect(coversEvent(code, { eventId: itemId, showId })).toBe(false)
  await rule({ source: 'boat', groupId: 8 })
  const named = expect.stringMatching(/^Pier 0 – Pier 1, \d+ \w+ 2026, \d\d:\d\d, Pier 0$/)
  const { codes, rules } = await readSaleRules(context, sources)
  expect(codes[0]?.about).toMatchObject({ source: 'boat', itemId, name: named })
  expect(rules.map(({ about }) => about.name)).toEqual(
    expect.arrayContaining(['boat', 'Line 7', '№ 8', named]),
  )
})

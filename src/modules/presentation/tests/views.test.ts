/**
 * Goal: a view counts once per visitor, item and day, an address adds at most its limit, and no view is lost or counted
 * twice, however many arrive concurrently in several processes. Method: random crowds of repeated views from few
 * addresses and many browsers; they are sent concurrently over two pools, like two processes, and the counts are
 * compared with a set of names.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallContext } from '#platform/http/implement.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { storiesList, storiesViewCount } from '../contract.ts'
import { countView, viewersOfAddressMax } from '../server/commands/count-view.ts'
import { deleteViews } from '../server/commands/delete-views.ts'
import { openPresentationEnv, type PresentationEnv } from './support.ts'

let env: PresentationEnv
let second: TestContext
let items: readonly number[]
beforeAll(async () => {
  env = await openPresentationEnv()
  second = await openTestContext(env.url, env.context.clock)
  const { items: stories } = await env.reply(storiesList)
  items = stories.flatMap((story) => story.items.map((item) => item.id))
})
afterAll(async () => {
  await second.close()
  await env.close()
})

async function countOf(itemId: number): Promise<number> {
  const row = await env.context.db
    .selectFrom('story_item')
    .select('view_count')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return Number(row.view_count)
}

/** Advances to a day without views. */
function nextDay(): void {
  env.context.clock.advance(86_400)
}

function visitor(base: TestContext, ip: string, userAgent: string): CallContext {
  return { ...base.as({ kind: 'visitor' }), ip, userAgent }
}

const view = fc.record({
  item: fc.nat(2),
  address: fc.nat(3),
  browser: fc.nat(30),
  process: fc.boolean(),
})

describe('counting', () => {
  test('concurrent views over two processes match a set of names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(view, { minLength: 1, maxLength: 200, size: 'max' }),
        async (views) => {
          nextDay()
          const expected = new Map<number, number>()
          const shown = items.slice(0, 3)
          for (const [item, id] of shown.entries()) {
            const seen = views.filter((one) => one.item === item)
            let added = 0
            for (const ofAddress of Map.groupBy(seen, (one) => one.address).values())
              added += Math.min(
                viewersOfAddressMax,
                new Set(ofAddress.map((one) => one.browser)).size,
              )
            expected.set(id, (await countOf(id)) + added)
          }
          await Promise.all(
            views.map((one) =>
              countView(
                visitor(
                  one.process ? second : env.context,
                  `10.0.0.${one.address}`,
                  `browser ${one.browser}`,
                ),
                { itemId: shown[one.item] ?? 0 },
              ),
            ),
          )
          for (const [id, count] of expected) expect(await countOf(id)).toBe(count)
        },
      ),
      { numRuns: 6 },
    )
  }, 30_000)

  test('limits the views of one address, whatever browser names it sends', async () => {
    nextDay()
    const [itemId = 0] = items
    const before = await countOf(itemId)
    await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        countView(visitor(env.context, `2001:db8:1:2::${index.toString(16)}`, `browser ${index}`), {
          itemId,
        }),
      ),
    )
    expect((await countOf(itemId)) - before).toBe(viewersOfAddressMax)
  })

  test('counts a session once at any address, and again the next day', async () => {
    nextDay()
    const [, itemId = 0] = items
    const before = await countOf(itemId)
    const guest = env.context.as({ kind: 'guest', sessionId: crypto.randomUUID() })
    for (const userAgent of ['one', 'two']) await countView({ ...guest, userAgent }, { itemId })
    expect((await countOf(itemId)) - before).toBe(1)
    nextDay()
    await countView(guest, { itemId })
    expect((await countOf(itemId)) - before).toBe(2)
  })

  test('replies with the stored count; unknown and ended items are not found', async () => {
    nextDay()
    const [itemId = 0] = items
    const { viewCount } = await env.reply(
      storiesViewCount,
      { params: { id: itemId } },
      { ip: '10.9.9.9' },
    )
    expect(viewCount).toBe(await countOf(itemId))
    expect(await env.refusal(storiesViewCount, { params: { id: 2_000_000_000 } })).toBe('NotFound')
    const { db, clock } = env.context
    await db
      .updateTable('story')
      .set({ shows_until: clock.now() })
      .where('slug', '=', 'most-wanted')
      .execute()
    expect(await env.refusal(storiesViewCount, { params: { id: itemId } })).toBe('NotFound')
    await db
      .updateTable('story')
      .set({ shows_until: new Date('2100-01-01') })
      .where('slug', '=', 'most-wanted')
      .execute()
  })

  test('deletes view rows after two days and keeps the counts', async () => {
    nextDay()
    const [itemId = 0] = items
    const { db } = env.context
    await countView(visitor(env.context, '10.1.1.1', 'one'), { itemId })
    const before = await countOf(itemId)
    await deleteViews(env.context)
    const rows = () => db.selectFrom('story_view').selectAll().execute()
    expect((await rows()).length).toBeGreaterThan(0)
    for (let day = 0; day < 3; day += 1) nextDay()
    await deleteViews(env.context)
    expect(await rows()).toEqual([])
    expect(await db.selectFrom('story_view_salt').selectAll().execute()).toEqual([])
    expect(await countOf(itemId)).toBe(before)
  })
})

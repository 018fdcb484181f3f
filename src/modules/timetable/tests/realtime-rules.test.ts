/**
 * Goal: each rule of the GTFS-Realtime reference about trip updates holds. Method: a row per rule, with the section that
 * it comes from; a message written byte by byte is applied to a small imported feed, and the runs are read. The table in
 * docs/guides/realtime.md lists the same rules for carriers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import type {
  MessageFields,
  TripUpdateFields,
} from '../../../../tests/support/realtime-messages.ts'
import { bringFeed, forget, say, stateOf } from './realtime-feed.ts'
import { stopRules } from './realtime-stop-rows.ts'
import { tripRules } from './realtime-trip-rows.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  await bringFeed(context)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

test.each([...stopRules, ...tripRules])(
  '$section: $rule',
  async ({ said, runs, passedOver = {} }) => {
    await forget(context)
    let last
    for (const message of said)
      last = await say(context, isMessage(message) ? message : { trips: [message] })
    for (const [run, state] of runs) expect(await stateOf(context, run)).toBe(state)
    expect(last?.passedOver).toEqual(passedOver)
    // The same message again changes nothing.
    const again = said.at(-1) ?? {}
    expect((await say(context, isMessage(again) ? again : { trips: [again] })).changes).toEqual([])
  },
)

function isMessage(said: MessageFields | TripUpdateFields): said is MessageFields {
  return 'trips' in said || 'isIncremental' in said
}

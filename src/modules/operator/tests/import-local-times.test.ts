/** Goal: no date is moved without a word. Method: a file with times in the night in which clocks are put forward. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperatorEnv, problemsOf, type OperatorEnv } from './support.ts'

let env: OperatorEnv
beforeAll(async () => {
  env = await openOperatorEnv()
})
afterAll(() => env.close())

const csv = (name: string, ...lines: readonly string[]) => ({ name, content: lines.join('\n') })

test('asks about a local time that the clocks of the venue leave out', async () => {
  const { subcategory, organiser, venue } = env
  await sql`update venue set time_zone = 'America/New_York' where slug = ${venue}`.execute(
    env.context.db,
  )
  const file = (moment: string) =>
    csv(
      'night.csv',
      'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ticket_type,capacity,price',
      `night,ღამე,${subcategory},${organiser},night-1,${venue},${moment},a,10,5`,
    )
  expect(problemsOf(await env.plan(file('2027-03-14 02:30')))).toEqual(['2 starts_at skipped-time'])
  for (const moment of ['2027-03-14 01:30', '14.03.2027 03:00:00', '2027-03-14T02:30-05:00'])
    expect(problemsOf(await env.plan(file(moment)))).toEqual([])
  await sql`update venue set time_zone = 'Asia/Tbilisi' where slug = ${venue}`.execute(
    env.context.db,
  )
})

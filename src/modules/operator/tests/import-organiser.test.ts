/**
 * Goal: no file gives a show, and with it the money of its sales, to another organiser. Method: the organiser of an
 * imported show is changed by a table, and its event is moved to a show of somebody else.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { csv, openOperatorEnv, problemsOf, type OperatorEnv } from './support.ts'

let env: OperatorEnv
let other: string

beforeAll(async () => {
  env = await openOperatorEnv()
  other = `merchant-${(await makeEvent(env.context)).merchantId}`
  const { subcategory, organiser, venue } = env
  await env.apply(
    csv(
      'programme.csv',
      'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ticket_type,capacity,price',
      `own,ჩემი,${subcategory},${organiser},own-1,${venue},2027-03-05 20:00,a,10,5`,
      `second,მეორე,${subcategory},${organiser},second-1,${venue},2027-03-06 20:00,a,10,5`,
      `foreign,სხვისი,${subcategory},${other},foreign-1,${venue},2027-03-07 20:00,a,10,5`,
    ),
  )
})
afterAll(() => env.close())

test('a file does not change the organiser of a show', async () => {
  const change = csv('shows.csv', 'show,organiser', `own,${other}`)
  expect(problemsOf(await env.plan(change))).toEqual(['2 organiser fixed-organiser'])
  const same = csv('shows.csv', 'show,organiser', `own,${env.organiser}`)
  expect(problemsOf(await env.plan(same))).toEqual([])
})

test('an event moves to another show of its organiser, and to nobody else’s', async () => {
  const { subcategory, venue } = env
  const moved = (show: string) =>
    csv('events.csv', 'event,show,venue,starts_at', `own-1,${show},${venue},2027-03-05 20:00`)
  expect(problemsOf(await env.plan(moved('second')))).toEqual([])
  expect(problemsOf(await env.plan(moved('foreign')))).toEqual(['2 show fixed-organiser'])
  const fresh = csv(
    'fresh.csv',
    'show,show_name_ka,subcategory,organiser,event,venue,starts_at',
    `fresh,ახალი,${subcategory},${other},own-1,${venue},2027-03-05 20:00`,
  )
  expect(problemsOf(await env.plan(fresh))).toEqual(['2 show fixed-organiser'])
})

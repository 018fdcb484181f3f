/**
 * Goal: clients other than the shop's pages can complete their scenarios with the documented calls. Method:
 * the walks of docs/guides/partners.md over HTTP on the demo, with a client generated from `/openapi.json`,
 * which checks requests and responses against the document.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationName } from '#contract/call.ts'
import { specifiedCalls } from '../../tools/coverage/coverage.ts'
import { everyPage, pagesOfCalls } from '../../tools/coverage/pages-of-calls.ts'
import { readUsersTable, usersTable } from '../../tools/coverage/users-table.ts'
import { exampleOf, readExamples, shapeOf, writeExamples } from '../hostile/examples.ts'
import { walkAccountApp } from './account-app.ts'
import { walkAgency } from './agency.ts'
import {
  walkCentralBusStation,
  walkCityBus,
  walkGeorgianBus,
  walkMetro,
  walkOmnibus,
} from './carriers.ts'
import { walkChannel, walkHub, walkPass } from './channels.ts'
import { walkCinema } from './cinema.ts'
import { walkKiosk } from './kiosk.ts'
import { walkOlderApp } from './older-app.ts'
import { openWalkEnvironment, type WalkEnvironment } from './environment.ts'

let environment: WalkEnvironment
beforeAll(async () => {
  environment = await openWalkEnvironment()
})
afterAll(() => environment.close())

test.each([
  ['an older app: lists, an order, a promo code, tickets', walkOlderApp],
  ['an older app’s account: letter, profile, consents, balance', walkAccountApp],
  ['a kiosk and the door behind it', walkKiosk],
  ['an event hub, and a bank that asks before it takes', walkHub],
  ['a sales channel', walkChannel],
  ['a reader of prepaid cards', walkPass],
  ['Omnibus', walkOmnibus],
  ['the central bus station', walkCentralBusStation],
  ['Georgian Bus', walkGeorgianBus],
  ['City Bus', walkCityBus],
  ['Metro', walkMetro],
  ['a cinema’s partner', walkCinema],
  ['a travel agency', walkAgency],
])('%s', (_, walk) => walk(environment))

test('every specified call has a user, as docs/calls.md says', async () => {
  const { callLog, shop } = environment
  const calls = shop.implementations.map(({ call }) => call)
  const pages = await pagesOfCalls(new Map(calls.map(({ id, path }) => [id, path])))
  const usersOf = (id: string) => ({
    pages: pages.get(id) ?? [],
    walks: [...(callLog.walks.get(operationName({ id })) ?? [])],
  })
  const idle = specifiedCalls().filter(({ id }) => {
    const users = usersOf(id)
    return users.pages.length + users.walks.length === 0
  })
  expect(idle.map(({ id }) => id)).toEqual([])
  const file = new URL('../../docs/calls.md', import.meta.url)
  if (process.env['WRITE_CALLS']) writeFileSync(file, usersTable(usersOf))
  const rows = readUsersTable(readFileSync(file, 'utf8'))
  expect(rows.map(({ id }) => id)).toEqual(specifiedCalls().map(({ id }) => id))
  // Listed users must exist; the list need not be complete, so that pages may use more calls.
  const wrong = rows.filter((row) => {
    const users = usersOf(row.id)
    return (
      row.pages.length + row.walks.length === 0 ||
      row.pages.some((page) => !users.pages.includes(page)) ||
      row.walks.some((walk) => !users.walks.includes(walk))
    )
  })
  expect(wrong).toEqual([])
})

test('the document contains the requests of the walks as examples', () => {
  const calls = new Map(
    environment.shop.implementations.map(({ call }) => [operationName(call), call] as const),
  )
  const steps = [...environment.callLog.examples].flatMap(
    ([operationId, { path, query, body }]) => {
      const call = calls.get(operationId)
      const input = { params: path, query, body: body as Record<string, unknown> | undefined }
      return call ? [[call.id, exampleOf(call, input)] as const] : []
    },
  )
  if (process.env['WRITE_EXAMPLES']) writeExamples('walks', new Map(steps))
  const { walks } = readExamples()
  for (const [id, example] of steps)
    expect(shapeOf(walks[id] ?? null), `${id}: WRITE_EXAMPLES=1 writes it anew`).toEqual(
      shapeOf(example),
    )
})

test('the partner guide describes every walk, and the listed pages exist', () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const told = [...read('docs/guides/partners.md').matchAll(/^## (.*)$/gm)].map(([, name]) => name)
  const walks = new Set([...environment.callLog.walks.values()].flatMap((names) => [...names]))
  expect(told.toSorted()).toEqual([...walks].toSorted())
  const named = readUsersTable(read('docs/calls.md')).flatMap(({ pages }) => pages)
  expect(named.filter((page) => !page.startsWith('/') && page !== everyPage)).toEqual([])
})

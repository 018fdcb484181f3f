/**
 * Goal: a mail program unsubscribes its reader by one request (RFC 8058); other forms are refused, and so is a forged
 * address. Method: requests without a browser, at addresses as the shop's emails contain them.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addressHashOf, unsubscribeKeyOf } from '#modules/mailings/server/addresses.ts'
import type { Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'

const pool = openPool({
  url: inject('shop').databaseUrl,
  connectionsMax: 1,
  applicationName: 'bileti-test',
})
const context = { db: openDatabase(pool) } as Context
let address: string
let key: string

beforeAll(async () => {
  const addressHash = await addressHashOf(context, 'one-click@example.ge')
  const { id: merchantId } = await context.db
    .selectFrom('merchant')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  key = await unsubscribeKeyOf(context, { merchantId, addressHash })
  address = `${inject('shop').url}/en/letters/${key}`
})
afterAll(() => pool.end())

/** As a mail service sends it: without cookies and origin. */
const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form) })

async function hasNews(): Promise<boolean> {
  const reply = await fetch(
    `${inject('shop').url}/v2/messages/choice?letterKey=${key}&api_key=demo-web`,
  )
  return ((await reply.json()) as { hasNews: boolean }).hasNews
}

test('unsubscribes a reader without a visit', async () => {
  expect(await hasNews()).toBe(true)
  expect((await post(address, { subject: 'unsubscribe' })).status).toBe(400)
  expect(await hasNews()).toBe(true)
  const forged = address.replace(/.{5}$/, 'AAAAA')
  expect((await post(forged, { 'List-Unsubscribe': 'One-Click' })).status).toBe(404)
  expect(await hasNews()).toBe(true)
  const first = await post(address, { 'List-Unsubscribe': 'One-Click' })
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await hasNews()).toBe(false)
  // Mail services repeat requests.
  expect((await post(address, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect(await hasNews()).toBe(false)
})

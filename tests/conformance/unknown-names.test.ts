/**
 * Goal: a name that a call does not know is refused where ignoring it would lose what the caller meant, with the
 * nearest right name. Method: calls over HTTP with misspelt, unknown and additional names.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nearestName } from '#platform/http/unknown-names.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'

let shop: HostileShop
let customer: string
beforeAll(async () => {
  shop = await openHostileShop()
  customer = await shop.customer()
}, 60_000)
afterAll(() => shop.close())

/** The fields that a call was refused for, with their messages. */
async function refusedFields(method: string, path: string, body?: object) {
  const { status, body: reply } = await shop.send({
    method,
    path,
    token: customer,
    ...(body && {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  expect(status, `${method} ${path}`).toBe(400)
  const { code, fields } = reply.error
  expect(code).toBe('BadRequest')
  return Object.fromEntries(
    fields.map((field: { path: string; message: string }) => [field.path, field.message]),
  )
}

test('a profile is changed in the ways meant for each field, or the field is named', async () => {
  for (const [method, path] of [
    ['POST', '/v2/auth/profile'],
    ['PUT', '/groot/Accounts'],
  ] as const) {
    for (const body of [{ phone: '+995555123456' }, { fullName: 'Nino', phone: '+995555123456' }])
      expect((await refusedFields(method, path, body))['body.phone']).toContain(
        'PUT /groot/Auth/change-phone',
      )
    const byAddress = await refusedFields(method, path, { email: 'nino@example.com' })
    expect(byAddress['body.email']).toContain('POST /v2/auth/email')
    expect(await refusedFields(method, path, { nonsense: 1 })).toHaveProperty(['body.nonsense'])
    expect(await refusedFields(method, path, { fulname: 'Nino' })).toEqual({
      'body.fulname': 'Unknown: did you mean fullName?',
    })
  }
  expect((await expectOk(shop.get('/groot/Accounts', customer))).fullName).not.toBe('Nino')
})

test('a body of unknown fields alone is refused everywhere', async () => {
  expect(await refusedFields('PUT', '/groot/Accounts/biometrics', { nonsense: 1 })).toHaveProperty([
    'body.nonsense',
  ])
  expect(await refusedFields('POST', '/v2/orders/unreserve', { orderkey: 'x' })).toMatchObject({
    'body.orderkey': 'Unknown: did you mean orderKey?',
  })
  const orderKey = shop.context.random.uuid()
  expect(
    await refusedFields('POST', '/groot/Orders/unreserve', { orderKey, cancle: true }),
  ).toEqual({ 'body.cancle': 'Unknown: did you mean cancel?' })
})

test('misspelt query names are refused, additional ones are not', async () => {
  const nearest: [string, string, string][] = [
    ['/v2/Shows/List', 'categorytype=1', 'categoryType'],
    ['/v2/Shows/List', 'categoryTipe=1', 'categoryType'],
    ['/v2/Shows/List', 'formDate=today', 'fromDate'],
    ['/v2/Events/Top', 'topEventcount=3', 'topEventCount'],
    ['/groot/Wallet/history', 'pagesize=1', 'pageSize'],
    ['/v2/movies/list', 'isIMax=true', 'isImax'],
    ['/v2/flights/calendar-days', 'chlid=1', 'child'],
  ]
  for (const [path, query, name] of nearest)
    expect((await refusedFields('GET', `${path}?${query}`))[`query.${query.split('=')[0]}`]).toBe(
      `Unknown: did you mean ${name}?`,
    )
  await expectOk(shop.get('/v2/Shows/List?utm_source=letter&_=1&version=2'))
})

test('a name is near another by one or two letters, and never by one of a short name', () => {
  const names = ['orderKey', 'fromDate', 'toDate', 'to', 'id', 'row']
  expect(nearestName('orderNo', names)).toBeNull()
  expect(nearestName('oderKey', names)).toBe('orderKey')
  expect(nearestName('ot', names)).toBeNull()
  expect(nearestName('ID', names)).toBe('id')
  expect(nearestName('utm_source', names)).toBeNull()
})

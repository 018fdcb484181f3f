/**
 * Goal: only sites listed by an organiser can frame the widget of its shows, its session is separate for each
 * frame, and the bank redirects to no other page. Method: a table of entered addresses, the calls over HTTP by
 * owners, buyers and others, and the headers of a framed page.
 */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inFrame, widgetSlugOf } from '#apps/server/widget-frames.ts'
import { widgetScript } from '#apps/server/widget-script.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { choiceOf, expectOk, purchase } from './purchases.ts'
import { openHostileShop, type HostileShop } from './shop.ts'
import { originOf } from '../../src/modules/merchant/server/widget/origins.ts'

const site = 'https://www.kulisa.example'

describe('an entered site', () => {
  test.each([
    ['https://www.Kulisa.example', site],
    ['www.kulisa.example', site],
    ['https://www.kulisa.example:443/', site],
    ['https://kulisa.example:8443', 'https://kulisa.example:8443'],
    ['https://კულისა.გე', 'https://xn--lodyg4ce6d.xn--node'],
    ['http://www.kulisa.example', null],
    ['https://www.kulisa.example/shop', null],
    ['https://www.kulisa.example/?a', null],
    ['https://www.kulisa.example/#a', null],
    ['https://me@kulisa.example', null],
    ['https://*.kulisa.example', null],
    ['https://localhost', null],
    ['https://a.example; script-src *', null],
    ["https://a.example 'unsafe-inline'", null],
    ['javascript:alert(1)', null],
    ['*', null],
    ['', null],
  ])('%s is %s', (typed, origin) => {
    const read = originOf(typed, { allowsHttp: false })
    if (origin?.includes('xn--')) expect(read).toMatch(/^https:\/\/xn--[\w-]+\.xn--node$/)
    else expect(read).toBe(origin)
  })

  test('is allowed without https in test installations only', () => {
    expect(originOf('http://127.0.0.1:8080', { allowsHttp: true })).toBe('http://127.0.0.1:8080')
    expect(originOf('javascript:alert(1)', { allowsHttp: true })).toBeNull()
  })
})

describe('the script', () => {
  test('is smaller than six kilobytes and self-contained', () => {
    const script = widgetScript()
    expect(gzipSync(script).length).toBeLessThan(6_000)
    expect(script).not.toMatch(/\bimport\b|__vite|eval\(/)
  })
})

describe('an organiser', () => {
  let shop: HostileShop
  let event: MadeEvent
  let slug: string
  let owner: string
  beforeAll(async () => {
    shop = await openHostileShop()
    event = await shop.event()
    owner = await shop.staff(event.merchantId)
    const { shows } = await expectOk(shop.get('/v2/merchantusers/widget', owner))
    slug = shows[0].slug
  })
  afterAll(() => shop.close())

  const add = (origin: string, by = owner) =>
    shop.post('/v2/merchantusers/widget/origins', { origin }, by)
  const remove = (origin: string, by = owner) =>
    shop.post('/v2/merchantusers/widget/origins/remove', { origin }, by)
  const frameOf = (name: string) => shop.get(`/v2/widget?slug=${name}`)

  test('lists up to twenty sites, and cannot remove another’s', async () => {
    expect((await expectOk(add('www.kulisa.example'))).origins).toMatchObject([{ origin: site }])
    expect((await expectOk(add(site))).origins).toHaveLength(1)
    expect((await frameOf(slug)).body.origins).toEqual([site])
    const stranger = await shop.staff((await shop.event()).merchantId)
    expect((await expectOk(shop.get('/v2/merchantusers/widget', stranger))).origins).toEqual([])
    expect((await remove(site, stranger)).status).toBe(404)
    expect((await add('ftp://a.example')).body.error.code).toBe('WidgetOriginNotAllowed')
    for (let number = 1; number < 20; number += 1) await expectOk(add(`https://s${number}.example`))
    expect((await add('https://more.example')).body.error.code).toBe('TooManyWidgetOrigins')
    for (let number = 1; number < 20; number += 1)
      await expectOk(remove(`https://s${number}.example`))
    expect((await frameOf('nothing-of-that-name')).status).toBe(404)
  })

  test('restricts framing to those sites, with a partitioned cookie', async () => {
    expect(widgetSlugOf('/en/widget/carmen/checkout/1')).toBe('carmen')
    expect(widgetSlugOf('/widget/carmen.data')).toBe('carmen')
    expect(widgetSlugOf('/shows/carmen')).toBeNull()
    const policy = "default-src 'self'; frame-ancestors 'none'"
    const page = {
      status: 200,
      plain: Buffer.from(''),
      headers: [['content-security-policy', policy]] as const,
    }
    const headersOf = async (name: string, given: Readonly<Record<string, string>>) => {
      const removed: string[] = []
      const request = { headers: given, cookies: {} }
      const reply = { removeHeader: (header: string) => removed.push(header), header: () => reply }
      const framed = await inFrame(shop.context, name, { request, reply, page } as never)
      const told: Readonly<Record<string, unknown>> = Object.fromEntries(framed.headers)
      return { removed, ...told } as Readonly<Record<string, unknown>>
    }
    const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
    expect(await headersOf(slug, elsewhere)).toMatchObject({
      removed: ['x-frame-options'],
      'content-security-policy': `default-src 'self'; frame-ancestors 'self' ${site}`,
      'set-cookie': expect.stringMatching(/^__Host-Widget=1; Path=\/; Secure; SameSite=None; Part/),
    })
    const unknown = await headersOf('nothing-of-that-name', { 'sec-fetch-site': 'same-origin' })
    expect(unknown['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(unknown['content-security-policy']).not.toContain('kulisa')
    expect(unknown['set-cookie']).toBeUndefined()
  })

  test('opens separate sessions for frames and for the shop', async () => {
    const cookieOf = async (placeId: number, cookie?: string) => {
      const { headers } = await shop.send({
        method: 'POST',
        path: '/v2/Booking/choose-seat',
        payload: JSON.stringify(choiceOf({ event, placeIds: [placeId] })),
        headers: {
          'idempotency-key': shop.context.random.uuid(),
          ...(cookie === undefined ? {} : { cookie }),
        },
      })
      return String(headers['set-cookie'])
    }
    expect(await cookieOf(1)).toMatch(/^AccessToken=.*; HttpOnly; SameSite=Lax/)
    expect(await cookieOf(2, '__Host-Widget=1')).toMatch(
      /^AccessToken=[\w-]+; .*HttpOnly; SameSite=None; Partitioned; Secure$/,
    )
  })

  test('redirects payments to pages of listed sites, for the buyer’s own order', async () => {
    const buyer = await shop.customer()
    const request = { event, placeIds: [3] }
    const { orderKey } = await purchase(shop, { token: buyer, station: 'draft', request })
    const note = (page: string, by = buyer) =>
      shop.post('/v2/widget/page', { orderKey, slug, page }, by)
    const led = async () => (await expectOk(shop.get(`/v2/widget/page?orderKey=${orderKey}`))).page
    expect(await led()).toBeNull()
    const wrong = ['https://evil.example/', `${site}.evil.example/`, 'javascript:alert(1)', '/here']
    for (const page of wrong)
      expect((await note(page)).body.error.code).toBe('WidgetPageNotAllowed')
    expect((await note(`${site}/evening`, await shop.customer())).status).toBe(404)
    await expectOk(note(`${site}/old#part`))
    await expectOk(note(`${site}/evening?p=7#part`))
    expect(await led()).toBe(`${site}/evening?p=7#bileti=${slug}.${orderKey}`)
    await expectOk(remove(site))
    expect(await led()).toBeNull()
    expect((await note(`${site}/evening`)).status).toBe(400)
  })
})

import { createHash } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuestLinks } from '#modules/tickets/server/guest-links.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { buildWeb } from '../../tools/build-web.ts'
import { freePort } from '#platform/ports.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { choiceOf } from './purchases.ts'
import { watchServer, type Watched } from './processes.ts'
import { buyer, type Reply } from './shop.ts'

/**
 * Goal: foreign texts execute nothing on our pages, and no page leaks its address. Method: the built pages on a
 * real server; everything with a name is named after an attack; the HTML is parsed as in a browser.
 */
const evil = {
  ka: '</script><script>alert(1)</script>',
  en: '"><img src=x onerror=alert(2)>\u2028<!--<script>',
}
const words = JSON.stringify(evil)

let context: TestContext
let server: Watched
let event: MadeEvent
let origin: string
let folder: string
let databaseUrl: string
let drop: () => Promise<void>

beforeAll(async () => {
  await buildWeb({ log: () => {} })
  const database = await testDatabase()
  drop = database.drop
  databaseUrl = database.url
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-pages-'))
  context = await openTestContext(database.url, testClock(new Date()))
  event = await makeEvent(context)
  await nameEverything(context)
  origin = `http://127.0.0.1:${await freePort()}`
  server = await watchServer(origin, {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    LIMIT_READ_PER_MINUTE: '100000',
  })
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await context?.close()
  await drop?.()
  await rm(folder, { recursive: true, force: true })
})

async function nameEverything({ db }: TestContext): Promise<void> {
  const show = { name: words, summary: words, description: words }
  const performers = JSON.stringify([{ name: evil, role: evil }])
  const inLists = { is_main_banner: true, is_pinned: true, search_text: 'jazz' }
  await db
    .updateTable('show')
    .set({ ...show, performers, ...inLists })
    .execute()
  await db.updateTable('venue').set({ name: words, city: words, address: words }).execute()
  for (const table of ['category', 'subcategory', 'ticket_type', 'merchant', 'fee_rule'] as const)
    await db.updateTable(table).set({ name: words }).execute()
}

interface Page {
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

async function open(address: string, headers: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(origin + address, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The content between `<script …>` and the first `</script`, as a browser parses it. */
function scriptsOf(html: string): { attributes: string; content: string }[] {
  const found = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)
  return [...found].map(([, attributes = '', content = '']) => ({ attributes, content }))
}

const policyOf = ({ headers }: Page): string => headers.get('content-security-policy') ?? ''

const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The entries of `script-src` besides our own files. */
function hashesOf(page: Page): string[] {
  const sources = /(?:^|; )script-src 'self' ([^;]*)/.exec(policyOf(page))?.[1] ?? ''
  return sources.split(' ').filter((source) => source !== '')
}

/** Types of data blocks, which browsers do not execute. */
const dataTypes = ['application/json', 'application/ld+json']

function expectHarmless(page: Page, label: string): void {
  expect(page.html, label).not.toMatch(/<script>alert/i)
  expect(page.html, label).not.toMatch(/<img src=x/i)
  for (const { attributes, content } of scriptsOf(page.html)) {
    const type = /\btype="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const source = /\bsrc="([^"]*)"/.exec(attributes)?.[1]
    if (dataTypes.includes(type)) {
      // Neither the end of the block nor a comment, in which browsers look for another end.
      expect(content, label).not.toContain('<')
      expect(source, label).toBeUndefined()
    } else if (source === undefined) expect(hashesOf(page), label).toContain(sourceOf(content))
    else {
      expect(source, label).toMatch(/^\/[\w.-]+\//)
      expect(content, label).toBe('')
    }
    if (type === 'application/ld+json') expect(() => JSON.parse(content), label).not.toThrow()
  }
  // Attributes that would execute something.
  expect(page.html.replaceAll(/<script\b[\s\S]*?<\/script/gi, ''), label).not.toMatch(
    /<[^>"]*\son\w+=/i,
  )
}

function expectGuarded(page: Page, label: string): void {
  const directives = policyOf(page).split('; ')
  expect(
    directives.filter((each) => each.startsWith('script-src')),
    label,
  ).toEqual([expect.stringMatching(/^script-src 'self'( 'sha256-[A-Za-z\d+/]{43}=')+$/)])
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Trailers, and the organiser's preview of the widget.
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    "form-action 'self'",
  ])
    expect(directives, label).toContain(rule)
  expect(page.headers.get('x-content-type-options'), label).toBe('nosniff')
  expect(page.headers.get('x-frame-options'), label).toBe('DENY')
  expect(page.headers.get('cross-origin-opener-policy'), label).toBe('same-origin')
  expect(page.headers.get('referrer-policy'), label).toMatch(
    /^(no-referrer|strict-origin-when-cross-origin)$/,
  )
  expect(page.headers.get('content-type'), label).toBe('text/html; charset=utf-8')
}

const slugOf = () => `show-${event.showId}`

describe('foreign texts', () => {
  test.each(['', '/en'])('execute nothing on the pages of %j', async (locale) => {
    const pages = [
      locale || '/',
      `${locale}/search?text=jazz`,
      `${locale}/search?text=${encodeURIComponent(evil.ka)}`,
      `${locale}/search?text=${encodeURIComponent(evil.en)}`,
      `${locale}/category/category-${event.showId}`,
      `${locale}/shows/${slugOf()}`,
      `${locale}/events/${event.eventId}`,
    ]
    for (const address of pages) {
      const page = await open(address)
      expect(page.status, address).toBe(200)
      expectHarmless(page, address)
      expectGuarded(page, address)
    }
    const show = await open(`${locale}/shows/${slugOf()}`)
    expect(show.html).toContain(
      locale === ''
        ? '&lt;/script&gt;&lt;script&gt;alert(1)'
        : '&lt;img src=x onerror=alert(2)&gt;',
    )
    const linked = scriptsOf(show.html).filter(({ attributes }) => attributes.includes('ld+json'))
    expect(linked.length).toBeGreaterThan(0)
    expect(
      linked.some(({ content }) => JSON.stringify(JSON.parse(content)).includes('alert(')),
    ).toBe(true)
  })

  test('execute nothing on the pages of an order and its tickets', async () => {
    const { order, token } = await checkedOut()
    const cookie = { cookie: `AccessToken=${token}` }
    const link = await createGuestLinks().token(context, order.orderKey)
    const addresses = [
      `/checkout/${order.orderKey}`,
      `/en/checkout/${order.orderKey}`,
      `/checkout/${order.orderKey}/result`,
      '/account/orders',
      `/en/account/orders/${order.orderNumber}`,
      `/tickets/${order.orderKey}/${link}`,
    ]
    for (const address of addresses) {
      const page = await open(address, cookie)
      expect(page.status, address).toBe(200)
      expectHarmless(page, address)
      expectGuarded(page, address)
    }
  })
})

/**
 * An order at checkout whose buyer is named after an attack: no call accepts such a name, but orders from before
 * names were validated may have one.
 */
async function checkedOut(): Promise<{ order: Reply; token: string }> {
  const checkOut = (name: string) =>
    fetch(`${origin}/groot/Orders/checkout-new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...choiceOf({ event, standing: 1 }),
        buyer: { ...buyer, name },
        acceptTerms: true,
      }),
    })
  const refused = await checkOut(evil.ka)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { fields: [{ path: 'body.buyer.name' }] } })
  const response = await checkOut(buyer.name)
  const { order, accessToken } = (await response.json()) as Reply
  expect(response.status).toBe(200)
  await context.db
    .updateTable('orders')
    .set({ buyer_name: evil.ka })
    .where('order_key', '=', order.orderKey)
    .execute()
  return { order, token: accessToken }
}

describe('headers', () => {
  test('contain one policy with the hashes of our own scripts for all visitors', async () => {
    const home = await open('/')
    const inPage = scriptsOf(home.html)
      .filter(({ attributes }) => !/\b(type|src)=/.test(attributes))
      .map(({ content }) => sourceOf(content))
    expect(hashesOf(home).toSorted()).toEqual(inPage.toSorted())
    for (const cookie of ['a=b', 'AccessToken=made-up', 'NEXT_LOCALE=ka']) {
      const again = await open('/', { cookie })
      expect(again.html, cookie).toBe(home.html)
      expect(policyOf(again), cookie).toBe(policyOf(home))
    }
  })

  test('protect error pages alike', async () => {
    const policy = policyOf(await open('/'))
    for (const address of [
      '/nothing-here',
      '/en/nothing-here',
      `/shows/${encodeURIComponent(evil.ka)}`,
      `/en/shows/${encodeURIComponent(evil.en)}`,
      '/events/999999999',
      '/events/1e9',
      '/events/%00',
      '/category/..%2f..',
      '/.env',
      '/assets/nothing.js',
      '/index.php?a=%00',
      `/tickets/${encodeURIComponent(evil.ka)}/x`,
      `/checkout/${encodeURIComponent(evil.ka)}`,
    ]) {
      const page = await open(address)
      expect([404, 400, 200], address).toContain(page.status)
      expect(page.headers.get('x-content-type-options'), address).toBe('nosniff')
      expectHarmless(page, address)
      if (page.headers.get('content-type')?.startsWith('text/html')) {
        expectGuarded(page, address)
        expect(policyOf(page), address).toBe(policy)
      } else expect(page.headers.get('content-type'), address).toContain('json')
    }
  })

  test('prevent caching, indexing and referrers of personal pages', async () => {
    const { order, token } = await checkedOut()
    const link = await createGuestLinks().token(context, order.orderKey)
    for (const locale of ['', '/en']) {
      for (const address of [
        `${locale}/checkout/${order.orderKey}`,
        `${locale}/checkout/${order.orderKey}/result?paymentId=x`,
        `${locale}/account/orders`,
        `${locale}/account/orders/${order.orderNumber}`,
        `${locale}/tickets/${order.orderKey}/${link}`,
        `${locale}/tickets/${order.orderKey}/wrong`,
        `/auth${locale || '/ka'}/activate?key=secret`,
        `/auth${locale || '/ka'}/login`,
      ]) {
        for (const cookie of ['', `AccessToken=${token}`]) {
          const page = await open(address, cookie === '' ? {} : { cookie })
          expect(page.status, address).toBeLessThan(500)
          expect(page.headers.get('cache-control'), address).toBe('no-store')
          expect(page.headers.get('referrer-policy'), address).toBe('no-referrer')
          expect(page.headers.get('x-robots-tag'), address).toContain('noindex')
        }
      }
    }
  })

  test('an order’s pages reveal nothing to others', async () => {
    const { order } = await checkedOut()
    for (const address of [
      `/checkout/${order.orderKey}`,
      `/account/orders/${order.orderNumber}`,
      `/tickets/${order.orderKey}/wrong`,
    ]) {
      const { html } = await open(address)
      expect(html, address).not.toContain(buyer.email)
      expect(html, address).not.toContain(buyer.phone)
    }
  })
})

describe('cookies', () => {
  const flagsOf = (cookie: string) => cookie.split(/;\s*/).slice(1).toSorted()

  test('of a session are HttpOnly, SameSite, and Secure with TLS', async () => {
    const ask = (at: string) =>
      fetch(`${at}/v2/orders/InitializeOrder`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    const plain = (await ask(origin)).headers.get('set-cookie') ?? ''
    expect(flagsOf(plain)).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']))
    // A public page sets no cookie for a visitor; the call that identifies visitors does.
    const cookie = 'AccessToken=made-up'
    expect((await open('/', { cookie })).headers.get('set-cookie')).toBeNull()
    const dropped = await open('/v2/visitor', { cookie })
    expect(dropped.headers.get('set-cookie')).toMatch(/^AccessToken=; Max-Age=0; .*HttpOnly/)
    const secureAt = `http://127.0.0.1:${await freePort()}`
    const secure = await watchServer(secureAt, {
      PUBLIC_ORIGIN: 'https://tickets.example',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
    })
    try {
      const answer = await ask(secureAt)
      expect(flagsOf(answer.headers.get('set-cookie') ?? '')).toContain('Secure')
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000')
      const page = await fetch(secureAt)
      expect(page.headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
      expect(await page.text()).not.toContain(secureAt)
    } finally {
      await secure.stop()
    }
  }, 60_000)
})

/** Sends a request with an unnormalised target; `fetch` would normalise it. */
function raw(
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; location: string; text: string }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = requestHttp({ hostname, port, path: target, headers, method }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: String(response.headers.location ?? ''),
          text,
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('addresses', () => {
  test('never redirect to another site', async () => {
    for (const target of [
      '//evil.example',
      '//evil.example/',
      '//evil.example/shows/x',
      '///evil.example',
      '/\\evil.example',
      '//',
      '///',
      '/en//evil.example',
      '/en/\\evil.example/',
      '/%2f%2fevil.example',
      'http://evil.example/',
      '//evil.example:80%40x',
      '//[',
      '/..//evil.example',
      '/%zz',
      '/%ff',
      '/?a=%zz',
    ]) {
      for (const cookie of ['', 'NEXT_LOCALE=en', 'NEXT_LOCALE=ka', 'NEXT_LOCALE=//evil.example']) {
        const answer = await raw(target, cookie === '' ? {} : { cookie })
        expect(answer.status, `${target} ${cookie}`).toBeLessThan(500)
        expect(answer.location, `${target} ${cookie}`).not.toMatch(
          /^(https?:)?[/\\]{2}(?!127\.0\.0\.1)/,
        )
        expect(answer.text, `${target} ${cookie}`).not.toMatch(/(href|content)="(https?:)?\/\/evil/)
      }
    }
  })

  test('answer every HTTP method in the same shape', async () => {
    for (const method of [
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'HEAD',
      'PROPFIND',
      'QUERY',
    ]) {
      for (const target of [
        '/',
        `/shows/${slugOf()}`,
        '/auth/ka/login',
        '/nothing',
        '/v2/Shows',
        '/livez',
      ]) {
        const answer = await raw(target, {}, method)
        const label = `${method} ${target}`
        if (['PROPFIND', 'QUERY'].includes(method)) {
          expect(answer.status, label).toBe(501)
          expect(JSON.parse(answer.text), label).toMatchObject({
            error: { code: 'MethodNotKnown' },
          })
        } else expect(answer.status, label).toBeLessThan(500)
      }
    }
  })

  test('never contain the host name of the request', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
    }
    for (const target of ['/', `/shows/${slugOf()}`, '/auth/ka/login', '/openapi.json']) {
      const answer = await raw(target, headers)
      expect(answer.status).toBe(200)
      expect(answer.text, target).not.toContain('evil.example')
    }
  })

  test('for continuing after sign-in stay on our site', async () => {
    for (const page of ['login', 'register', 'activate', 'logout']) {
      for (const wanted of [
        '//evil.example',
        '/\\evil.example',
        'https://evil.example',
        'javascript:alert(1)',
        '/%09/evil.example',
        evil.ka,
      ]) {
        const { status, html, headers } = await open(
          `/auth/ka/${page}?continue=${encodeURIComponent(wanted)}&key=x`,
        )
        expect(status).toBeLessThan(400)
        expect(headers.get('location') ?? '').not.toContain('evil')
        // It may be a parameter of our own pages, but not a link or the target of a form.
        expect(html, `${page} ${wanted}`).not.toMatch(
          /(href|action|src|content)="(javascript:|[/\\]{2}|https?:\/\/(?!127\.0\.0\.1:))/i,
        )
        expectHarmless({ status, html, headers }, `${page} ${wanted}`)
      }
    }
  })
})

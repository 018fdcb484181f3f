/**
 * Goal: what visitors type and press before a page's scripts are ready is not lost, and nothing of it gets into the address;
 * and the largest paint of a page does not wait for its scripts.
 * Method: a real browser whose scripts are held back until something was typed, pressed or painted.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { earlyInputScript } from '#apps/web/early-input.ts'
import { newAccount } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { callAs, openTestData } from './support/test-data.ts'
import { nightTest } from './support/tiers.ts'
import { endVisits, newVisitor, phone, startBrowser } from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Opens a page whose scripts come only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(inject('shop').url + path, { waitUntil: 'commit' })
  return async () => {
    resolve()
    await hydrated(page)
  }
}

test('a sign-in that is sent too early is no part of an address, and succeeds', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, context, words } = visitor
  const email = `early-${Date.now()}@example.ge`
  await newAccount(visitor, email, 'a horse before the hill')
  await context.clearCookies()
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  const start = await openWithoutScripts(page, '/auth/en/login?continue=%2Fen%2Faccount')
  await page.getByLabel(words('accounts', 'email')).fill(email)
  await page
    .getByLabel(words('accounts', 'password'), { exact: true })
    .fill('a horse before the hill')
  await page.keyboard.press('Enter')
  await start()
  await page.waitForURL(/\/en\/account$/)
  expect(documents.filter((address) => /password=|email=/.test(address))).toEqual([])
  expect(visitor.complaints).toEqual([])
})

test('the last step before a payment, pressed too early, is taken with what was typed', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  const data = await openTestData()
  const run = await data.one(
    `select run.id || ' ' || cardinality(stop_ids) - 1 from run join trip on trip.id = run.trip_id
      join trip_pattern p on p.id = trip.pattern_id join route on route.id = p.route_id
      join agency on agency.id = route.agency_id
    where brand = 'railway' and run.status = 0 and departs_at > now() + interval '9 days'
    order by departs_at, run.id limit 1`,
  )
  await data.close()
  const [runId, legTo] = run.split(' ').map(Number)
  const segments = [{ runId, legFrom: 0, legTo, passengers: [{}] }]
  const { orderKey } = await callAs(visitor, '/v2/transport/choose', { segments })
  const start = await openWithoutScripts(page, `/en/railway/datafilling?orderKey=${orderKey}`)
  for (const [name, value] of [
    ['givenName', 'Early'],
    ['familyName', 'Beridze'],
    ['nameKa', 'ნინო ბერიძე'],
    ['birthDate', '1990-02-28'],
    ['documentNumber', '09AB12345'],
  ])
    await page.locator(`input[name$=".${name}"]`).fill(value ?? '')
  await page.locator('select[name$=".documentKind"]').selectOption({ index: 1 })
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  expect(new URL(page.url()).searchParams.get('orderKey')).toBe(orderKey)
  await start()
  // Countries come with the scripts: what is missing has the focus, and what was typed is there.
  const country = page.locator('select[name$=".nationality"]')
  await expect
    .poll(() => country.evaluate((select) => select === document.activeElement))
    .toBe(true)
  await country.selectOption('GE')
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  expect(visitor.complaints).toEqual([])
})

test('a field and a button that are used too early do their work', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const showQuestions = await openWithoutScripts(page, '/en/faq')
  await page.getByRole('main').getByRole('searchbox').fill('PRINT')
  await showQuestions()
  await expect.poll(() => page.locator('details.question').count()).toBe(1)
  await newAccount(visitor, `early-button-${Date.now()}@example.ge`, 'a horse before the hill')
  const showPassengers = await openWithoutScripts(page, '/en/account/passengers')
  await page.getByRole('button', { name: words('passengers', 'add') }).click()
  await showPassengers()
  await page.getByLabel(words('passengers', 'givenName')).waitFor()
  expect(visitor.complaints).toEqual([])
})

test('a press on a part whose script comes after those of the page is not lost', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page } = visitor
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/show-actions-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`${inject('shop').url}/en/shows/carmen`, { waitUntil: 'commit' })
  await hydrated(page)
  await page.getByRole('button', { name: 'Follow Carmen' }).click()
  resolve()
  // Visitors without an account sign in first.
  await page.waitForURL(/\/auth\/en\/login/)
})

test('a press at which the page becomes ready is not repeated', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await page.setContent(`<main><button>Once</button></main><script>${earlyInputScript}</script>`)
  const presses = await page.evaluate(async () => {
    let count = 0
    // What React does at a press when nothing is missing: it hydrates first, and then calls the button's listener.
    const hydrate = () => {
      for (const element of document.querySelectorAll('main, button'))
        Object.assign(element, { __reactProps: {} })
    }
    document.addEventListener('click', hydrate, { capture: true })
    document.addEventListener('click', () => (count += 1))
    document.querySelector('button')?.click()
    // Longer than after which a held press is repeated; timers of one page keep their order.
    await new Promise((done) => setTimeout(done, 150))
    return count
  })
  expect(presses).toBe(1)
})

test('a press that React swallows while it begins counts once', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page } = visitor
  await page.addInitScript(() => {
    const add = document.addEventListener.bind(document)
    let isHydrating = false
    document.addEventListener = (...args: Parameters<typeof add>) => {
      add(...args)
      const isReact = Object.keys(document).some((key) => key.startsWith('__reactContainer'))
      if (args[0] !== 'click' || !isReact || isHydrating) return
      isHydrating = true
      // After `hydrateRoot`, before the page's data is read: React stops the press and does nothing.
      queueMicrotask(() =>
        document.querySelector<HTMLElement>('main button[aria-pressed=false]')?.click(),
      )
    }
  })
  await page.goto(`${inject('shop').url}/en/search?text=jazz`)
  await hydrated(page)
  const save = page.locator('main button[aria-pressed]')
  await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true')
  // Longer than after which a held press is repeated; timers of one page keep their order.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 150)))
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  expect(visitor.complaints).toEqual([])
})

nightTest('the largest paint of a page comes before its scripts', async () => {
  const data = await openTestData()
  const event = await data.one(
    `select event.id from event join show on show.id = show_id
    where slug = 'carmen' and starts_at > now() and cancelled_at is null order by starts_at limit 1`,
  )
  await data.close()
  const late: string[] = []
  for (const path of [
    '/',
    '/category/concerts',
    '/shows/carmen',
    `/events/${event}`,
    `/en/events/${event}`,
  ]) {
    const { page, context } = await newVisitor(browser, { viewport: phone })
    await page.addInitScript(recordPaints)
    const start = await openWithoutScripts(page, path)
    const before = await largestPaints(page)
    await start()
    if (path.includes('/events/')) await page.locator('.seatmap canvas').waitFor()
    await page.waitForLoadState('networkidle')
    const after = await largestPaints(page)
    expect(before, path).not.toEqual([])
    late.push(...after.slice(before.length).map((paint) => `${path}: ${paint}`))
    await context.close()
  }
  expect(late).toEqual([])
})

/** What was the largest paint of a page so far, one after the other, once its fonts and the pictures in sight are there. */
async function largestPaints(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, left, width } = image.getBoundingClientRect()
      const isInSight = width > 0 && top < window.innerHeight && left < window.innerWidth
      return image.complete || !isInSight
    }),
  )
  return page.evaluate(async () => {
    await document.fonts.ready
    // A paint is reported after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
    return (window as unknown as PaintRecord).paints
  })
}

/** Records the largest paints with their elements, some of which are soon replaced; runs in the page before its scripts. */
function recordPaints(): void {
  const paints: string[] = []
  Object.assign(window, { paints })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { size, element } = entry as LargestContentfulPaint
      paints.push(`${size} px² of ${element?.outerHTML.slice(0, 120)}`)
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

interface PaintRecord {
  readonly paints: string[]
}

/** An entry of the Largest Contentful Paint specification. */
interface LargestContentfulPaint extends PerformanceEntry {
  /** In square pixels of CSS. */
  readonly size: number
  readonly element: Element | null
}

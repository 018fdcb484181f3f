import type { BrowserContext, FrameLocator, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Records the calls that a page sends from now on. Pictures of organisers have addresses of calls, and are none. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') return
    if (/^\/(v2|groot|integrations)\//.test(new URL(request.url()).pathname)) calls.push(request)
  })
  return calls
}

/** Records violations of the content security policy. */
export async function recordViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  await context.exposeBinding('reportViolation', (_source, text: string) => {
    violations.push(text)
  })
  await context.addInitScript(() => {
    const report = (window as unknown as { reportViolation(text: string): Promise<void> })
      .reportViolation
    document.addEventListener('securitypolicyviolation', (event) => {
      void report(`${event.violatedDirective}: ${event.blockedURI} on ${location.href}`)
    })
  })
  return violations
}

/** Waits until the page is hydrated. */
export async function hydrated(page: Page): Promise<void> {
  const isHydrated = page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
  await isHydrated.catch((error: unknown) => {
    throw new Error(`The scripts of ${page.url()} were never ready`, { cause: error })
  })
}

/** The same for a page in a frame. */
export async function hydratedIn(frame: FrameLocator): Promise<void> {
  const isHydrated = () =>
    frame
      .locator('main')
      .evaluate((main) => Object.keys(main).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isHydrated).toBe(true)
}

/** The lower edge of an element in the viewport, in pixels; to be polled, since overlays move to their place. */
export async function bottomOf(element: Locator): Promise<number> {
  const { y = Infinity, height = 0 } = (await element.boundingBox()) ?? {}
  return y + height
}

/** Waits until the scanner's service worker has stored the page and, one by one, the scripts and styles that it has loaded. */
export async function keptForOffline(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const cache = await caches.open('bileti-scan-1')
      const kept = new Set((await cache.keys()).map(({ url }) => url))
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      const needed = loaded.filter((name) => /\/assets\/.*\.(?:js|css)$/.test(name))
      return [location.origin + location.pathname, ...needed].filter((name) => !kept.has(name))
    })
  await expect.poll(missing).toEqual([])
}

/** The path and query of a page, without the origin. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Waits until an invalid field has the focus, as after a refusal for that field. */
export async function refusedInFocus(page: Page): Promise<void> {
  await page.locator('[aria-invalid="true"]:focus').waitFor()
}

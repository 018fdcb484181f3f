import type { BrowserContext, Page, Request } from 'playwright-core'

/** The calls a page sends from now on, as they leave the browser. */
export function recordCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (/^\/(v2|groot|integrations)\//.test(new URL(request.url()).pathname)) calls.push(request)
  })
  return calls
}

/** Whatever the pages' own policy forbids and something on them tries all the same. */
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

/** Waits until links and buttons are the shop's own and no longer the browser's. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

/** The address a page shows in its path and query, without the origin. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Waits until something is wrong with a field and the focus is in it, as after a refusal that names it. */
export async function refusedInFocus(page: Page): Promise<void> {
  await page.locator('[aria-invalid="true"]:focus').waitFor()
}

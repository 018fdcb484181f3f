import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { isNightly } from '../../support/tier.ts'
import { hydrated } from './observing.ts'
import { photograph, takesPictures } from './photographer.ts'
import { axeFindings, colourRules, type Theme } from './visitor.ts'

/** Rules that axe checks on every page: WCAG 2.2 AA, and good practice beside it. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A page to inspect. */
export interface Sight {
  /** Path of the page table. */
  readonly route: string
  /** Address without a language; the route itself unless it has parameters. What has to be looked up is so only when it is opened. */
  readonly path?: string | (() => Promise<string>)
  /** Status of the page; 200 unless given. */
  readonly status?: number
  /** It frames a page that is inspected by itself. */
  readonly hasFrame?: boolean
  /** Opens or waits for a part of the page that matters. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** What an inspector does with a page that is open; it notes each fault. */
type Examination = (page: Page, note: (text: string) => void, sight: Sight) => Promise<void>

interface InspectorOptions {
  /** The shop that is inspected; the journeys' own unless given. */
  readonly url?: string
  /** What is looked for; axe's violations unless given. */
  readonly examine?: Examination
}

/**
 * Opens pages in alternating languages and checks each, with axe in both themes unless told otherwise. In `npm test` it opens
 * only one page of each named route, in the themes in turn. Findings are collected.
 */
export class Inspector {
  /** Routes and addresses that the nightly run looks at. */
  readonly seen = new Set<string>()
  /** Routes that this run has looked at. */
  readonly inspected = new Set<string>()
  readonly #usual: ReadonlySet<string>
  readonly #examine: Examination
  readonly url: string
  /** Page, theme, rule and element of each violation, one a line. */
  readonly findings: string[] = []
  #count = 0

  /** @param usual routes that `npm test` looks at */
  constructor(usual: ReadonlySet<string>, { url, examine }: InspectorOptions = {}) {
    this.#usual = usual
    this.url = url ?? inject('shop').url
    this.#examine = examine ?? ((...given) => this.#checkWithAxe(...given))
  }

  /** Whether this run looks at another page of the route; otherwise it is noted as one of the nightly run. */
  #isLeft({ route, path = route }: Sight): boolean {
    if (isNightly || (this.#usual.has(route) && !this.inspected.has(route))) return false
    this.leave([route, ...(typeof path === 'string' ? [path] : [])])
    return true
  }

  /** Notes routes that only the nightly run looks at. */
  leave(routes: readonly string[]): void {
    for (const route of routes) this.seen.add(route)
  }

  /** Runs a journey that leads to pages; one that cannot be finished is a finding, and the others go on. */
  async attempt(name: string, journey: () => Promise<void>): Promise<void> {
    try {
      await journey()
    } catch (error) {
      this.findings.push(
        `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
    }
  }

  async visit(page: Page, sights: readonly Sight[]): Promise<void> {
    for (const sight of sights) await this.look(page, sight)
  }

  async look(page: Page, sight: Sight): Promise<void> {
    if (this.#isLeft(sight)) return
    const { route, status = 200 } = sight
    const path = await pathOf(sight)
    this.#count += 1
    const locale: Locale = this.#count % 2 === 0 ? 'ka' : 'en'
    const address = localizedPath(locale, path)
    const response = await page.goto(this.url + address)
    const note = (text: string): void => {
      this.findings.push(`${address}: ${text}`)
    }
    const pathname = address.split('?', 1)[0]
    const { pathname: arrived } = new URL(page.url())
    if (response?.status() !== status) note(`status ${response?.status()}`)
    if (arrived !== pathname) note(`leads to ${arrived}`)
    await this.#check(page, note, sight)
    this.seen.add(route).add(path)
    this.inspected.add(route)
    if (takesPictures) await photographBoth(page, sight)
  }

  /** Checks the page that is open, for example after a purchase. */
  async lookHere(page: Page, route: string): Promise<void> {
    const { pathname } = new URL(page.url())
    await this.#check(page, (text) => this.findings.push(`${pathname}: ${text}`), { route })
    this.seen.add(route)
    this.inspected.add(route)
    await photograph(page, `${route} here`)
  }

  async #check(page: Page, note: (text: string) => void, sight: Sight): Promise<void> {
    await hydrated(page)
    await sight.prepare?.(page)
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
    await this.#examine(page, note, sight)
  }

  async #checkWithAxe(
    page: Page,
    note: (text: string) => void,
    { hasFrame = false }: Sight,
  ): Promise<void> {
    const fixed = await page.evaluate(() => document.documentElement.dataset['pageTheme'])
    const facts = await page.evaluate(() => ({
      titles: document.head.querySelectorAll(':scope > title').length,
      mode: document.compatMode,
    }))
    if (facts.titles !== 1) note(`${facts.titles} titles`)
    if (facts.mode !== 'CSS1Compat') note('no doctype')
    const both: readonly Theme[] = ['light', 'dark']
    // Languages alternate with each page, themes with every second one: all four pairs occur.
    const turn = both[(this.#count >> 1) % 2] as Theme
    const themes: readonly string[] = fixed ? [fixed] : isNightly ? both : [turn]
    for (const [index, theme] of themes.entries()) {
      if (!fixed) await show(page, theme as Theme)
      // Colours differ between themes; elements do not.
      const only =
        index === 0 ? { type: 'tag', values: tags } : { type: 'rule', values: colourRules }
      const found = await finalFindings(page, { only, hasFrame })
      for (const text of found) note(`${theme}: ${text}`)
    }
  }
}

/** Where a page is. */
async function pathOf({ route, path = route }: Sight): Promise<string> {
  return typeof path === 'string' ? path : path()
}

/** Pictures of a page in both languages, each opened for itself. */
async function photographBoth(page: Page, sight: Sight): Promise<void> {
  const { route, prepare } = sight
  const path = await pathOf(sight)
  for (const locale of ['ka', 'en'] as const) {
    await page.goto(inject('shop').url + localizedPath(locale, path))
    await hydrated(page)
    await prepare?.(page)
    await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'))
    await photograph(page, `${route} ${locale}`)
  }
}

async function show(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme)
}

/** The findings on the final state of a page: one that is rendering or switching themes has mixed colours. */
async function finalFindings(
  page: Page,
  options: {
    readonly only: { readonly type: string; readonly values: readonly string[] }
    readonly hasFrame: boolean
  },
): Promise<string[]> {
  let found: string[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    // Loading indicators turn for ever; transitions end.
    await page.evaluate(async () => {
      const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changes.map((one) => one.finished))
    })
    found = await axeFindings(page, options.only, { mayHaveFrames: options.hasFrame })
    if (found.length === 0) return found
    await page.waitForTimeout(300)
  }
  return found
}

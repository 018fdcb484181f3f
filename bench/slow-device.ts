import { chromium, type Browser, type Page } from 'playwright-core'
import pg from 'pg'
import { chromiumArguments, findOrInstallBrowser } from '../tools/browser.ts'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/** CPU slowdown that simulates a mid-range phone on a desktop machine. */
const processorSlowdown = 4

/** Browser tools' "slow 4G": bytes per second, and round-trip milliseconds. */
const slow4G = { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 }

const phone = { width: 390, height: 844 }

const paintMillisecondsMax = 2_000
const shiftMax = 0.05
const interactionMillisecondsMax = 100

/** Number of visits per page; the median counts. */
const visits = 3

/** Measurements of a page's observers. */
interface Seen {
  /** Largest contentful paint, in milliseconds after navigation. */
  readonly paint: number
  /** Cumulative layout shift. */
  readonly shift: number
  readonly longestTask: number
  /** The slowest time from an input to the next frame; 0 without one. */
  readonly interaction: number
}

interface SlowPage {
  readonly name: string
  readonly path: string
  /** Performs a visitor's first interaction. */
  readonly use?: (page: Page) => Promise<void>
}

/** Home, category, show and date on a slow phone: time to paint, layout shift, and response to input. */
export async function benchSlowDevice(shop: BenchShop): Promise<BenchFigure[]> {
  const pages = await slowPages(shop.databaseUrl)
  return shop.withServer({}, async (origin) => {
    const browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: [...chromiumArguments],
    })
    try {
      const figures: BenchFigure[] = []
      for (const page of pages) {
        const seen: Seen[] = []
        for (let visit = 0; visit < visits; visit += 1)
          seen.push(await visitSlowly(browser, origin, page))
        figures.push(...figuresOf(page, seen))
      }
      return figures
    } finally {
      await browser.close()
    }
  })
}

async function slowPages(databaseUrl: string): Promise<SlowPage[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number; slug: string; category: string }>(`
      select event.id, show.slug, category.slug as category from event
      join show on show.id = event.show_id join subcategory on subcategory.id = show.subcategory_id
      join category on category.id = subcategory.category_id
      where event.layout_id is not null and event.starts_at > now() + interval '2 days' and event.status = 1 and show.status = 1
      order by event.starts_at limit 1`)
    const [found] = rows
    if (!found) throw new Error('The demo has no date with a seat map')
    return [
      { name: 'home', path: '/' },
      { name: 'category', path: `/category/${found.category}` },
      { name: 'show', path: `/shows/${found.slug}` },
      {
        name: 'event',
        path: `/events/${found.id}`,
        use: async (page) => {
          const canvas = page.locator('.seatmap canvas')
          await canvas.waitFor()
          const box = await canvas.boundingBox()
          if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        },
      },
    ]
  } finally {
    await client.end()
  }
}

async function visitSlowly(browser: Browser, origin: string, slow: SlowPage): Promise<Seen> {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4G })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await page.addInitScript(observe)
  await page.goto(origin + slow.path, { waitUntil: 'networkidle' })
  // The theme menu is on every page and represents any control.
  await page.locator('header summary').first().click()
  await slow.use?.(page)
  await page.waitForTimeout(1_000)
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await context.close()
  return seen
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen = { paint: 0, shift: 0, longestTask: 0, interaction: 0 }
  ;(window as unknown as { seen: typeof seen }).seen = seen
  const watch = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
    }).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => (seen.paint = startTime))
  watch('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as unknown as { hadRecentInput: boolean; value: number }
    if (!hadRecentInput) seen.shift += value
  })
  watch('longtask', ({ duration }) => (seen.longestTask = Math.max(seen.longestTask, duration)))
  watch('event', ({ duration }) => (seen.interaction = Math.max(seen.interaction, duration)), {
    durationThreshold: 16,
  })
}

function figuresOf({ name }: SlowPage, seen: readonly Seen[]): BenchFigure[] {
  const middle = (of: (one: Seen) => number): number =>
    seen.map(of).toSorted((one, other) => one - other)[Math.floor(seen.length / 2)] ?? 0
  const figure = (what: string, of: (one: Seen) => number, unit: string, most?: number) => {
    const value = middle(of)
    return {
      name: `${what} of the ${name} page, processor ${processorSlowdown}× slower, slow 4G`,
      value,
      unit,
      ...(most !== undefined && { target: `below ${most}`, met: value < most }),
    }
  }
  return [
    figure('largest contentful paint', ({ paint }) => paint, 'ms', paintMillisecondsMax),
    figure('cumulative layout shift', ({ shift }) => shift, '', shiftMax),
    figure(
      'slowest interaction',
      ({ interaction }) => interaction,
      'ms',
      interactionMillisecondsMax,
    ),
    figure('longest task', ({ longestTask }) => longestTask, 'ms'),
  ]
}

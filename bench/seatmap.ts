import { chromium, type CDPSession, type Page } from 'playwright-core'
import pg from 'pg'
import { chromiumArguments, findOrInstallBrowser } from '../tools/browser.ts'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/** Measurements of the page's recorder during an interaction. */
interface Recorded {
  readonly frames: number
  /** Script milliseconds per frame, maximum and median. */
  readonly scriptMillisecondsMax: number
  readonly scriptMillisecondsMedian: number
  /** Between two frames: on a busy machine this includes other processes. */
  readonly gapMillisecondsMax: number
  /** Tasks of 50 ms and more on the page's main thread, as reported by the browser. */
  readonly longTasks: number
  readonly canvasCallsMax: number
}

interface Measured {
  readonly drawnMilliseconds: number
  readonly moving: Recorded
  readonly merging: Recorded
  readonly heapMegabytes: number
}

const heapMegabytesMax = 150
const frameMillisecondsMax = 50

/** The stadium's map in headless Chromium: time until drawn, smoothness, memory. */
export async function benchSeatmap(shop: BenchShop): Promise<BenchFigure[]> {
  const eventId = await stadiumEvent(shop.databaseUrl)
  return shop.withServer({}, async (origin) =>
    figuresOf(await measureMap(`${origin}/en/events/${eventId}`)),
  )
}

async function measureMap(url: string): Promise<Measured> {
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: [...chromiumArguments],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(recorder)
    await page.goto(url)
    const canvas = page.locator('.seatmap canvas')
    await canvas.waitFor()
    await page.waitForFunction(
      () => performance.getEntriesByName('seatmap-drawn').length > 0,
      undefined,
      { timeout: 30_000 },
    )
    const drawnMilliseconds = await page.evaluate(() => {
      const data = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/v2\/(layouts|Events\/Map)/.test(name))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
      return (performance.getEntriesByName('seatmap-drawn')[0]?.startTime ?? 0) - Math.max(...data)
    })
    await canvas.scrollIntoViewIfNeeded()
    await page.waitForTimeout(800)
    const moving = await recorded(page, () => moveAbout(page))
    const merging = await recorded(page, () => mergeChanges(page))
    const session = await page.context().newCDPSession(page)
    return { drawnMilliseconds, moving, merging, heapMegabytes: await heapOf(page, session) }
  } finally {
    await browser.close()
  }
}

/** Zooms in with the wheel in three places, pans at each level, and zooms out again. */
async function moveAbout(page: Page): Promise<void> {
  const box = await page.locator('.seatmap canvas').boundingBox()
  if (!box) throw new Error('There is no map')
  const { mouse } = page
  for (const [x, y] of [
    [0.3, 0.3],
    [0.7, 0.5],
    [0.5, 0.8],
  ] as const) {
    const at = { x: box.x + box.width * x, y: box.y + box.height * y }
    await mouse.move(at.x, at.y)
    for (let depth = 0; depth < 5; depth += 1) {
      for (let turn = 0; turn < 4; turn += 1) await mouse.wheel(0, -120)
      await mouse.down()
      for (let step = 1; step <= 12; step += 1)
        await mouse.move(at.x + Math.sin(step / 2) * 160, at.y + Math.cos(step / 3) * 120)
      await mouse.up()
    }
    for (let turn = 0; turn < 24; turn += 1) await mouse.wheel(0, 120)
  }
}

/** 500 place changes per second for three seconds, eight messages per frame, with seats in view. */
async function mergeChanges(page: Page): Promise<void> {
  const box = await page.locator('.seatmap canvas').boundingBox()
  if (!box) throw new Error('There is no map')
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.2)
  for (let turn = 0; turn < 9; turn += 1) await page.mouse.wheel(0, -120)
  await page.waitForTimeout(300)
  await page.evaluate(async () => {
    const { liveSources = [] } = window as unknown as { liveSources?: EventSource[] }
    const source = liveSources.at(-1)
    if (!source) throw new Error('The map listens to nothing')
    let sequence = 1e9
    let sent = 0
    const began = performance.now()
    while (performance.now() - began < 3_000) {
      const due = ((performance.now() - began) / 1_000) * 500
      for (; sent < due; sent += 1) {
        const placeId = 1 + ((sent * 7_919) % 54_202)
        const data = JSON.stringify({ sequence, places: [placeId, sent % 2], pools: [] })
        sequence += 1
        source.dispatchEvent(new MessageEvent('change', { data }))
      }
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  })
}

async function recorded(page: Page, work: () => Promise<void>): Promise<Recorded> {
  await page.evaluate(() => (window as unknown as { startRecording(): void }).startRecording())
  await work()
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as unknown as { recording(): Recorded }).recording())
}

/** Runs in the page before its own scripts: times frames, counts canvas calls, captures the streams. */
function recorder(): void {
  let scripts: number[] = []
  let gaps: number[] = []
  let calls: number[] = []
  let longTasks = 0
  let callsNow = 0
  let lastFrame = 0
  const original = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (callback) =>
    original((now) => {
      const began = performance.now()
      callsNow = 0
      callback(now)
      scripts.push(performance.now() - began)
      calls.push(callsNow)
    })
  const watch = (now: number): void => {
    if (lastFrame > 0) gaps.push(now - lastFrame)
    lastFrame = now
    original(watch)
  }
  original(watch)
  new PerformanceObserver((list) => (longTasks += list.getEntries().length)).observe({
    type: 'longtask',
  })
  const prototype = CanvasRenderingContext2D.prototype
  for (const name of ['drawImage', 'fill', 'stroke', 'fillText', 'fillRect', 'rect'] as const) {
    const method = prototype[name] as (...values: unknown[]) => unknown
    Object.defineProperty(prototype, name, {
      value(this: CanvasRenderingContext2D, ...values: unknown[]) {
        callsNow += 1
        return method.apply(this, values)
      },
    })
  }
  const canvases: WeakRef<HTMLCanvasElement>[] = []
  const createElement = document.createElement.bind(document) as (name: string) => HTMLElement
  Object.defineProperty(document, 'createElement', {
    value(name: string) {
      const element = createElement(name)
      if (element instanceof HTMLCanvasElement) canvases.push(new WeakRef(element))
      return element
    },
  })
  const sources: EventSource[] = []
  window.EventSource = class extends EventSource {
    constructor(url: string | URL, init?: EventSourceInit) {
      super(url, init)
      sources.push(this)
    }
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  Object.assign(window, {
    liveSources: sources,
    canvasBytes: () =>
      canvases.reduce((sum, reference) => {
        const canvas = reference.deref()
        return sum + (canvas ? canvas.width * canvas.height * 4 : 0)
      }, 0),
    startRecording() {
      scripts = []
      gaps = []
      calls = []
      longTasks = 0
      lastFrame = 0
    },
    recording: () => ({
      frames: gaps.length,
      scriptMillisecondsMax: Math.max(0, ...scripts),
      scriptMillisecondsMedian: middle(scripts),
      gapMillisecondsMax: Math.max(0, ...gaps),
      longTasks,
      canvasCallsMax: Math.max(0, ...calls),
    }),
  })
}

/** The script's heap after a garbage collection, and the pixels of all its canvases. */
async function heapOf(page: Page, session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  const pixels = await page.evaluate(() =>
    (window as unknown as { canvasBytes(): number }).canvasBytes(),
  )
  return (usedSize + backingStorageSize + pixels) / 2 ** 20
}

function figuresOf({ drawnMilliseconds, moving, merging, heapMegabytes }: Measured): BenchFigure[] {
  const words = (seen: Recorded): string =>
    `median ${seen.scriptMillisecondsMedian.toFixed(1)} ms of script a frame, at most ${seen.canvasCallsMax} canvas calls, ${seen.frames} frames, longest gap ${seen.gapMillisecondsMax.toFixed(0)} ms, ${seen.longTasks} long tasks`
  return [
    {
      name: 'seat map of 54,202 places, first drawn after its data',
      value: drawnMilliseconds,
      unit: 'ms',
      target: 'under 1,000',
      met: drawnMilliseconds < 1_000,
    },
    {
      name: 'the same, longest frame while panning and zooming (script)',
      value: moving.scriptMillisecondsMax,
      unit: 'ms',
      target: `under ${frameMillisecondsMax}`,
      met: moving.scriptMillisecondsMax < frameMillisecondsMax,
      note: words(moving),
    },
    {
      name: 'the same, longest frame while 500 places a second change hands (script)',
      value: merging.scriptMillisecondsMax,
      unit: 'ms',
      target: `under ${frameMillisecondsMax}`,
      met: merging.scriptMillisecondsMax < frameMillisecondsMax,
      note: words(merging),
    },
    {
      name: 'the same, heap and canvases of the page after all this',
      value: heapMegabytes,
      unit: 'MB',
      target: `under ${heapMegabytesMax}`,
      met: heapMegabytes < heapMegabytesMax,
    },
  ]
}

async function stadiumEvent(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `select event.id from event join seat_layout on seat_layout.id = event.layout_id
        where event.status = 1 and event.starts_at > now()
        order by seat_layout.capacity desc, event.id limit 1`,
    )
    return rows[0]?.id ?? 0
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const [url] = process.argv.slice(2)
  if (!url) throw new Error('Usage: node bench/seatmap.ts <address of an event with a map>')
  for (const figure of figuresOf(await measureMap(url)))
    console.log(
      `${figure.met ? '✓' : '✗'} ${figure.name}: ${figure.value.toFixed(1)} ${figure.unit} ${figure.note ?? ''}`,
    )
}

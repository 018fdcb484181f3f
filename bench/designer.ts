import { readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { demoOperator } from '../db/seeds/demo-accounts.ts'
import { chromiumArguments, findOrInstallBrowser } from '../tools/browser.ts'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/** Sixty frames a second leave so much for one frame. */
const frameMilliseconds = 1_000 / 60

/** Tasks of the page's main thread while something was done, longest first, in milliseconds of processor time. */
type Tasks = readonly number[]

interface Measured {
  readonly openedMilliseconds: number
  readonly moving: Tasks
  readonly dragging: Tasks
  readonly editing: Tasks
}

/** The largest hall of the demo on the drawing board, in headless Chromium: moved about, dragged, edited. */
export async function benchDesigner(shop: BenchShop): Promise<BenchFigure[]> {
  return shop.withServer({}, async (origin) => {
    const browser = await chromium.launch({
      executablePath: await findOrInstallBrowser(),
      args: [...chromiumArguments],
    })
    try {
      return figuresOf(await measureBoard(browser, origin))
    } finally {
      await browser.close()
    }
  })
}

async function measureBoard(browser: Browser, origin: string): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, origin)
  const planId = await planOfLargestHall(page, origin)
  await page.goto(`${origin}/en/operator/plans/${planId}`)
  await page.waitForFunction(() => performance.getEntriesByName('board-drawn').length > 0)
  const openedMilliseconds = await page.evaluate(
    () => performance.getEntriesByName('board-drawn')[0]?.startTime ?? 0,
  )
  await page.waitForTimeout(1_500)
  const tasks = (work: () => Promise<void>) => tasksDuring(browser, page, work)
  return {
    openedMilliseconds,
    moving: await tasks(() => moveAbout(page)),
    dragging: await tasks(() => dragSection(page)),
    editing: await tasks(() => nudgeAndUndo(page)),
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/en/login`)
  await page.waitForLoadState('networkidle')
  await page.locator('input[type=email]').fill(demoOperator.email)
  await page.locator('input[name=password]').fill(demoOperator.password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

/** Begins a plan from the seat map with the most places, as its page does. */
async function planOfLargestHall(page: Page, origin: string): Promise<number> {
  return page.evaluate(async (base) => {
    const key = 'api_key=demo-web'
    const office = await (await fetch(`${base}/v2/operator/plans?${key}`)).json()
    let largest = { size: 0, layoutId: 0 }
    for (const { layoutId } of office.layouts) {
      const reply = await fetch(`${base}/v2/operator/plans?${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          venue: office.venues[0].slug,
          key: `bench-${layoutId}`,
          nameKa: 'საზომი',
          nameEn: 'Bench',
          layoutId,
        }),
      })
      const { planId } = await reply.json()
      const plans = (await (await fetch(`${base}/v2/operator/plans?${key}`)).json()).plans
      const size = plans.find((plan: { planId: number }) => plan.planId === planId)?.seats ?? 0
      if (size > largest.size) largest = { size, layoutId: planId }
    }
    return largest.layoutId
  }, origin)
}

function boxOfBoard(page: Page) {
  return page.locator('canvas[data-tool]').boundingBox()
}

/** Zooms in by the wheel in three places, moves about at each depth by the hand, and zooms out again. */
async function moveAbout(page: Page): Promise<void> {
  const box = await boxOfBoard(page)
  if (!box) throw new Error('There is no drawing board')
  const { mouse, keyboard } = page
  await page.locator('canvas[data-tool]').focus()
  await keyboard.press('h')
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
  await keyboard.press('v')
}

/** Drags one section with all its seats about over the whole plan. */
async function dragSection(page: Page): Promise<void> {
  const box = await boxOfBoard(page)
  if (!box) throw new Error('There is no drawing board')
  const { mouse, keyboard } = page
  await keyboard.press('Escape')
  await keyboard.press('0')
  await page.waitForTimeout(400)
  const at = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.2 }
  await mouse.move(at.x, at.y)
  await mouse.down()
  for (let step = 1; step <= 60; step += 1)
    await mouse.move(at.x + Math.sin(step / 6) * 120, at.y + Math.cos(step / 9) * 90 - 90)
  await mouse.up()
}

/** Chooses sections one after the other, moves each by keys, turns it, and takes everything back. */
async function nudgeAndUndo(page: Page): Promise<void> {
  const { keyboard } = page
  await page.locator('canvas[data-tool]').focus()
  for (let section = 0; section < 5; section += 1) {
    await keyboard.press('n')
    for (let step = 0; step < 4; step += 1) await keyboard.press('ArrowDown')
    await keyboard.press(']')
  }
  for (let step = 0; step < 25; step += 1) await keyboard.press('Control+z')
  await page.waitForTimeout(300)
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Processor time of each task on the main thread of the page, as the browser's own tracing reports it. */
async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Tasks> {
  const file = path.join(os.tmpdir(), `designer-${process.pid}.json`)
  await browser.startTracing(page, {
    path: file,
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'],
  })
  await work()
  await browser.stopTracing()
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8')) as {
    traceEvents: readonly TraceEvent[]
  }
  await rm(file)
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  return traceEvents
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid}/${tid}`),
    )
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1_000)
    .toSorted((first, second) => second - first)
}

function figuresOf({ openedMilliseconds, moving, dragging, editing }: Measured): BenchFigure[] {
  const longest = (name: string, tasks: Tasks): BenchFigure => ({
    name,
    value: tasks[0] ?? 0,
    unit: 'ms',
    target: `under ${frameMilliseconds.toFixed(1)}`,
    met: tasks.length > 0 && (tasks[0] ?? 0) < frameMilliseconds,
    note: `${tasks.filter((task) => task >= frameMilliseconds).length} of ${tasks.length} tasks longer; the next: ${tasks
      .slice(1, 5)
      .map((task) => task.toFixed(1))
      .join(', ')} ms`,
  })
  return [
    {
      name: 'drawing board of the largest hall, drawn after it was opened',
      value: openedMilliseconds,
      unit: 'ms',
    },
    longest('the same, longest task while panning and zooming, CPU', moving),
    longest('the same, longest task while a section is dragged, CPU', dragging),
    longest('the same, longest task while sections are edited and taken back, CPU', editing),
  ]
}

if (import.meta.main) {
  const [origin] = process.argv.slice(2)
  if (!origin) throw new Error('Usage: node bench/designer.ts <origin of a running demo>')
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: [...chromiumArguments],
  })
  for (const figure of figuresOf(await measureBoard(browser, origin)))
    console.log(`${figure.name}: ${figure.value.toFixed(1)} ${figure.unit} ${figure.note ?? ''}`)
  await browser.close()
}

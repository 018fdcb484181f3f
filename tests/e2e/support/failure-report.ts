import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { nameOf, reports, shopLog } from './report-files.ts'

/** A page that does not answer must not keep the report from being written. */
const patienceMilliseconds = 5_000

/**
 * Records what happens in the pages of a visitor, and saves it with pictures of the pages when the test fails. To be
 * called after the context's end has been registered: what is registered last runs first.
 */
export function reportFailure(context: BrowserContext): void {
  const { currentTestName, testPath } = expect.getState()
  if (currentTestName === undefined) return
  const lines = recordEvents(context)
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const name = `${path.basename(testPath ?? '', '.test.ts')} ${currentTestName}`
    const saved = await save(context, name, lines())
    console.error(`Saved of the failed journey:\n  ${[...saved, nameOf(shopLog)].join('\n  ')}`)
  })
}

/** Returns what happened so far, with the seconds since now, and the requests that are not finished yet. */
function recordEvents(context: BrowserContext): () => string[] {
  const lines: string[] = []
  const open = new Map<Request, string>()
  const began = performance.now()
  const seconds = (): string => ((performance.now() - began) / 1000).toFixed(2).padStart(7)
  const note = (kind: string, text: string): void => void lines.push(`${seconds()} ${kind} ${text}`)
  context.on('console', (message) => note(message.type(), message.text()))
  context.on('weberror', (error) => note('page error', String(error.error().stack)))
  context.on('request', (request) => {
    open.set(request, seconds())
    if (request.isNavigationRequest()) note('opens', request.url())
  })
  context.on('response', (response) => {
    if (response.status() >= 400) note(String(response.status()), response.url())
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => {
    open.delete(request)
    note('failed', `${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  return () => [
    ...lines,
    ...[...open].map(
      ([request, since]) => `${since} not finished ${request.method()} ${request.url()}`,
    ),
    `${seconds()} the test failed on ${context.pages().map((page) => page.url())}`,
  ]
}

/** Returns the names of the files. */
async function save(context: BrowserContext, test: string, lines: string[]): Promise<string[]> {
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)
  saves += 1
  const stem = path.join(reports, `${name}-${process.pid}-${saves}`)
  const saved = [`${stem}.txt`]
  mkdirSync(reports, { recursive: true })
  writeFileSync(`${stem}.txt`, `${lines.join('\n')}\n`)
  for (const [index, page] of context.pages().entries())
    saved.push(...(await savePage(page, `${stem}-page-${index + 1}`)))
  return saved.map(nameOf)
}

let saves = 0

async function savePage(page: Page, stem: string): Promise<string[]> {
  const saved: string[] = []
  const html = await inTime(page.content())
  if (html !== null) {
    writeFileSync(`${stem}.html`, html)
    saved.push(`${stem}.html`)
  }
  const picture = `${stem}.png`
  const isTaken = page.screenshot({ path: picture, timeout: patienceMilliseconds })
  if ((await inTime(isTaken)) !== null) saved.push(picture)
  return saved
}

/** Null where it fails or takes too long. */
async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), 2 * patienceMilliseconds)
  try {
    return await Promise.race([work, late.promise])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

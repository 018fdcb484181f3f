/**
 * Goal: a telephone gets pictures as wide as it shows them: sharp ones, and no bytes that it throws away. Method: pages on
 * a telephone's screen, read to their end; each picture that was loaded beside its original.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { endVisits, startBrowser } from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const density = 2

interface Shown {
  readonly src: string
  readonly loaded: string
  /** Pixels of the screen, and of what was loaded. */
  readonly shownWidth: number
  readonly loadedWidth: number
  readonly ownWidth: number
}

/** Reads the page to its end, so that lazy pictures load, and waits for the last one. */
async function readToEnd(page: Page): Promise<readonly Shown[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top <= height; top += 600) {
    await page.evaluate((at) => window.scrollTo(0, at), top)
    await page.waitForFunction(() =>
      [...document.images].every((image) => {
        const { top: edge, bottom, left, right } = image.getBoundingClientRect()
        const isInSight =
          bottom > 0 && edge < window.innerHeight && right > 0 && left < window.innerWidth
        return image.complete || !isInSight
      }),
    )
  }
  return page.evaluate(
    (scale) =>
      [...document.images]
        .filter(
          ({ currentSrc, naturalWidth, width }) =>
            currentSrc !== '' && naturalWidth > 0 && width > 0,
        )
        .map((image) => ({
          src: new URL(image.getAttribute('src') ?? '', location.href).pathname,
          loaded: new URL(image.currentSrc).pathname,
          shownWidth: image.getBoundingClientRect().width * scale,
          loadedWidth: image.naturalWidth,
          ownWidth: Number(image.getAttribute('width')),
        })),
    density,
  )
}

async function bytesOf(paths: Iterable<string>): Promise<number> {
  const { url } = inject('shop')
  let sum = 0
  for (const path of new Set(paths)) {
    const answer = await fetch(new URL(path, url))
    expect(answer.status, path).toBe(200)
    sum += (await answer.arrayBuffer()).byteLength
  }
  return sum
}

test.each(['/', '/en/events', '/movies'])('pictures of %s fit a telephone', async (path) => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    deviceScaleFactor: density,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const { url } = inject('shop')
  // The sizes are made by the first visit; while many are, originals stand in.
  await page.goto(new URL(path, url).href)
  await readToEnd(page)
  await page.reload()
  const pictures = await readToEnd(page)
  await context.close()
  const posters = pictures.filter(({ ownWidth }) => ownWidth >= 320)
  expect(posters.length).toBeGreaterThan(5)
  const before = await bytesOf(posters.map(({ src }) => src))
  const after = await bytesOf(posters.map(({ loaded }) => loaded))
  console.info(
    `${path}: ${posters.length} pictures, ${before} bytes as they are, ${after} in fitting sizes`,
  )
  expect(after).toBeLessThan(before * 0.7)
})

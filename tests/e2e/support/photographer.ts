import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import type { Theme } from './visitor.ts'

/** Sizes at which pages are looked at. */
const sizes = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** Longer pages are cut: what is below is looked at on the page itself. */
const heightMax = 3_600

/** Where `npm run journey -- --pictures FOLDER` wants pictures; undefined in all other runs. */
const folder = process.env['JOURNEY_PICTURES']

/** Whether this run takes pictures, which lasts much longer than the journeys alone. */
export const takesPictures = folder !== undefined

const counts = new Map<string, number>()

/**
 * Saves the open page, or its window while a dialog is open, at each size and in each theme, as `NAME--WIDTH-THEME.jpg`, and restores its size. A name that
 * occurs again gets a number. Words that do not fit into their line are listed in `broken-words.txt`. Does nothing unless
 * pictures are wanted.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const base = fileNameOf(name)
  const count = (counts.get(base) ?? 0) + 1
  counts.set(base, count)
  const file = count > 1 ? `${base}-${count}` : base
  const before = page.viewportSize()
  const fixed = await page.evaluate(() => document.documentElement.dataset['pageTheme'])
  // A campaign's page has one theme, which is its own.
  const themes: readonly Theme[] = fixed ? ['light'] : ['light', 'dark']
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const word of await page.evaluate(brokenWords))
      appendFileSync(path.join(folder, 'broken-words.txt'), `${file} ${size.width}: ${word}\n`)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      // Maps and sheets are laid out again after the size has changed.
      await page.waitForTimeout(250)
      const height = await page.evaluate(heightToShow)
      await page.screenshot({
        path: path.join(folder, `${file}--${size.width}-${theme}.jpg`),
        type: 'jpeg',
        quality: 75,
        fullPage: height > 0,
        clip: {
          x: 0,
          y: 0,
          width: size.width,
          height: Math.min(heightMax, Math.max(height, size.height)),
        },
      })
    }
  }
  if (before) {
    await page.setViewportSize(before)
    // A click right after the change can miss what it is meant for.
    await page.waitForTimeout(250)
  }
}

/** The height of the page; 0 while a dialog is open, which a picture of the whole page would show cut off. */
function heightToShow(): number {
  if (document.querySelector('dialog:modal') !== null) return 0
  return document.documentElement.scrollHeight
}

function fileNameOf(name: string): string {
  return name.replaceAll(/[^a-z0-9]+/gi, '_').replaceAll(/^_|_$/g, '') || 'page'
}

/** Words of the page that continue on another line because they are wider than their column; runs in the page. */
function brokenWords(): string[] {
  const found = new Set<string>()
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\p{L}{4,}/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = [...range.getClientRects()]
        .filter(({ width }) => width > 0)
        .map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > 4) found.add(word)
    }
  }
  return [...found]
}

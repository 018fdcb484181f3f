import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { expect } from 'vitest'
import { hydrationBlockId } from '#apps/web/hydration-start.ts'

/**
 * How many times slower the processor of every page is: `npm run journey -- --slow 6`. Undefined in normal runs. It
 * shows steps that rely on the machine being fast.
 */
const rate = Number(process.env['JOURNEY_SLOWDOWN']) || undefined

/** Whether pages are slowed. Checks that only give a page time to finish are then left out. */
export const isSlowed = rate !== undefined

/** A step takes as long as it takes: the run is no measurement of time. */
const stepMilliseconds = 90_000

/** Slows all pages of a context that are opened from now on. Does nothing in normal runs. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (rate === undefined) return
  context.setDefaultTimeout(stepMilliseconds)
  context.on('console', report)
  await context.addInitScript(noteEarlyInput, { mark, blockId: hydrationBlockId })
  context.on('page', (page) => void slowPage(page, rate).catch(() => undefined))
}

async function slowPage(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

const mark = 'Before the page was ready:'

function report(message: ConsoleMessage): void {
  if (message.text().startsWith(mark))
    process.stderr.write(`${expect.getState().currentTestName}: ${message.text()}\n`)
}

/**
 * Runs in the page: notes presses and keys that come before its scripts are ready, since they have no effect except on
 * links and plain forms.
 */
function noteEarlyInput(options: { readonly mark: string; readonly blockId: string }): void {
  for (const kind of ['pointerdown', 'keydown', 'input'])
    document.addEventListener(
      kind,
      ({ target }) => {
        if (!(target instanceof Element) || !document.getElementById(options.blockId)) return
        const main = document.querySelector('main')
        if (main && Object.keys(main).some((key) => key.startsWith('__reactProps'))) return
        const control = target.closest('a, button, input, select, summary') ?? target
        const name = control.getAttribute('aria-label') ?? control.textContent
        console.info(
          `${options.mark} ${kind} on ${control.tagName} ${name} at ${location.pathname}`,
        )
      },
      true,
    )
}

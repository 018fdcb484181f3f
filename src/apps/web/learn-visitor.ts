import type { MeasuringSettings } from '#design/data/server-calls.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { receivedNow } from '#design/data/time-left.ts'
import { publishVisitor } from '#design/data/visitor.ts'
import { currentVisitor } from '#modules/orders/visitor-contract.ts'
import { watchEmailFields } from './visitor/email-slips.ts'
import { focusHeadings } from './visitor/focus-heading.ts'
import { shieldLeftPage } from './visitor/left-page.ts'
import { keepMovedPresses } from './visitor/moved-press.ts'
import { helpOlderBrowsers } from './visitor/older-browsers.ts'
import { openRouter } from './visitor/open-router.ts'

/** Reads once who the visitor is. Without an answer the page remains as it is for all visitors. */
export async function learnVisitor(): Promise<void> {
  helpOlderBrowsers()
  focusHeadings()
  keepMovedPresses()
  watchEmailFields()
  const router = openRouter()
  if (router) shieldLeftPage(router)
  const { measuring } = (router?.state.loaderData['root'] ?? {}) as {
    measuring?: MeasuringSettings
  }
  if (measuring)
    void import('./measuring/start.ts').then(({ startMeasuring }) => startMeasuring(measuring))
  try {
    const { actor, name, order, switches } = await browserClient().send(currentVisitor)
    publishVisitor({ actor, name, order: order && receivedNow(order) })
    if (switches?.length > 0) void (await import('./visitor/own-switches.ts')).showOwnSwitches()
  } catch {
    // Without an answer nothing changes.
  }
}

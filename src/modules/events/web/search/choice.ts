import { browserClient } from '#design/data/browser-calls.ts'
import { searchClick } from '#modules/search/contract.ts'
import { remember } from './device.ts'

export interface Chosen {
  readonly itemId: number
  readonly itemType: 'Show' | 'Venue' | 'Person'
  /** Position in the list, from 0. */
  readonly position: number
}

/** Reports which result was chosen, without delaying navigation. */
export function reportChoice(text: string, chosen: Chosen): void {
  const asked = text.trim()
  if (asked === '') return
  remember('recent', asked)
  browserClient()
    .send(searchClick, { body: { text: asked, ...chosen } }, { keepalive: true })
    // A hint for the ranking: failures are not reported to the visitor.
    .catch(() => undefined)
}

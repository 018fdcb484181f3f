import { browserClient } from '#design/data/browser-calls.ts'
import { sendViewContentEvent } from '#modules/catalogue/views-contract.ts'

/** Reports a view; failures are not retried because views are only counted. */
export function reportView(showId: number): void {
  browserClient()
    .send(sendViewContentEvent, { params: { showId } })
    .catch(() => undefined)
}

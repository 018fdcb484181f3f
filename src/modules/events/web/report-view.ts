import { browserClient } from '#design/data/browser-calls.ts'
import { sendViewContentEvent } from '#modules/catalogue/views-contract.ts'

/** A view that could not be told is not told again: it is a number, not an order. */
export function reportView(showId: number): void {
  browserClient()
    .send(sendViewContentEvent, { params: { showId } })
    .catch(() => undefined)
}

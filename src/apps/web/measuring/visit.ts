/** By which campaign or site a visitor who allows statistics has come: told with the order that they open, for the organiser's figures. */
import { observeReplies } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { recordVisit } from '#modules/merchant/visit-contract.ts'
import { orderIn } from './commerce.ts'

interface Arrival {
  readonly utmSource?: string
  readonly utmCampaign?: string
  /** Host of the page that led here; never its address. */
  readonly referrer?: string
}

const lengthMost = 80

/** What the first page of a visit says of where it came from; null where that is nothing. */
export function arrivalOf(page: {
  readonly search: string
  readonly referrer: string
  readonly host: string
}): Arrival | null {
  const query = new URLSearchParams(page.search)
  const utmSource = query.get('utm_source')?.slice(0, lengthMost)
  const utmCampaign = query.get('utm_campaign')?.slice(0, lengthMost)
  if (utmSource) return { utmSource, ...(utmCampaign && { utmCampaign }) }
  const referrer = URL.parse(page.referrer)?.hostname ?? ''
  return referrer === '' || referrer === page.host ? null : { referrer }
}

const storageKey = 'arrival'

/** Starts with the page that is open; where it came from is kept as long as the window is. */
export function startVisit(): void {
  const kept = sessionStorage.getItem(storageKey)
  const { search, hostname } = location
  const arrival: Arrival | null = kept
    ? (JSON.parse(kept) as Arrival)
    : arrivalOf({ search, referrer: document.referrer, host: hostname })
  if (!arrival) return
  sessionStorage.setItem(storageKey, JSON.stringify(arrival))
  const told = new Set<string>()
  observeReplies((call, reply) => {
    const order = call.method === 'GET' ? null : orderIn(reply)
    if (!order || order.statusName !== 'Draft' || told.has(order.orderKey)) return
    told.add(order.orderKey)
    const body = { orderKey: order.orderKey, ...arrival }
    // A failure of analytics is not reported to the visitor.
    void browserClient()
      .send(recordVisit, { body })
      .catch(() => undefined)
  })
}

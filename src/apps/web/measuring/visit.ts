/**
 * Reports the campaign or referring site of a visit with the order that is opened, for the organiser's statistics;
 * requires consent.
 */
import { observeReplies } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { parsedUrl } from '#kernel/parsed-url.ts'
import { recordVisit } from '#modules/merchant/visit-contract.ts'
import { orderIn } from './commerce.ts'

interface Arrival {
  readonly utmSource?: string
  readonly utmCampaign?: string
  /** Host of the referring page; never its full address. */
  readonly referrer?: string
}

const lengthMax = 80

/** The origin of a visit according to its first page; null if unknown. */
export function arrivalOf(page: {
  readonly search: string
  readonly referrer: string
  readonly host: string
}): Arrival | null {
  const query = new URLSearchParams(page.search)
  const utmSource = query.get('utm_source')?.slice(0, lengthMax)
  const utmCampaign = query.get('utm_campaign')?.slice(0, lengthMax)
  if (utmSource) return { utmSource, ...(utmCampaign && { utmCampaign }) }
  const referrer = parsedUrl(page.referrer)?.hostname ?? ''
  return referrer === '' || referrer === page.host ? null : { referrer }
}

const storageKey = 'arrival'

/** Starts with the open page; the origin is kept for the lifetime of the window. */
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
    // Failures of analytics are not shown to the visitor.
    void browserClient()
      .send(recordVisit, { body })
      .catch(() => undefined)
  })
}

/**
 * Advertising pixels by type, with consent to advertising: images only, never scripts, so that no advertiser's code
 * runs in the shop.
 */
import { browserClient } from '#design/data/browser-calls.ts'
import { observeReplies } from '#contract/client.ts'
import { ownTrackingPixels, type TrackingPixel } from '#modules/presentation/pixels-contract.ts'
import { currency, isPaid, orderIn, shownOn, type OrderSeen } from './commerce.ts'
import { watchPages } from './open-page.ts'

export interface PixelAddresses {
  readonly facebookPixelUrl: string | null
  readonly googleAdsUrl: string | null
}

type Moment =
  | { readonly kind: 'page' }
  | { readonly kind: 'show'; readonly showId: number; readonly name: string }
  | { readonly kind: 'purchase'; readonly order: OrderSeen }

/** The image address of a pixel for this event; null when the pixel does not count it. */
export function pixelAddress(
  { type, code }: TrackingPixel,
  moment: Moment,
  { facebookPixelUrl, googleAdsUrl }: PixelAddresses,
): string | null {
  const paid =
    moment.kind === 'purchase'
      ? {
          value: String(moment.order.totals.total.amount / 100),
          number: moment.order.orderNumber,
        }
      : null
  const facebook = (event: string, more: Record<string, string> = {}) =>
    facebookPixelUrl &&
    `${facebookPixelUrl}?${new URLSearchParams({ id: code, ev: event, noscript: '1', ...more })}`
  const google = (more: Record<string, string>) => {
    const [account = '', label = ''] = code.split('/')
    return (
      googleAdsUrl &&
      `${googleAdsUrl}/${encodeURIComponent(account)}/?${new URLSearchParams({ ...(label && { label }), script: '0', ...more })}`
    )
  }
  if (type === 'FbPixelGeneral' && moment.kind === 'page') return facebook('PageView')
  if (type === 'FbPixelViewContent' && moment.kind === 'show')
    return facebook('ViewContent', {
      'cd[content_ids]': `show-${moment.showId}`,
      'cd[content_name]': moment.name,
      'cd[currency]': currency,
    })
  if (type === 'FbPixelPurchase' && paid)
    return facebook('Purchase', {
      eid: paid.number,
      'cd[value]': paid.value,
      'cd[currency]': currency,
    })
  if (type === 'GoogleAdPageView' && moment.kind === 'page') return google({ guid: 'ON' })
  if (type === 'GoogleAdPurchase' && paid)
    return google({ value: paid.value, currency_code: currency, transaction_id: paid.number })
  return null
}

export async function startPixels(addresses: PixelAddresses): Promise<void> {
  const { items } = await browserClient().send(ownTrackingPixels)
  if (items.length === 0) return
  const counted = new Set<string>()
  let showId: number | null = null

  function count(moment: Moment): void {
    for (const pixel of items) {
      if (pixel.showId !== null && pixel.showId !== showId) continue
      const address = pixelAddress(pixel, moment, addresses)
      if (!address) continue
      const picture = new Image(1, 1)
      picture.referrerPolicy = 'no-referrer'
      picture.src = address
    }
  }

  function countPaid(order: OrderSeen): void {
    if (counted.has(order.orderNumber)) return
    counted.add(order.orderNumber)
    count({ kind: 'purchase', order })
  }

  watchPages(({ path, loaded, isMissing }) => {
    if (isMissing) return
    const shown = shownOn(loaded)
    showId = shown?.show.showId ?? showId
    count({ kind: 'page' })
    if (shown) count({ kind: 'show', showId: shown.show.showId, name: shown.show.name })
    const order = path.endsWith('/result') ? orderIn(loaded) : null
    if (order && isPaid(order)) countPaid(order)
  })
  observeReplies((_, reply) => {
    const order = location.pathname.endsWith('/result') ? orderIn(reply) : null
    if (order && isPaid(order)) countPaid(order)
  })
}

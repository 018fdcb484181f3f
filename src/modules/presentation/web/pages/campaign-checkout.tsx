import { redirect, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'

/**
 * Redirects from a campaign to the checkout: to the visitor's open order if there is one, otherwise to the campaign's
 * page, where tickets are chosen.
 */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { locale, path } = splitLocale(url.pathname)
  const order = calls.actor === 'visitor' ? null : (await calls.send(currentOrder)).order
  const root = path.replace(/\/checkout\/?$/, '') || '/'
  throw redirect(localizedPath(locale, order ? `/checkout/${order.orderKey}` : root))
}

export default function CampaignCheckout() {
  return null
}

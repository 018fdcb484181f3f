import { redirect, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'

/**
 * Redirects a carrier's own checkout address to the common checkout: for the order that it names, else the
 * visitor's open order, else back to the carrier's start page.
 */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const named = url.searchParams.get('orderKey')
  const open =
    named === null && calls.actor !== 'visitor' ? (await calls.send(currentOrder)).order : null
  const orderKey = named ?? open?.orderKey
  const { path } = splitLocale(url.pathname)
  const start = path.replace(/\/checkout\/?$/, '')
  throw redirect(
    localizedPath(
      calls.locale,
      orderKey === undefined ? start : `/checkout/${encodeURIComponent(orderKey)}`,
    ),
  )
}

export default function Checkout() {
  return null
}

import { redirect, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'

/** The way to the checkout of the visitor's open order when there is one, else to what is on in cinemas. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { locale } = splitLocale(url.pathname)
  const order = calls.actor === 'visitor' ? null : (await calls.send(currentOrder)).order
  throw redirect(localizedPath(locale, order ? `/movies/checkout/${order.orderKey}` : '/movies'))
}

export default function MoviesCheckout() {
  return null
}

import { lazy } from 'react'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { widgetPage } from '#modules/merchant/widget-contract.ts'
import PaymentResult, { loader as shopLoader } from '#modules/orders/web/pages/payment-result.tsx'
import { PaidContext } from '#modules/orders/web/parts/paid-slot.tsx'
import type { OrderView } from '#modules/orders/contract.ts'

export { clientLoader, handle, headers } from '#modules/orders/web/pages/payment-result.tsx'

/** Buyers on an organiser's own site have no session here and continue on that site. */
export async function loader(args: LoaderFunctionArgs) {
  const loaded = await shopLoader(args)
  if (loaded.data.kind === 'found') return loaded
  const query = { orderKey: args.params['orderKey'] ?? '' }
  const calls = args.context.get(serverCallsContext)
  const { page } = await calls.send(widgetPage, { query }).catch(() => ({ page: null }))
  if (page !== null) throw redirect(page)
  return loaded
}

const PaidTickets = lazy(() => import('#modules/tickets/web/parts/paid-tickets.tsx'))

const tickets = ({ orderNumber }: OrderView) => <PaidTickets orderNumber={orderNumber} />

/** The state of a payment; after success, the tickets. */
export default function PaymentResultPage() {
  return (
    <PaidContext value={tickets}>
      <PaymentResult />
    </PaidContext>
  )
}

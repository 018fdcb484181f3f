import { ArrowLeft } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { orderTickets } from '../../contract.ts'
import { OrderTickets } from '../parts/order-tickets.tsx'
import { useTexts } from '../texts.ts'

/** Never cached: the state of an order may change at any time. */
export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const orderNumber = (params['orderNumber'] ?? '').slice(0, 20)
  return signInFirst(calls, url, calls.send(orderTickets, { query: { orderNumber } }))
}

/** An order in the account: its tickets, or its state. */
export default function OrderPage() {
  const t = useTexts()
  const view = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[80rem] pt-4 pb-16 tablet:pt-8">
      <LocalLink
        to="/account/orders"
        className="link not-printed mb-2 inline-flex min-h-11 items-center gap-2 text-soft no-underline"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {t('backToOrders')}
      </LocalLink>
      <OrderTickets view={view} documentKey={{ orderNumber: view.order.orderNumber }} />
    </div>
  )
}

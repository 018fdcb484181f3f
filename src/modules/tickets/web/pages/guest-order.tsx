import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { guestOrder } from '../../contract.ts'
import { OrderTickets } from '../parts/order-tickets.tsx'
import { ReminderSwitch } from '../parts/reminder-switch.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const link = { orderKey: params['orderKey'] ?? '', token: params['token'] ?? '' }
  return refusalAsResponse(calls.send(guestOrder, { params: link }))
}

export const clientLoader = cachedClientLoader

/** The address contains the access token: it must not be sent to other sites or indexed by search engines. */
export function headers() {
  return { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }
}

/** An order opened by the link in its email, without signing in. */
export default function GuestOrderPage() {
  const view = useLoaderData<typeof loader>()
  const { orderKey = '', token = '' } = useParams()
  return (
    <div className="page max-w-[80rem] pt-6 pb-16 tablet:pt-10">
      <meta name="referrer" content="no-referrer" />
      <OrderTickets view={view} documentKey={{ orderKey, token }} />
      <ReminderSwitch orderKey={orderKey} token={token} isReminded={view.isReminded} />
    </div>
  )
}

import { lazy } from 'react'
import { late } from '#design/late.ts'
import Order from '#modules/tickets/web/pages/order.tsx'
import { InvitingContext } from '#modules/tickets/web/parts/invite-entry.tsx'

export { cachedClientLoader as clientLoader } from '#design/data/cached-loader.ts'
export { loader } from '#modules/tickets/web/pages/order.tsx'

const InviteToJoin = lazy(() => late(import('#modules/invitations/web/parts/invite-to-join.tsx')))

const panel = (orderKey: string) => <InviteToJoin orderKey={orderKey} />

/** An order with its tickets, to which other people can be invited. */
export default function OrderPage() {
  return (
    <InvitingContext value={panel}>
      <Order />
    </InvitingContext>
  )
}

import { lazy } from 'react'
import PaymentResult from '#modules/orders/web/pages/payment-result.tsx'
import { PaidContext } from '#modules/orders/web/parts/paid-slot.tsx'
import type { OrderView } from '#modules/orders/contract.ts'

export { clientLoader, handle, headers, loader } from '#modules/orders/web/pages/payment-result.tsx'

const PaidTickets = lazy(() => import('#modules/tickets/web/parts/paid-tickets.tsx'))

const tickets = ({ orderNumber }: OrderView) => <PaidTickets orderNumber={orderNumber} />

/** What became of a payment; once it is good, the tickets are there. */
export default function PaymentResultPage() {
  return (
    <PaidContext value={tickets}>
      <PaymentResult />
    </PaidContext>
  )
}

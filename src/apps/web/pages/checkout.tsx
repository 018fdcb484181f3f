import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import Checkout from '#modules/orders/web/pages/checkout.tsx'
import { AskingContext } from '#modules/orders/web/asking-context.ts'

export { clientLoader, handle, headers, loader } from '#modules/orders/web/pages/checkout.tsx'

const AskToPay = lazy(() => late(import('#modules/invitations/web/parts/ask-to-pay.tsx')))
const PayerNote = lazy(() => late(import('#modules/invitations/web/parts/payer-note.tsx')))

/** Below the fold. */
const GetThere = lazy(() =>
  late(import('../parts/get-there.tsx').then((module) => ({ default: module.GetThere }))),
)

const parts = {
  panel: (props: { orderKey: string; onChanged: () => void }) => <AskToPay {...props} />,
  note: (props: { orderKey: string; onChanged: () => void }) => <PayerNote {...props} />,
}

/** The checkout, with the option to let another person pay. */
export default function CheckoutPage() {
  return (
    <AskingContext value={parts}>
      <Checkout />
      <Suspense>
        <GetThere />
      </Suspense>
    </AskingContext>
  )
}

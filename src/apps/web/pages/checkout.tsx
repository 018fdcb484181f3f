import { lazy, Suspense } from 'react'
import Checkout from '#modules/orders/web/pages/checkout.tsx'
import { AskingContext } from '#modules/orders/web/asking-context.ts'

export { clientLoader, handle, headers, loader } from '#modules/orders/web/pages/checkout.tsx'

const AskToPay = lazy(() => import('#modules/invitations/web/parts/ask-to-pay.tsx'))
const PayerNote = lazy(() => import('#modules/invitations/web/parts/payer-note.tsx'))

/** Below what one pays for. */
const GetThere = lazy(async () => ({
  default: (await import('../parts/get-there.tsx')).GetThere,
}))

const parts = {
  panel: (props: { orderKey: string; onChanged: () => void }) => <AskToPay {...props} />,
  note: (props: { orderKey: string; onChanged: () => void }) => <PayerNote {...props} />,
}

/** The checkout, where somebody else may be asked to pay. */
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

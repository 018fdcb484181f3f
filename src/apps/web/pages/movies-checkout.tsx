import { lazy } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { late } from '#design/late.ts'
import { caveaShareOrderLink } from '#modules/cinema/cavea-contract.ts'
import Checkout from '#modules/orders/web/pages/checkout.tsx'
import { AskingContext } from '#modules/orders/web/asking-context.ts'

export { clientLoader, handle, headers, loader } from '#modules/orders/web/pages/checkout.tsx'

const AskToPay = lazy(() => late(import('#modules/invitations/web/parts/ask-to-pay.tsx')))
const SplitSeats = lazy(() => late(import('#modules/invitations/web/parts/split-seats.tsx')))
const PayerNote = lazy(() => late(import('#modules/invitations/web/parts/payer-note.tsx')))

interface PartProps {
  readonly orderKey: string
  readonly onChanged: () => void
}

async function share(orderKey: string, placeIds: readonly number[]): Promise<string | null> {
  const body = { orderKey, placeIds: [...placeIds] }
  return (await browserClient().send(caveaShareOrderLink, { body })).url
}

const parts = {
  panel: (props: PartProps) => (
    <>
      <SplitSeats {...props} share={share} />
      <AskToPay {...props} />
    </>
  ),
  note: (props: PartProps) => <PayerNote {...props} />,
}

/** The checkout of cinemas, where friends can pay for their own seats, or another person for all of them. */
export default function MoviesCheckoutPage() {
  return (
    <AskingContext value={parts}>
      <Checkout />
    </AskingContext>
  )
}

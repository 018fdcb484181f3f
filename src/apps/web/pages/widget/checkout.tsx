import { useContext, useEffect } from 'react'
import { useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { recordWidgetPage } from '#modules/merchant/widget-contract.ts'
import Checkout, {
  clientLoader as shopClientLoader,
  loader as shopLoader,
} from '#modules/orders/web/pages/checkout.tsx'
import { HostPageContext } from '../../widget/host-page.ts'
import { inWidget } from '../../widget/load.ts'

export { headers } from '#modules/orders/web/pages/checkout.tsx'

export const loader = inWidget(shopLoader)
export const clientLoader = inWidget(shopClientLoader)

const againMilliseconds = 2_000

/** The shop's checkout; the bank redirects back to the organiser's page. */
export default function WidgetCheckout() {
  useWayBack()
  return <Checkout />
}

/** Stores the address to return to from the bank, as soon as it is known. */
function useWayBack(): void {
  const locale = useLocale()
  const page = useContext(HostPageContext)
  const { slug = '', orderKey = '' } = useParams()
  useEffect(() => {
    if (page === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = (): void =>
      void browserClient(locale)
        .send(recordWidgetPage, { body: { orderKey, slug, page } })
        .catch((error: unknown) => {
          // A coded refusal would be repeated; other errors are not.
          if (!(error instanceof Error && error.name === 'CallError'))
            timer = setTimeout(note, againMilliseconds)
        })
    note()
    return () => clearTimeout(timer)
  }, [locale, orderKey, page, slug])
}

import { TrainFront } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { isOpen, type OrderPage } from '#modules/orders/web/checkout-data.ts'
import { useTexts } from '#modules/orders/web/texts.ts'

/** For an open order with an event but no journey: trains and buses that fit, for the same order. */
export function GetThere() {
  const page = useLoaderData<OrderPage>()
  const t = useTexts()
  if (page.kind !== 'found' || !isOpen(page.checkout.order)) return null
  const { items } = page.checkout.order
  const event = items.find(({ about }) => about.kind === 'event')
  if (!event || items.some(({ about }) => about.kind === 'journey')) return null
  return (
    <p className="page -mt-6 max-w-[46rem] pb-part tablet:-mt-10 desk:max-w-[74rem]">
      <LocalLink
        to={`/transport/event/${event.itemId}`}
        className="link inline-flex min-h-11 items-center gap-tight"
      >
        <TrainFront size={20} aria-hidden="true" className="shrink-0" />
        {t('getThere')}
      </LocalLink>
    </p>
  )
}

import { useId, useState } from 'react'
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { draftOf, type BuyerDraft } from '#modules/orders/web/buyer-draft.ts'
import { isOpen, type OrderPage } from '#modules/orders/web/checkout-data.ts'
import { loadOrderPage } from '#modules/orders/web/load-order-page.ts'
import { BuyerForm } from '#modules/orders/web/parts/buyer-form.tsx'
import { passengersOf } from '#modules/orders/web/passenger-draft.ts'
import { omnibusConfirm } from '#modules/transport/omnibus-contract.ts'
import { readJourneyOrder } from '#modules/transport/web/order-data.ts'
import { OrderTrip } from '#modules/transport/web/parts/order-trip.tsx'
import { HoldTimer, OrderUnavailable } from '#modules/transport/web/parts/order-unavailable.tsx'
import { useTexts } from '#modules/transport/web/texts.ts'

export const handle: PageHandle = { hideFooter: true }

export function headers() {
  return { 'cache-control': 'no-store' }
}

/** A confirmed order is paid at the common checkout. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const orderKey = url.searchParams.get('orderKey') ?? ''
  const [page, order] = await Promise.all([
    loadOrderPage(calls.send, orderKey),
    readJourneyOrder(calls.send, orderKey),
  ])
  if (page.kind === 'missing' || !isOpen(page.checkout.order)) return { page: null, order: null }
  if (page.checkout.order.statusName === 'Checkout')
    throw redirect(localizedPath(calls.locale, `/checkout/${encodeURIComponent(orderKey)}`))
  return { page, order }
}

/** Omnibus confirms before payment: buyer and passengers in one form. */
export default function Confirm() {
  const { page, order } = useLoaderData<typeof loader>()
  const t = useTexts()
  return (
    <div className="page max-w-[46rem] pt-6 pb-section tablet:pt-10">
      <title>{t('pageTitle', { title: t('passengersTitle') })}</title>
      <meta name="robots" content="noindex" />
      {page ? (
        <>
          <PageTitle>{t('passengersTitle')}</PageTitle>
          <p className="mt-1 text-soft">{t('passengersNote')}</p>
          <div className="mb-group">
            <HoldTimer order={page.checkout.order} />
            {order && <OrderTrip order={order} />}
          </div>
          <ConfirmForm page={page} />
        </>
      ) : (
        <OrderUnavailable />
      )}
    </div>
  )
}

function ConfirmForm({ page }: { page: Extract<OrderPage, { kind: 'found' }> }) {
  const { checkout, profile } = page
  const { orderKey, buyer } = checkout.order
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const id = useId()
  const { run, isWaiting, refusal } = useWork()
  const [draft, setDraft] = useState<BuyerDraft>(draftOf(buyer, profile))
  const [refused, setRefused] = useState<readonly string[]>([])

  const confirm = (): Promise<void> =>
    run(async () => {
      const { name, email, phone, acceptTerms } = draft
      const passengers = passengersOf(checkout.passengers, draft.passengers ?? {})
      const body = { orderKey, buyer: { name, email, phone }, acceptTerms, passengers }
      try {
        await browserClient(locale).send(omnibusConfirm, { body })
      } catch (error) {
        if (error instanceof CallError) setRefused(error.fields.map(({ path }) => path))
        throw error
      }
      await navigate(localizedPath(locale, `/checkout/${orderKey}`))
    })

  return (
    <div className="space-y-group">
      {refusal && <Notice>{refusal}</Notice>}
      <BuyerForm
        id={id}
        checkout={checkout}
        draft={draft}
        onChange={(next) => {
          setDraft(next)
          setRefused([])
        }}
        refused={{}}
        refusedExtras={[]}
        refusedPassengers={refused.flatMap((path) =>
          path.startsWith('body.passengers.') ? [path.slice('body.passengers.'.length)] : [],
        )}
        onSubmit={() => void confirm()}
      />
      <Button
        type="submit"
        size="large"
        isWide
        form={id}
        isWaiting={isWaiting}
        waitingText={t('saving')}
      >
        {t('confirm')}
      </Button>
    </div>
  )
}

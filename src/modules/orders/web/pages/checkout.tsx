import { lazy, Suspense, useCallback, useEffect, useState, type CSSProperties } from 'react'
import {
  redirect,
  useLoaderData,
  useNavigate,
  useRevalidator,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useTimeLeft, useWhenSeenAgain } from '#design/data/time-left.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { splitLocale, type Locale } from '#kernel/locale.ts'
import type { OrderView } from '../../contract.ts'
import { draftOf } from '../buyer-draft.ts'
import { isOpen, withOrder, type OrderPage } from '../checkout-data.ts'
import { loadOrderPage, orderPageHeaders, withPageStatus } from '../load-order-page.ts'
import { HoldClock } from '../parts/hold-clock.tsx'
import { OpenCheckout } from '../parts/open-checkout.tsx'
import type { OrderEnd } from '../parts/ended-order.tsx'
import { useTexts } from '../texts.ts'
import { useFreshPrices } from '../use-fresh-prices.ts'
import { resultPath } from '../use-pay.ts'

/** What an open order does not show is downloaded when it is there to be shown. */
const AtBank = lazy(() => import('../parts/at-bank.tsx'))
const EndedOrder = lazy(() => import('../parts/ended-order.tsx'))
const OrderNotFound = lazy(async () => ({
  default: (await import('../parts/next-steps.tsx')).OrderNotFound,
}))

export const handle: PageHandle = { hideFooter: true }
export const headers = orderPageHeaders

type Found = Extract<OrderPage, { kind: 'found' }>

export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const page = await loadOrderPage(calls.send, params['orderKey'] ?? '')
  sendOn(page, calls.locale)
  return withPageStatus(page)
}

export async function clientLoader({
  params,
  request,
}: ClientLoaderFunctionArgs): Promise<OrderPage> {
  const { locale } = splitLocale(new URL(request.url).pathname)
  // A page that came as a document was loaded by the server.
  const { loadOrderPage: load } = await import('../load-order-page.ts')
  const page = await load(browserClient(locale).send, params['orderKey'] ?? '')
  sendOn(page, locale)
  return page.kind === 'found' ? { ...page, receivedAt: performance.now() } : page
}

/** An order that was paid, or whose card was declined, is told about by the page of the result. */
function sendOn(page: OrderPage, locale: Locale): void {
  if (page.kind === 'missing') return
  const { orderKey, statusName } = page.checkout.order
  const stays = ['Draft', 'Checkout', 'PaymentPending', 'Timeout', 'Canceled']
  if (!stays.includes(statusName)) throw redirect(resultPath(locale, orderKey))
}

export default function Checkout() {
  const t = useTexts()
  const page = useLoaderData() as OrderPage
  return (
    <div className="page max-w-[46rem] py-6 tablet:py-10 desk:max-w-[74rem]">
      <title>{t('checkoutTitle')}</title>
      <meta name="robots" content="noindex" />
      {page.kind === 'missing' ? (
        <Suspense>
          <OrderNotFound />
        </Suspense>
      ) : (
        <FoundOrder key={page.checkout.order.orderKey} page={page} />
      )}
    </div>
  )
}

function FoundOrder({ page }: { page: Found }) {
  const t = useTexts()
  // What a call of this page answered stands until the page is loaded again.
  const [changed, setChanged] = useState({ since: page, shown: page })
  const shown = changed.since === page ? changed.shown : page
  const { order } = shown.checkout
  const left = useTimeLeft({ value: order, receivedAt: shown.receivedAt })
  const { revalidate } = useRevalidator()
  const refresh = useCallback(() => void revalidate(), [revalidate])
  useWhenSeenAgain(refresh)
  const isOver = left <= 0
  usePreload(left < preloadMilliseconds)
  const prices = useFreshPrices(page, order)
  useFollowUp(order, isOver, refresh)

  function takeOrder(answer: OrderView): void {
    // An order without lines no longer says what it was for.
    const items = answer.items.length > 0 ? answer.items : order.items
    const kept = { ...answer, event: answer.event ?? order.event, items }
    const checkout = withOrder(shown.checkout, kept)
    setChanged({ since: page, shown: { ...shown, checkout, receivedAt: performance.now() } })
    // An order that was free had no ways to pay; now that it costs something it needs them.
    if (shown.checkout.isFree && answer.totals.total.amount > 0) refresh()
  }

  const isPaying = order.statusName === 'PaymentPending'
  const end = endOf(order, isOver && !isPaying)
  if (end !== null)
    return (
      <Suspense>
        <EndedOrder order={order} end={end} />
      </Suspense>
    )
  return (
    <div
      className="flex flex-col gap-7"
      style={{ '--poster': order.items[0]?.colour } as CSSProperties}
    >
      <PageTitle>{t('checkoutTitle')}</PageTitle>
      <HoldClock order={order} left={left} onExtended={takeOrder} />
      {isPaying ? (
        <Suspense>
          <AtBank page={shown} onStale={refresh} />
        </Suspense>
      ) : (
        <OpenCheckout
          checkout={shown.checkout}
          paymentMethods={shown.paymentMethods}
          prices={prices}
          draft={{
            ...draftOf(order.buyer, shown.profile),
            acceptTerms: order.statusName === 'Checkout',
          }}
          onOrder={takeOrder}
          onStale={refresh}
        />
      )}
    </div>
  )
}

/** What is said when the time is over is fetched while there is a connection that can fetch it. */
const preloadMilliseconds = 60_000

function usePreload(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) import('../parts/ended-order.tsx').catch(() => undefined)
  }, [isWanted])
}

/** Why nothing can be paid any more; null while something can. */
function endOf(order: OrderView, isOver: boolean): OrderEnd | null {
  if (order.statusName === 'Canceled') return 'canceled'
  if (order.statusName === 'Timeout' || isOver) return 'timeOver'
  return order.lines.length === 0 ? 'empty' : null
}

/** When the time is over the server has the last word; a payment under way is looked at by its own page. */
function useFollowUp(order: OrderView, isOver: boolean, refresh: () => void): void {
  const locale = useLocale()
  const navigate = useNavigate()
  const { orderKey, statusName, deadlineAt } = order
  useEffect(() => {
    if (!isOver) return
    if (statusName === 'PaymentPending') void navigate(resultPath(locale, orderKey))
    else if (isOpen({ statusName })) refresh()
  }, [isOver, locale, navigate, orderKey, refresh, statusName])
  // The countdown of the header follows what happens here.
  useEffect(notifyOrderChanged, [statusName, deadlineAt])
}

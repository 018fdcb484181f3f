import { CircleX, Clock, ReceiptText, TimerOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
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
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { splitLocale, type Locale } from '#kernel/locale.ts'
import { CallError } from '#contract/client.ts'
import type { OrderView } from '../../contract.ts'
import { draftOf } from '../buyer-draft.ts'
import {
  isOpen,
  loadOrderPage,
  orderPageHeaders,
  withOrder,
  withPageStatus,
  type OrderPage,
} from '../checkout-data.ts'
import { WhoPays } from '../parts/ask-to-pay.tsx'
import type { PayChoice } from '../pay-choice.ts'
import { HoldClock } from '../parts/hold-clock.tsx'
import { LeftBank } from '../parts/left-bank.tsx'
import { OpenCheckout } from '../parts/open-checkout.tsx'
import { OrderCard } from '../parts/order-card.tsx'
import { OrderMessage } from '../parts/order-message.tsx'
import { BackToEvent, OrderNotFound } from '../parts/next-steps.tsx'
import { useTexts } from '../texts.ts'
import { useFreshPrices } from '../use-fresh-prices.ts'
import { resultPath, usePay } from '../use-pay.ts'

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
  const page = await loadOrderPage(browserClient(locale).send, params['orderKey'] ?? '')
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
        <OrderNotFound />
      ) : (
        <FoundOrder key={page.checkout.order.orderKey} page={page} />
      )}
    </div>
  )
}

function FoundOrder({ page }: { page: Found }) {
  const t = useTexts()
  // What a call of this page answered stands until the page is loaded anew.
  const [changed, setChanged] = useState({ since: page, shown: page })
  const shown = changed.since === page ? changed.shown : page
  const { order } = shown.checkout
  const left = useTimeLeft({ value: order, receivedAt: shown.receivedAt })
  const { revalidate } = useRevalidator()
  const refresh = useCallback(() => void revalidate(), [revalidate])
  useWhenSeenAgain(refresh)
  const isOver = left <= 0
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

  if (order.statusName === 'Canceled') return <Canceled order={order} />
  const isPaying = order.statusName === 'PaymentPending'
  if (order.statusName === 'Timeout' || (isOver && !isPaying)) return <TimeOver order={order} />
  if (order.lines.length === 0) return <Empty order={order} />
  return (
    <div className="flex flex-col gap-7">
      <PageTitle>{t('checkoutTitle')}</PageTitle>
      <HoldClock order={order} left={left} onExtended={takeOrder} />
      {isPaying ? (
        <Paying page={shown} onStale={refresh} />
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

/** The bank's page was opened and the buyer came back without an answer from there. */
function Paying({ page, onStale }: { page: Found; onStale: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { order } = page.checkout
  const [problem, setProblem] = useState<string | null>(null)
  const { isRunning, pay } = usePay((error) => {
    setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    onStale()
  })
  const open = page.payment?.redirectUrl ? page.payment.provider : null
  const choice: PayChoice = open === null ? { kind: 'newCard' } : { kind: 'way', provider: open }
  useLookingAgain(onStale)
  return (
    <div className="max-w-[46rem] space-y-7">
      <section className="space-y-3">
        <h2 className="flex items-center gap-2.5 font-display text-2xl font-bold">
          <Clock size={24} aria-hidden="true" />
          {t('payingTitle')}
        </h2>
        <p className="text-soft">{t('payingText')}</p>
        <WhoPays orderKey={order.orderKey} onChanged={onStale} />
      </section>
      {problem && <Notice>{problem}</Notice>}
      <div className="flex flex-wrap gap-3 *:grow">
        <Button
          size="large"
          isWide
          isWaiting={isRunning}
          waitingText={t('goingToBank')}
          onClick={() => void pay({ orderKey: order.orderKey, isFree: false, choice, buyer: null })}
        >
          {t('continuePaying')}
        </Button>
        <LeftBank order={order} />
        <LinkButton look="plain" href={resultPath(locale, order.orderKey)}>
          {t('checkPayment')}
        </LinkButton>
      </div>
      <OrderCard order={order} />
    </div>
  )
}

const lookAgainMilliseconds = 5_000

/** Whoever pays may do so in another tab, or be somebody else: the order is looked at until it has moved on. */
function useLookingAgain(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, lookAgainMilliseconds)
    return () => clearInterval(timer)
  }, [look])
}

function TimeOver({ order }: { order: OrderView }) {
  const t = useTexts()
  return (
    <OrderMessage
      icon={<TimerOff size={40} />}
      tone="calm"
      title={t('timeOverTitle')}
      actions={<BackToEvent order={order} />}
      takesFocus
    >
      <p>{t('timeOverText')}</p>
    </OrderMessage>
  )
}

function Canceled({ order }: { order: OrderView }) {
  const t = useTexts()
  return (
    <OrderMessage
      icon={<CircleX size={40} />}
      tone="calm"
      title={t('canceledTitle')}
      actions={<BackToEvent order={order} />}
      takesFocus
    >
      <p>{t('canceledText')}</p>
    </OrderMessage>
  )
}

function Empty({ order }: { order: OrderView }) {
  const t = useTexts()
  return (
    <OrderMessage
      icon={<ReceiptText size={40} />}
      tone="calm"
      title={t('emptyTitle')}
      actions={<BackToEvent order={order} />}
      takesFocus
    >
      <p>{t('emptyText')}</p>
    </OrderMessage>
  )
}

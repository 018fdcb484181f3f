import {
  BadgeCheck,
  CircleX,
  Coins,
  CreditCard,
  HourglassIcon,
  TimerOff,
  Undo2,
} from 'lucide-react'
import { useEffect, useState, type ComponentProps } from 'react'
import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useTimeLeft } from '#design/data/time-left.ts'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCountdown, formatMoney } from '#kernel/format.ts'
import { splitLocale } from '#kernel/locale.ts'
import { capabilitiesOf } from '#modules/payments/capability-shapes.ts'
import { clearDraft } from '../buyer-draft.ts'
import type { OrderPage } from '../checkout-data.ts'
import { loadOrderPage, orderPageHeaders, withPageStatus } from '../load-order-page.ts'
import { isSettled, outcomeOf, type Outcome } from '../outcome.ts'
import { LeftBank } from '../parts/left-bank.tsx'
import { OrderCard } from '../parts/order-card.tsx'
import { PaidSlot } from '../parts/paid-slot.tsx'
import { PayAgain } from '../parts/pay-again.tsx'
import { OrderMessage } from '../parts/order-message.tsx'
import { BackToEvent, OrderNotFound, WalletLink } from '../parts/next-steps.tsx'
import { useOutcomeTexts } from '../outcomes-texts.ts'
import { useTexts } from '../texts.ts'
import { waitingLabels } from '../payment-method-labels.ts'
import { usePaymentResult, type PaymentResult } from '../use-payment-result.ts'
import { useRetry } from '../use-retry.ts'

export const handle: PageHandle = { hideFooter: true }
export const headers = orderPageHeaders

type Found = Extract<OrderPage, { kind: 'found' }>

/** Looks only: the bank is asked by a call of the page, so that a crawler or a prefetch changes nothing. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return withPageStatus(await loadOrderPage(calls.send, params['orderKey'] ?? ''))
}

export async function clientLoader({
  params,
  request,
}: ClientLoaderFunctionArgs): Promise<OrderPage> {
  const { locale } = splitLocale(new URL(request.url).pathname)
  const { loadOrderPage: load } = await import('../load-order-page.ts')
  const page = await load(browserClient(locale).send, params['orderKey'] ?? '')
  return page.kind === 'found' ? { ...page, receivedAt: performance.now() } : page
}

export default function PaymentResultPage() {
  const t = useOutcomeTexts()
  const page = useLoaderData() as OrderPage
  return (
    <div className="page max-w-[46rem] py-6 tablet:py-12">
      <meta name="robots" content="noindex" />
      {page.kind === 'missing' ? (
        <>
          <title>{t('resultTitle')}</title>
          <OrderNotFound />
        </>
      ) : (
        <Result key={page.checkout.order.orderKey} page={page} />
      )}
    </div>
  )
}

function Result({ page }: { page: Found }) {
  const [loaded] = useState<PaymentResult>({
    order: page.checkout.order,
    payment: page.payment,
    receivedAt: page.receivedAt,
  })
  const result = usePaymentResult(loaded)
  const outcome = outcomeOf(result.order, result.payment)
  const { orderKey } = result.order
  useEffect(() => {
    if (!isSettled(outcome)) return
    notifyOrderChanged()
    if (outcome === 'paid') clearDraft(orderKey)
  }, [outcome, orderKey])
  const hasChanged = outcome !== outcomeOf(loaded.order, loaded.payment)
  return (
    <div className="space-y-7">
      <div aria-live="polite">
        <Told outcome={outcome} result={result} hasChanged={hasChanged} />
      </div>
      {outcome === 'paid' && <PaidSlot order={result.order} />}
      {result.order.lines.length > 0 && <OrderCard order={result.order} />}
    </div>
  )
}

/** The state of the payment is also the title of the document, which is read first after the bank's page. */
function Message(props: ComponentProps<typeof OrderMessage>) {
  return (
    <>
      <title>{props.title}</title>
      <OrderMessage {...props} />
    </>
  )
}

interface ToldProps {
  readonly outcome: Outcome
  readonly result: ReturnType<typeof usePaymentResult>
  /** It changed while the page was open. */
  readonly hasChanged: boolean
}

function Told(props: ToldProps) {
  switch (props.outcome) {
    case 'paid':
    case 'issuing':
      return <Paid {...props} />
    case 'declined':
      return <Declined {...props} />
    case 'waiting':
      return <Waiting {...props} />
    case 'open':
      return <StillOpen {...props} />
    case 'returning':
    case 'returned':
      return <MoneyBack {...props} />
    case 'underpaid':
      return <Underpaid {...props} />
    case 'canceled':
    case 'timeOver':
      return <Over {...props} />
  }
}

function Paid({ outcome, result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const { order } = result
  return (
    <Message
      icon={<BadgeCheck size={44} />}
      tone="good"
      title={t('paidTitle')}
      takesFocus={hasChanged}
      actions={
        <LinkButton size="large" to={`/account/orders/${order.orderNumber}`}>
          {outcome === 'issuing' ? t('toOrder') : t('toTickets')}
        </LinkButton>
      }
    >
      <p>
        {outcome === 'issuing'
          ? t('issuingText', { email: order.buyer.email })
          : t('paidText', { email: order.buyer.email })}
      </p>
      <Surplus payment={result.payment} />
      <p className="text-base">
        {t('orderNumber')} <strong className="figures text-ink">{order.orderNumber}</strong>
      </p>
    </Message>
  )
}

/** Reasons of the bank that a buyer can do something about; all others are told as one. */
const knownReasons = { decline_not_sufficient_funds: 'declinedFunds' } as const

function Declined({ result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const code = result.payment?.failureCode ?? ''
  const reason = knownReasons[code as keyof typeof knownReasons] ?? 'declinedGeneral'
  const { isRunning, problem, retry } = useRetry(result.order.orderKey)
  return (
    <Message
      icon={<CreditCard size={40} />}
      tone="bad"
      title={t('declinedTitle')}
      takesFocus={hasChanged}
      actions={
        <BackToEvent order={result.order}>
          <Button isWaiting={isRunning} waitingText={t('retrying')} onClick={() => void retry()}>
            {t('retry')}
          </Button>
        </BackToEvent>
      }
    >
      <p>{t(reason)}</p>
      <HeldUntil result={result} held="declinedNext" over="declinedOver" />
      {problem && <Notice>{problem}</Notice>}
    </Message>
  )
}

interface HeldUntilProps extends Pick<ToldProps, 'result'> {
  readonly held: 'declinedNext' | 'notPaidText'
  readonly over: 'declinedOver' | 'notPaidOver'
}

/** How long the places are still held for another attempt. */
function HeldUntil({ result: { order, receivedAt }, held, over }: HeldUntilProps) {
  const t = useOutcomeTexts()
  const left = useTimeLeft({ value: order, receivedAt })
  if (left <= 0) return <p>{t(over)}</p>
  return (
    <p>
      {t(held)}{' '}
      <span
        role="timer"
        aria-label={t('declinedHeld')}
        className="figures font-bold whitespace-nowrap text-ink"
      >
        {formatCountdown(left)}
      </span>
    </p>
  )
}

/** After so many answers the bank is slow, or the buyer has left its page without paying. */
const slowAfterAttempts = 3

function Waiting({ result }: ToldProps) {
  const t = useOutcomeTexts()
  const words = useTexts()
  const bank = result.payment?.redirectUrl ?? null
  const labels = waitingLabels(result.payment?.provider ?? null)
  const isUnknown = result.payment?.state === 'unknown'
  // The bank has been asked and knows of no money: it is the buyer who knows whether they have left.
  const isCard = capabilitiesOf(result.payment?.provider ?? 0).takesCards
  const mayLeave = isCard && result.attempt > 0 && result.payment?.state === 'pending'
  const isSlow = result.attempt >= slowAfterAttempts
  return (
    <Message
      icon={<HourglassIcon size={40} className="motion-safe:animate-pulse" />}
      tone="calm"
      title={t(labels.title)}
      actions={
        bank === null ? (
          <LinkButton look="quiet" to="/">
            {t('toHome')}
          </LinkButton>
        ) : (
          <>
            <LinkButton look="quiet" href={bank}>
              {t(labels.back)}
            </LinkButton>
            {mayLeave && <LeftBank order={result.order} />}
          </>
        )
      }
    >
      <p>{t(isUnknown ? 'waitingUnknownText' : labels.text)}</p>
      {isSlow && <p>{t(bank === null ? 'waitingSlow' : labels.notPaid)}</p>}
      {result.isOffline && <output className="block">{words('networkProblem')}</output>}
    </Message>
  )
}

function StillOpen({ result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const { order, payment, askAgain } = result
  return (
    <Message
      icon={<CreditCard size={40} />}
      tone="calm"
      title={t('notPaidTitle')}
      takesFocus={hasChanged}
      actions={
        order.statusName === 'PaymentPending' ? (
          <>
            <PayAgain orderKey={order.orderKey} payment={payment} onStale={askAgain} />
            <LeftBank order={order} />
          </>
        ) : (
          <LinkButton to={`/checkout/${order.orderKey}`}>{t('backToCheckout')}</LinkButton>
        )
      }
    >
      <HeldUntil result={result} held="notPaidText" over="notPaidOver" />
    </Message>
  )
}

function MoneyBack({ outcome, result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const locale = useLocale()
  const { payment } = result
  const back = payment?.moneyBack ?? null
  const values = {
    amount: formatMoney(locale, back?.amount ?? payment?.amount ?? result.order.totals.total),
    reason: back?.reason ?? 'late',
    to: back?.to ?? 'provider',
  }
  return (
    <Message
      icon={<Undo2 size={40} />}
      tone="calm"
      title={t('moneyBackTitle')}
      takesFocus={hasChanged}
      actions={
        <>
          <WalletLink to={values.to} />
          <BackToEvent order={result.order} />
        </>
      }
    >
      <p>{t(outcome === 'returned' ? 'returnedText' : 'returningText', values)}</p>
    </Message>
  )
}

/** Coins were too few when their time ran out: they are the buyer's, and so are the places for a while. */
function Underpaid({ result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const locale = useLocale()
  const { order, payment } = result
  const { isRunning, problem, retry } = useRetry(order.orderKey)
  const { total } = order.totals
  const to = payment?.moneyBack?.to ?? 'owed'
  return (
    <Message
      icon={<Coins size={40} />}
      tone="bad"
      title={t('underpaidTitle')}
      takesFocus={hasChanged}
      actions={
        <BackToEvent order={order}>
          <Button isWaiting={isRunning} waitingText={t('retrying')} onClick={() => void retry()}>
            {t('retry')}
          </Button>
          <WalletLink to={to} />
        </BackToEvent>
      }
    >
      <p>
        {t('underpaidText', {
          captured: formatMoney(locale, payment?.captured ?? { ...total, amount: 0 }),
          amount: formatMoney(locale, payment?.amount ?? total),
          to,
        })}
      </p>
      {problem && <Notice>{problem}</Notice>}
    </Message>
  )
}

/** More was sent than was asked for. */
function Surplus({ payment }: { payment: PaymentResult['payment'] }) {
  const t = useOutcomeTexts()
  const locale = useLocale()
  if (payment?.moneyBack?.reason !== 'surplus') return null
  const { amount, to } = payment.moneyBack
  return <p>{t('paidSurplus', { amount: formatMoney(locale, amount), to })}</p>
}

function Over({ outcome, result, hasChanged }: ToldProps) {
  const t = useOutcomeTexts()
  const isCanceled = outcome === 'canceled'
  return (
    <Message
      icon={isCanceled ? <CircleX size={40} /> : <TimerOff size={40} />}
      tone="calm"
      title={isCanceled ? t('canceledTitle') : t('timeOverTitle')}
      takesFocus={hasChanged}
      actions={<BackToEvent order={result.order} />}
    >
      <p>{isCanceled ? t('canceledText') : t('timeOverText')}</p>
      {result.payment !== null && <p>{t('latePaymentText')}</p>}
    </Message>
  )
}

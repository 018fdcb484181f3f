import { lazy, Suspense, useId, useRef, useState, useSyncExternalStore } from 'react'
import { CallError } from '#contract/client.ts'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { OrderView } from '../../contract.ts'
import type { CheckoutView } from '../../checkout-contract.ts'
import type { OrderPriceBreakdownView } from '../../discounts-contract.ts'
import {
  readDraft,
  storedText,
  storeDraft,
  type BuyerDraft,
  type BuyerField,
} from '../buyer-draft.ts'
import { useTexts } from '../texts.ts'
import type { PaymentMethodsView } from '../pay-choice.ts'
import { withBalance } from '../pay-choice.ts'
import { useMethod } from '../use-method.ts'
import { usePay } from '../use-pay.ts'
import type { PaymentAlternative } from '../payment-alternative.ts'
import { BuyerForm } from './buyer-form.tsx'
import { useReleaseOrder } from './release-order.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentMethods } from './payment-methods.tsx'

/** What most do without. */
const OtherWays = lazy(() => import('./other-ways.tsx'))

/** Few shows ask for it. */
const BuyerChecks = lazy(() => import('./buyer-checks.tsx'))

/** Opened by the few who have a code or want an extra. */
const PriceBreakdown = lazy(() => late(import('./price-breakdown.tsx')))

interface OpenCheckoutProps {
  readonly checkout: CheckoutView
  /** Of the signed-in customer. */
  readonly paymentMethods: PaymentMethodsView | null
  /** What could change the sum; null where that is not known. */
  readonly prices: OrderPriceBreakdownView | null
  /** What the form starts with when nothing has been typed in this tab. */
  readonly draft: BuyerDraft
  readonly onOrder: (order: OrderView) => void
  /** The order may be in another state than the page shows. */
  readonly onStale: () => void
}

/** Codes after which the page no longer shows what is so. */
const staleCode = /^(Order|Quote|PaymentInProgress)/

/** The whole checkout of an order whose places are held: what it costs, who buys, how to pay. */
export function OpenCheckout(props: OpenCheckoutProps) {
  const { checkout, paymentMethods, prices, onOrder, onStale } = props
  const t = useTexts()
  const locale = useLocale()
  const formId = useId()
  const { order } = checkout
  const [draft, setDraft] = useStoredDraft(order.orderKey, props.draft)
  const method = useMethod(checkout, paymentMethods)
  const { isFree } = method
  const refusal = useRefusal(onStale)
  const { isRunning, pay } = usePay(refusal.take)
  const { dialog, lineAction, askForAll } = useReleaseOrder(order, onOrder)
  const total = formatMoney(locale, method.toPay)
  const [isElsewhere, setElsewhere] = useState(false)
  const via = useRef<PaymentAlternative | null>(null)

  async function submit(): Promise<void> {
    refusal.clear()
    const { orderKey } = order
    try {
      const buyer = answersOf(checkout, draft)
      if (via.current) return await via.current(buyer)
      await pay({ orderKey, ...method.request, isFree, buyer: await buyer })
    } catch (error) {
      refusal.take(error)
    }
  }

  return (
    <div className="grid gap-x-12 gap-y-7 desk:grid-cols-[minmax(0,1fr)_26rem] desk:items-start">
      <OrderSummary
        order={withBalance(order, method.share, method.isBalanceUsed, t('fromBalance'))}
        lineAction={lineAction}
        toPay={total}
        onCancel={askForAll}
      />
      {dialog}
      <div className="flex min-w-0 flex-col gap-7 desk:col-start-1 desk:row-start-1">
        <BuyerForm
          id={formId}
          checkout={checkout}
          draft={draft}
          onChange={setDraft}
          refused={refusal.fields}
          refusedExtras={refusal.extras}
          refusedPassengers={refusal.passengers}
          onSubmit={() => void submit()}
        />
        {(checkout.checks.phone.isNeeded || checkout.checks.privateNumber.isNeeded) && (
          <Suspense>
            <BuyerChecks
              orderKey={order.orderKey}
              checks={checkout.checks}
              missing={refusal.code}
              onProved={(mayPay) => (mayPay ? void submit() : refusal.clear())}
            />
          </Suspense>
        )}
        {method.isAsked && <PaymentMethods methods={checkout.paymentWays} method={method} />}
        {prices && <Extras order={order} prices={prices} onOrder={onOrder} />}
        {refusal.message && <Notice>{refusal.message}</Notice>}
        <div className="foot-bar action-bar">
          <Button
            type="submit"
            size="large"
            isWide
            form={formId}
            isWaiting={isRunning}
            waitingText={t(method.going)}
            disabled={isElsewhere}
            onClick={() => (via.current = null)}
            className="figures"
          >
            {isFree && !method.isBalanceUsed ? t('finishFree') : t('pay', { amount: total })}
          </Button>
        </div>
        <p className="-mt-3 text-note text-soft">{t(method.note)}</p>
        {!isFree && (
          <Suspense>
            <OtherWays
              {...{ order, formId, isBusy: isRunning || isElsewhere, toPay: method.toPay }}
              isBalanceUsed={method.isBalanceUsed}
              onBusy={setElsewhere}
              onChosen={(way) => (via.current = way)}
              onChanged={onStale}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/**
 * What is asked besides the buyer, as the call takes it. What was answered before goes along with what was typed: the
 * call keeps nothing of earlier answers. What reads passengers comes with the questions about them.
 */
async function answersOf(checkout: CheckoutView, draft: BuyerDraft) {
  const extras = Object.fromEntries(
    checkout.extras.map(({ id, value }) => [id, draft.extras?.[id] ?? value]),
  )
  if (checkout.passengers.length === 0) return { ...draft, extras, passengers: [] }
  const { passengersOf } = await import('../passenger-draft.ts')
  return { ...draft, extras, passengers: passengersOf(checkout.passengers, draft.passengers ?? {}) }
}

interface ExtrasProps {
  readonly order: OrderView
  readonly prices: OrderPriceBreakdownView
  readonly onOrder: (order: OrderView) => void
}

/** What changes the sum, folded away; open where something of it has been taken already. */
function Extras(props: ExtrasProps) {
  const t = useTexts()
  const { promo, cards, options } = props.prices
  const isUsed =
    promo !== null || cards.some((card) => card.isApplied) || options.some((one) => one.isChosen)
  return (
    <FoldOut look="section" title={t('extrasRow')} isOpen={isUsed}>
      <Suspense fallback={<Skeleton blocks={['h-32']} className="mt-4" />}>
        <div className="pt-4">
          <PriceBreakdown {...props} />
        </div>
      </Suspense>
    </FoldOut>
  )
}

/** What is typed outlives a reload. The server's page and the first render know nothing of it yet. */
function useStoredDraft(orderKey: string, initial: BuyerDraft) {
  const stored = useSyncExternalStore(
    neverChanges,
    () => storedText(orderKey),
    () => null,
  )
  const [typed, setTyped] = useState<BuyerDraft | null>(null)
  const draft = typed ?? readDraft(stored) ?? initial
  const change = (next: BuyerDraft): void => {
    setTyped(next)
    storeDraft(orderKey, next)
  }
  return [draft, change] as const
}

/** Nobody else writes what this tab keeps. */
function neverChanges(): () => void {
  return () => undefined
}

/** What the server would not take: beside its field when it names one, above the button otherwise. */
function useRefusal(onStale: () => void) {
  const t = useTexts()
  const [message, setMessage] = useState<string | null>(null)
  const [code, setCode] = useState<string | null>(null)
  const [fields, setFields] = useState<Partial<Record<BuyerField, string>>>({})
  const [extras, setExtras] = useState<readonly string[]>([])
  const [passengers, setPassengers] = useState<readonly string[]>([])

  function take(error: unknown): void {
    if (!(error instanceof CallError)) return setMessage(t('networkProblem'))
    const refused: Partial<Record<BuyerField, string>> = {}
    for (const { path } of error.fields) {
      if (path === 'body.buyer.name') refused.name = t('nameWrong')
      if (path === 'body.buyer.email') refused.email = t('emailWrong')
      if (path === 'body.buyer.phone') refused.phone = t('phoneWrong')
    }
    setFields(refused)
    const below = (prefix: string) =>
      error.fields.flatMap(({ path }) =>
        path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
      )
    setExtras(below('body.extras.'))
    setPassengers(below('body.passengers.'))
    setMessage(error.message)
    setCode(error.code)
    if (staleCode.test(error.code)) onStale()
  }

  function clear(): void {
    setMessage(null)
    setCode(null)
    setFields({})
    setExtras([])
    setPassengers([])
  }

  return { message, code, fields, extras, passengers, take, clear }
}

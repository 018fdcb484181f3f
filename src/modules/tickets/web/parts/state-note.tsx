import { Clock, LoaderCircle, RotateCcw, TicketX } from 'lucide-react'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatTime } from '#kernel/format.ts'
import type { OrderTicketsView } from '../../contract.ts'
import { isMoving, type OrderState } from '../order-state.ts'
import { useTexts } from '../texts.ts'

type ShownState = Exclude<OrderState, 'ready'>

/** State of an order without tickets, and the possible next steps. */
export function StateNote({ view, state }: { view: OrderTicketsView; state: ShownState }) {
  const t = useTexts()
  const locale = useLocale()
  const { order, refund } = view
  const values = {
    time: formatTime(order.deadlineAt, order.event?.timeZone),
    amount: refund ? formatMoney(locale, refund.amount) : '',
    to: refund?.to ?? '',
    names: waitingNames(view),
  }
  const moving = isMoving(state)
  return (
    <section aria-live={moving ? 'polite' : undefined} className="ticket-lift max-w-2xl">
      <div className="ticket [--cut:4.5rem]">
        <div className="flex h-[4.5rem] items-center gap-3 px-6">
          <StateIcon state={state} />
          <p className="text-soft">{t('orderHeading', { order: order.orderNumber })}</p>
        </div>
        <div className="perforation mx-4" aria-hidden="true" />
        <div className="space-y-3 px-6 pt-5 pb-7">
          <h2 className="font-display text-2xl leading-tight font-bold">{t(`${state}Title`)}</h2>
          <p className="max-w-prose">{t(`${state}Text`, values)}</p>
          {moving && <p className="text-sm text-soft">{t('checking')}</p>}
          <StateAction view={view} state={state} />
        </div>
      </div>
    </section>
  )
}

/** What a supplier has yet to confirm. */
function waitingNames({ order, waiting }: OrderTicketsView): string {
  const items = order.items.filter(({ lineIds }) => lineIds.some((id) => waiting.includes(id)))
  return [...new Set(items.map(({ name }) => name))].join(' · ')
}

function StateIcon({ state }: { state: ShownState }) {
  const look = { size: 26, 'aria-hidden': true, className: 'shrink-0 text-accent' } as const
  if (isMoving(state))
    return <LoaderCircle {...look} className="shrink-0 animate-spin text-accent" />
  if (state === 'open') return <Clock {...look} />
  if (state === 'refunding' || state === 'refunded' || state === 'returned')
    return <RotateCcw {...look} />
  return <TicketX {...look} />
}

/** The next step, where there is one. */
function StateAction({ view, state }: { view: OrderTicketsView; state: ShownState }) {
  const t = useTexts()
  const { order } = view
  const checkout = `/checkout/${order.orderKey}`
  if (state === 'open') {
    return <LinkButton to={checkout}>{t('openAction')}</LinkButton>
  }
  if (state === 'pending' || state === 'failed') {
    return (
      <LinkButton look="quiet" to={`${checkout}/result`}>
        {state === 'pending' ? t('pendingAction') : t('failedAction')}
      </LinkButton>
    )
  }
  const canChooseAgain = ['timeout', 'canceled', 'refunding', 'refunded', 'returned'].includes(
    state,
  )
  const [item] = order.items
  if (!canChooseAgain || !item) return null
  return (
    <LinkButton look="quiet" to={item.placesPath}>
      {t(state === 'returned' ? 'eventPage' : 'toEvent')}
    </LinkButton>
  )
}

import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatMoney, formatTime } from '#kernel/format.ts'
import type { OrderSummaryView } from '#modules/orders/contract.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import { useTexts } from '../texts.ts'
import { HeldTimes } from './held-times.tsx'

const openStates: readonly OrderSummaryView['statusName'][] = ['Draft', 'Checkout']

/** A row in the list of orders: time, item, quantity, state. */
export function OrderRow({ order, isQuiet }: { order: OrderSummaryView; isQuiet: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const { event } = order
  const [first] = order.items
  const isPass = first?.about.kind === 'pass'
  const parts = event && !isPass && dateParts(locale, event.startsAt, event.timeZone)
  const to = openStates.includes(order.statusName)
    ? `/checkout/${order.orderKey}`
    : `/account/orders/${order.orderNumber}`
  return (
    <li className="group relative grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-4 hover:bg-sunk tablet:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
      <div className={`figures leading-tight ${isQuiet ? 'text-soft' : ''}`}>
        {parts && event && (
          <time dateTime={event.startsAt}>
            <span className="block font-display text-[1.75rem] font-[800]">{parts.day}</span>
            <span className="block text-sm">
              <span className="tablet:hidden">{parts.monthShort}</span>
              <span className="hidden tablet:inline">{parts.month}</span>
            </span>
            <span className="block text-sm text-soft">
              {formatTime(event.startsAt, event.timeZone)}
            </span>
          </time>
        )}
      </div>
      <div className="min-w-0 self-center">
        <h3 className="font-display text-lg leading-snug font-bold tablet:text-xl">
          <LocalLink
            to={to}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
          >
            {event?.name ?? t('orderHeading', { order: order.orderNumber })}
          </LocalLink>
        </h3>
        {event && (
          <p className="text-soft">
            {isPass ? <HeldTimes item={first} className="figures" /> : event.venue}
          </p>
        )}
        {order.items.slice(1).map((item) => (
          <p key={`${item.source} ${item.itemId} ${item.legFrom}`} className="text-soft">
            <span className="font-semibold text-ink">{item.name}</span> · <HeldTimes item={item} />
          </p>
        ))}
        <p className="figures text-sm text-soft tablet:hidden">
          <Facts order={order} />
        </p>
      </div>
      <div className="figures hidden self-center pr-2 text-right tablet:block">
        <Facts order={order} />
      </div>
    </li>
  )
}

function Facts({ order }: { order: OrderSummaryView }) {
  const t = useTexts()
  const locale = useLocale()
  const state = useStateName(order.statusName)
  const isValid = order.statusName === 'Processed'
  return (
    <>
      <span className="font-semibold text-ink">{contentsInWords(t, order)}</span>
      {' · '}
      {formatMoney(locale, order.total)}
      <br />
      <span className={isValid ? 'text-good' : 'text-warn'}>{state}</span>
    </>
  )
}

function useStateName(name: OrderSummaryView['statusName']): string {
  const t = useTexts()
  switch (name) {
    case 'NotForSale':
    case 'ThirdParty':
    case 'Imported':
    case 'Preprint':
      return t('stateOther')
    default:
      return t(`state${name}`)
  }
}

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { onOrderChanged } from '#design/data/order-signal.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { formatCountdown } from '#kernel/format.ts'
import { splitLocale } from '#kernel/locale.ts'
import { eventPath } from '#modules/catalogue/event-path.ts'
import { currentOrder } from '#modules/orders/current-contract.ts'
import { receivedNow, useTimeLeft, type Received } from '#design/data/time-left.ts'
import type { KnownVisitor, OpenOrder } from '#design/data/visitor.ts'
import { useShellTexts } from '../texts.ts'

/**
 * The link back to an unpaid order, with the remaining time. It appears after the page, so on a phone, where the
 * header is full, it floats above the bottom edge and shifts nothing.
 */
export default function OrderClock({ order: first }: Pick<KnownVisitor, 'order'>) {
  const { pathname } = useLocation()
  const order = useCurrentOrder(first)
  const { path } = splitLocale(pathname)
  // These pages show the order and its remaining time themselves.
  if (order === null || /^\/((movies\/)?checkout|multipass\/use)\//.test(path)) return null
  // At check-in nothing may cover a code or a button.
  if (showsCodes(path)) return null
  const hasBar = path.startsWith(eventPath('')) || /\/(?:seatmap|datafilling|checkout)$/.test(path)
  return <Chip order={order} isBesideBasket={hasBar} />
}

function showsCodes(path: string): boolean {
  return path.startsWith('/tickets/') || /^\/account\/(orders\/.|received)/.test(path)
}

interface ChipProps {
  readonly order: Received<OpenOrder>
  /** The page has a bar at the lower edge of a phone, or fields and the time itself. */
  readonly isBesideBasket: boolean
}

function Chip({ order, isBesideBasket }: ChipProps) {
  const t = useShellTexts()
  const left = useTimeLeft(order)
  if (left <= 0) return null
  const time = formatCountdown(left)
  return (
    <LocalLink
      to={`/checkout/${order.value.orderKey}`}
      className={`${isBesideBasket ? 'hidden' : 'flex'} order-chip ticket ticket-across fixed right-4 bottom-4 z-30 min-h-11 items-center gap-2 bg-ink px-5 text-paper [--cut:0.9rem] [--notch:0.25rem] hover:bg-accent hover:text-on-accent tablet:static tablet:flex tablet:px-4`}
    >
      <span className="whitespace-nowrap tablet:max-[1199px]:sr-only">{t('currentOrder')}</span>
      <span className="sr-only">, {t('timeLeft', { time })}</span>
      <span aria-hidden="true" className="figures font-bold">
        {time}
      </span>
    </LocalLink>
  )
}

/** The open order from the page's data; reloaded whenever a page reports a change, and when the page had none. */
function useCurrentOrder(first: Received<OpenOrder> | null): Received<OpenOrder> | null {
  const [order, setOrder] = useState(first)
  const isTold = first !== null
  useEffect(() => {
    let isGone = false
    async function ask(): Promise<void> {
      try {
        const reply = await browserClient().send(currentOrder)
        if (!isGone) setOrder(reply.order && receivedNow(reply.order))
      } catch {
        // The page works without the chip.
      }
    }
    if (!isTold) void ask()
    const stop = onOrderChanged(() => void ask())
    return () => {
      isGone = true
      stop()
    }
  }, [isTold])
  return order
}

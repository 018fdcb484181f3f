import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import {
  listOrders,
  type ListedOrderView,
  type OrderSummaryView,
} from '#modules/orders/contract.ts'
import { receivedTickets } from '../../transfer-contract.ts'
import { ReceivedList } from '../parts/received-list.tsx'
import { OrderRow } from '../parts/order-row.tsx'
import { UpcomingOrder } from '../parts/upcoming-order.tsx'
import type { TicketCardView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

/** An event is not past as soon as it begins. */
const afterStartMilliseconds = 6 * 3_600_000

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { orders } = await signInFirst(calls, url, calls.send(listOrders))
  const { tickets } = await signInFirst(calls, url, calls.send(receivedTickets))
  return {
    received: tickets.map(withoutCode),
    ...split(orders, Date.now() - afterStartMilliseconds),
  }
}

/** A list needs no codes. */
function withoutCode(ticket: TicketCardView): TicketCardView {
  return { ...ticket, code: null, qr: null }
}

type StatusName = OrderSummaryView['statusName']

/** Unpaid orders. */
const unpaidStates: readonly StatusName[] = [
  'Draft',
  'Checkout',
  'PaymentPending',
  'Failed',
  'Timeout',
]
/** Tickets valid for entry. */
const validStates: readonly StatusName[] = ['WaitingForTicket', 'Processed']

/**
 * Upcoming tickets, the soonest first; unpaid and past orders, the newest first. Empty orders and refused ones that
 * were retried are left out: a purchase is listed once, in its current state.
 */
function split(orders: readonly ListedOrderView[], since: number) {
  const retried = new Set(orders.map(({ retryOf }) => retryOf))
  const filled = orders.filter(
    ({ orderKey, ticketCount, goodsCount }) =>
      ticketCount + goodsCount > 0 && !retried.has(orderKey),
  )
  const isUnpaid = ({ statusName }: OrderSummaryView): boolean => unpaidStates.includes(statusName)
  const isUpcoming = ({ statusName, event }: OrderSummaryView): boolean =>
    validStates.includes(statusName) && (event === null || Date.parse(event.startsAt) > since)
  const startOf = (order: OrderSummaryView): number =>
    order.event ? Date.parse(order.event.startsAt) : 0
  return {
    upcoming: filled.filter(isUpcoming).toSorted((left, right) => startOf(left) - startOf(right)),
    unpaid: filled.filter(isUnpaid),
    history: filled.filter((order) => !isUpcoming(order) && !isUnpaid(order)),
  }
}

/** The orders of this browser's guest; a customer's are shown in the account's layout. */
export function GuestOrders() {
  const t = useTexts()
  return (
    <div className="page max-w-[64rem] pt-8 pb-16 tablet:pt-12">
      <title>{t('ordersPageTitle')}</title>
      <meta name="robots" content="noindex" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <PageTitle>{t('ordersTitle')}</PageTitle>
        <KeepThem />
      </div>
      <div className="mt-9 tablet:mt-12">
        <OrderLists />
      </div>
    </div>
  )
}

/** Upcoming and past orders, or the empty state. */
export function OrderLists() {
  const t = useTexts()
  const { received, upcoming, unpaid, history } = useLoaderData<typeof loader>()
  return (
    <>
      <ReceivedList tickets={received} />
      {upcoming.length + unpaid.length + history.length === 0 ? (
        received.length === 0 && <Empty />
      ) : (
        <>
          <Section title={t('upcoming')} className="mt-9 first:mt-0 tablet:mt-12">
            {upcoming.length === 0 ? (
              <p className="border-t-2 border-ink pt-4 text-soft">{t('nothingUpcoming')}</p>
            ) : (
              <ol className="grid gap-group">
                {upcoming.map((order) => (
                  <UpcomingOrder key={order.orderKey} order={order} />
                ))}
              </ol>
            )}
          </Section>
          <div className="mt-part">
            <Folded title={t('unfinished')} orders={unpaid} />
            <Folded title={t('history')} orders={history} />
          </div>
        </>
      )}
    </>
  )
}

/** Past and unpaid orders, below the upcoming ones. */
function Folded({ title, orders }: { title: string; orders: readonly OrderSummaryView[] }) {
  if (orders.length === 0) return null
  return (
    <FoldOut look="section" title={title} note={orders.length} className="-mt-px">
      <ol className="mt-2 border-t-2 border-ink">
        {orders.map((order) => (
          <OrderRow key={order.orderKey} order={order} isQuiet />
        ))}
      </ol>
    </FoldOut>
  )
}

function KeepThem() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  return (
    <p className="text-soft">
      {t('guestNote')}{' '}
      <a href={authAddress('login')} className="link font-semibold">
        {t('keepOrders')}
      </a>
    </p>
  )
}

function Empty() {
  const t = useTexts()
  return (
    <div className="ticket-lift max-w-xl">
      <div className="ticket [--cut:calc(100%-5.5rem)]">
        <div className="space-y-2 px-7 pt-8 pb-7">
          <h2 className="font-display text-2xl font-bold">{t('noOrders')}</h2>
          <p className="text-soft">{t('noOrdersText')}</p>
        </div>
        <div className="perforation mx-4" aria-hidden="true" />
        <div className="flex h-[5.5rem] items-center px-7">
          <LinkButton to="/">{t('findShow')}</LinkButton>
        </div>
      </div>
    </div>
  )
}

import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { listOrders, type OrderSummaryView } from '#modules/orders/contract.ts'
import { receivedTickets } from '../../transfer-contract.ts'
import { ReceivedList } from '../parts/received-list.tsx'
import { OrderRow } from '../parts/order-row.tsx'
import type { TicketCardView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

/** An evening is not over when it begins. */
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

const livingStates: readonly OrderSummaryView['statusName'][] = [
  'Draft',
  'Checkout',
  'PaymentPending',
  'WaitingForTicket',
  'Processed',
]

/** Upcoming orders, soonest first; all others, newest first. Empty orders are left out. */
function split(orders: readonly OrderSummaryView[], since: number) {
  const filled = orders.filter((order) => order.ticketCount > 0)
  const isUpcoming = (order: OrderSummaryView): boolean =>
    livingStates.includes(order.statusName) &&
    (order.event === null || Date.parse(order.event.startsAt) > since)
  const startOf = (order: OrderSummaryView): number =>
    order.event ? Date.parse(order.event.startsAt) : 0
  return {
    upcoming: filled.filter(isUpcoming).toSorted((left, right) => startOf(left) - startOf(right)),
    history: filled.filter((order) => !isUpcoming(order)),
  }
}

/** The orders of this browser's guest; a customer's stand in the account's frame. */
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
  const { received, upcoming, history } = useLoaderData<typeof loader>()
  return (
    <>
      <ReceivedList tickets={received} />
      {upcoming.length + history.length === 0 ? (
        received.length === 0 && <Empty />
      ) : (
        <>
          <OrderList title={t('upcoming')} orders={upcoming} emptyText={t('nothingUpcoming')} />
          {history.length > 0 && <OrderList title={t('history')} orders={history} isQuiet />}
        </>
      )}
    </>
  )
}

function KeepThem() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  return (
    <p className="text-soft">
      {t('guestNote')}{' '}
      <a
        href={authAddress('login')}
        className="link inline-flex min-h-11 items-center font-semibold"
      >
        {t('keepOrders')}
      </a>
    </p>
  )
}

function OrderList(props: {
  title: string
  orders: readonly OrderSummaryView[]
  emptyText?: string
  isQuiet?: boolean
}) {
  const { title, orders, emptyText, isQuiet = false } = props
  return (
    <section className="mt-9 first:mt-0 tablet:mt-12">
      <h2 className="mb-3 font-display text-xl font-bold tablet:text-2xl">{title}</h2>
      {orders.length === 0 ? (
        <p className="border-t-2 border-ink pt-4 text-soft">{emptyText}</p>
      ) : (
        <ol className="border-t-2 border-ink">
          {orders.map((order) => (
            <OrderRow key={order.orderKey} order={order} isQuiet={isQuiet} />
          ))}
        </ol>
      )}
    </section>
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

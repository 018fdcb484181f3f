import { Plane, Route, Ticket } from 'lucide-react'
import { LocalLink } from '#design/parts/local-link.tsx'
import type { OrderSummaryView } from '#modules/orders/contract.ts'
import { useTexts } from '../texts.ts'
import { DepartureNews } from './item-about.tsx'
import { HeldTimes } from './held-times.tsx'
import { posterStyle } from '#design/poster-style.ts'
import { contentsInWords } from '#modules/orders/contents.ts'

/** An order with tickets to come: its picture, when and where, and how many. */
export function UpcomingOrder({ order }: { order: OrderSummaryView }) {
  const t = useTexts()
  const { event, items } = order
  return (
    <li className="ticket-lift group relative" style={posterStyle(items[0]?.colour)}>
      <article className="ticket ticket-across grid min-h-36 grid-cols-[6.75rem_minmax(0,1fr)] [--cut:6.75rem] tablet:grid-cols-[9rem_minmax(0,1fr)] tablet:[--cut:9rem]">
        {event?.imageUrl ? (
          // As high as the text beside it, whatever its own proportions are.
          <div className="relative bg-sunk">
            <img
              src={event.imageUrl}
              alt=""
              width={144}
              height={192}
              className="absolute inset-0 size-full object-cover"
            />
          </div>
        ) : (
          <NoPicture order={order} />
        )}
        <div className="flex min-w-0 flex-col justify-center gap-1.5 px-5 py-4 tablet:px-7">
          <h3 className="font-display text-xl leading-snug font-bold tablet:text-2xl">
            <LocalLink
              to={`/account/orders/${order.orderNumber}`}
              className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
            >
              {event?.name ?? t('orderHeading', { order: order.orderNumber })}
            </LocalLink>
          </h3>
          {items.map((item, index) => (
            <p key={`${item.source} ${item.itemId} ${item.legFrom}`}>
              {index > 0 && <span className="font-semibold">{item.name} · </span>}
              <HeldTimes item={item} className="figures font-semibold text-(--tint)" />
              {item.where !== null && (
                <>
                  <br />
                  <span className="text-soft">{item.where}</span>
                  <DepartureNews item={item} />
                </>
              )}
            </p>
          ))}
          <p className="figures text-note text-soft">
            {contentsInWords(t, order)}
            {order.statusName === 'WaitingForTicket' && ` · ${t('stateWaitingForTicket')}`}
          </p>
        </div>
      </article>
    </li>
  )
}

const signs = { journey: Route, flight: Plane } as const

/** A journey has no poster: a sign of how one goes stands for it. */
function NoPicture({ order: { items } }: { order: OrderSummaryView }) {
  const kind = items[0]?.about.kind
  const Sign = kind === 'journey' || kind === 'flight' ? signs[kind] : Ticket
  return (
    <div className="grid place-items-center bg-sunk text-(--tint)">
      <Sign size={44} strokeWidth={1.5} aria-hidden="true" />
    </div>
  )
}

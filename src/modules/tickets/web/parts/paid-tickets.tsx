import { CalendarPlus, FileDown, WalletCards } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useAuthAddress, useVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { orderTickets, type OrderTicketsView } from '../../contract.ts'
import type { TicketCardView } from '../../shapes.ts'
import { documentAddresses } from '../document-address.ts'
import { kindOf, numberedInKind } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import { TicketCard } from './ticket-card.tsx'
import { LoadedPanel } from './ticket-actions.tsx'
import { ticketActions } from './actions/offered.ts'
import '../ticket-card.css'

/** The tickets of an order that was paid a moment ago: their codes, and where they may be kept. */
export default function PaidTickets({ orderNumber }: { orderNumber: string }) {
  const t = useTexts()
  const locale = useLocale()
  const view = useTickets(orderNumber)
  const documents = documentAddresses({ orderNumber }, locale)
  if (view === null) return <Skeleton blocks={['h-96']} />
  const { order, tickets } = view
  const heldCount = tickets.filter(({ hand }) => hand.isOwn).length
  return (
    <div className="space-y-6">
      <div className="flex flex-col gap-3 *:grow tablet:flex-row tablet:flex-wrap">
        <WalletButton tickets={tickets} heldCount={heldCount} />
        <LinkButton look="quiet" href={documents.calendar}>
          <CalendarPlus size={20} aria-hidden="true" />
          {t('addToCalendar')}
        </LinkButton>
        <LinkButton look="quiet" href={documents.pdf()}>
          <FileDown size={20} aria-hidden="true" />
          {t('downloadAll', { count: tickets.length })}
        </LinkButton>
      </div>
      <div className="ticket-torn space-y-5">
        {numberedInKind(tickets).map(({ ticket, number, count }) => (
          <TicketCard
            key={ticket.ticketIdentifier}
            ticket={ticket}
            number={number}
            count={count}
            documents={documents}
            order={order}
            heldCount={heldCount}
            isSaidAbove={false}
          />
        ))}
      </div>
      <KeepThem />
    </div>
  )
}

const pauseMilliseconds = 2_500

/** Read once they are made; asked again while they are not, or while there is no connection. */
function useTickets(orderNumber: string): OrderTicketsView | null {
  const locale = useLocale()
  const [view, setView] = useState<OrderTicketsView | null>(null)
  const isThere = view !== null && view.tickets.length > 0
  useEffect(() => {
    if (isThere) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const leaving = new AbortController()
    const input = { query: { orderNumber } }
    const look = async (): Promise<void> => {
      try {
        const answer = await inTime(
          (signal) => browserClient(locale).send(orderTickets, input, { signal }),
          leaving.signal,
        )
        if (!leaving.signal.aborted) setView(answer)
        if (answer.tickets.length > 0) return
      } catch {
        // The page says that the order is paid; the tickets follow when they can be read.
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void look(), pauseMilliseconds)
    }
    void look()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [isThere, locale, orderNumber])
  return isThere ? view : null
}

interface WalletButtonProps {
  readonly tickets: readonly TicketCardView[]
  readonly heldCount: number
}

/** Into the phone's wallet, one ticket after the other. */
function WalletButton({ tickets, heldCount }: WalletButtonProps) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const action = ticketActions.find(({ id }) => id === 'wallet')
  const offered = numberedInKind(tickets).filter(({ ticket }) => action?.isOffered(ticket, null))
  if (!action || offered.length === 0) return null
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <WalletCards size={20} aria-hidden="true" />
        {t('actionWallet')}
      </Button>
      <Dialog isOpen={isOpen} title={t('actionWallet')} onClose={() => setOpen(false)}>
        {isOpen &&
          offered.map(({ ticket, number, count }) => (
            <section key={ticket.ticketIdentifier} className="mt-4 first:mt-0">
              {offered.length > 1 && (
                <h3 className="font-semibold">
                  {t('ticketOf', { kind: kindOf(ticket), number, count })}
                </h3>
              )}
              <LoadedPanel
                action={action}
                about={{
                  ticket,
                  number,
                  orderNumber: ticket.orderNumber,
                  isBuyers: true,
                  heldCount,
                }}
                onClose={() => setOpen(false)}
              />
            </section>
          ))}
      </Dialog>
    </>
  )
}

/** For guests: the tickets are added to their account when they sign in. */
function KeepThem() {
  const t = useTexts()
  const visitor = useVisitor()
  const authAddress = useAuthAddress()
  if (!visitor || visitor.actor === 'customer') return null
  return (
    <Panel title={t('keepTitle')} note={t('keepText')}>
      <div className="flex flex-wrap gap-3">
        <LinkButton href={authAddress('register')}>{t('keepRegister')}</LinkButton>
        <LinkButton look="quiet" href={authAddress('login')}>
          {t('keepSignIn')}
        </LinkButton>
      </div>
    </Panel>
  )
}

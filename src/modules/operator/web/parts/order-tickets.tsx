import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Identifier } from '#design/parts/identifier.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { contentsInWords, countContents } from '#modules/orders/contents.ts'
import { Refund } from '#modules/returns/web/refund-form.tsx'
import { quoteOfficeRefund, refundOfficeTickets } from '../../refund-contract.ts'
import type { OfficeOrderView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

/** The tickets of an order. Valid ones can be selected and fully refunded. */
export function OrderTickets({ order }: { order: OfficeOrderView }) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const { tickets, orderNumber } = order
  if (tickets.length === 0) return null
  const count = chosen.length
  const going = tickets.filter(({ ticketIdentifier }) => chosen.includes(ticketIdentifier))
  const contents = contentsInWords(t, countContents(going))
  function toggle(ticketIdentifier: string, isChosen: boolean): void {
    const others = chosen.filter((one) => one !== ticketIdentifier)
    setChosen(isChosen ? [...others, ticketIdentifier] : others)
  }
  async function finish(): Promise<void> {
    setConfirming(false)
    setChosen([])
    await revalidate()
  }
  return (
    <Panel title={t('orderTickets')} look="ruled">
      <ul className="divide-y divide-rule">
        {tickets.map((ticket) => (
          <li
            key={ticket.ticketIdentifier}
            className="flex flex-wrap items-start justify-between gap-x-near gap-y-1 py-tight"
          >
            {ticket.statusName === 'Active' ? (
              <Checkbox
                className="min-w-0 flex-1 basis-60"
                label={<TicketName order={order} ticket={ticket} />}
                checked={chosen.includes(ticket.ticketIdentifier)}
                onChange={({ target }) => toggle(ticket.ticketIdentifier, target.checked)}
              />
            ) : (
              <div className="min-w-0 flex-1 basis-60">
                <TicketName order={order} ticket={ticket} />
              </div>
            )}
            <TicketMark {...ticket} />
          </li>
        ))}
      </ul>
      {tickets.some(({ statusName }) => statusName === 'Active') && (
        <Button
          look="danger"
          className="mt-near"
          aria-disabled={count === 0 || undefined}
          onClick={() => count > 0 && setConfirming(true)}
        >
          {t('refundChosen', { count, contents })}
        </Button>
      )}
      <Dialog
        isOpen={isConfirming}
        isSheet
        title={t('refundTitle', { contents })}
        onClose={() => setConfirming(false)}
      >
        {isConfirming && (
          <OfficeRefund
            orderNumber={orderNumber}
            chosen={chosen}
            onLeft={() => setConfirming(false)}
            onDone={() => void finish()}
          />
        )}
      </Dialog>
    </Panel>
  )
}

interface TicketNameProps {
  readonly order: OfficeOrderView
  readonly ticket: OfficeOrderView['tickets'][number]
}

/** What a ticket is for, when, which place, and whose it is; its identifier comes last. */
function TicketName({ order, ticket }: TicketNameProps) {
  const t = useTexts()
  const locale = useLocale()
  const line = order.lines.find(({ lineId }) => lineId === ticket.lineId)
  const item = line?.item
  const places = line?.placeName
    ? [line.placeName]
    : [
        line?.section,
        line?.row && t('placeRow', { row: line.row }),
        line?.seat && t('placeSeat', { seat: line.seat }),
      ]
  const typeName = line?.description[locale]
  // A ticket type is often called like its section.
  const facts = [...places, typeName === line?.section ? null : typeName, ticket.passengerName]
  return (
    <>
      {item && (
        <span className="block font-semibold">
          {item.name[locale]}
          {item.startsAt && (
            <span className="block text-note font-normal">
              {formatDateTime(locale, item.startsAt, item.timeZone ?? undefined)}
            </span>
          )}
        </span>
      )}
      <Dotted facts={facts} />
      {ticket.isPassedOn && (
        <span className="block text-note text-soft">{t('ticketPassedOn')}</span>
      )}
      <span className="block text-note text-soft">
        <Identifier>{ticket.ticketIdentifier}</Identifier>
      </span>
    </>
  )
}

type TicketState = Pick<OfficeOrderView['tickets'][number], 'statusName' | 'isUsed'>

function TicketMark({ statusName, isUsed }: TicketState) {
  const t = useTexts()
  if (statusName !== 'Active') return <Badge>{t('ticketEnded')}</Badge>
  return isUsed ? <Badge>{t('ticketUsed')}</Badge> : <Badge tone="good">{t('ticketValid')}</Badge>
}

interface RefundProps {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  readonly onLeft: () => void
  readonly onDone: () => void
}

function OfficeRefund({ orderNumber, chosen, ...others }: RefundProps) {
  const t = useTexts()
  const client = useProvenClient()
  const quote = useLoaded(quoteOfficeRefund, {
    params: { orderNumber },
    query: { ticketIdentifiers: chosen.join(',') },
  })
  return (
    <Refund
      of={quote}
      t={t}
      send={(sent, options) => {
        const body = { ticketIdentifiers: [...chosen], ...sent }
        const request = { params: { orderNumber }, body }
        return client.send(refundOfficeTickets, request, options)
      }}
      {...others}
    />
  )
}

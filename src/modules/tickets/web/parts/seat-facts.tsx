import type { TicketCardView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Where to sit, large: it is looked for in the dark. */
export function SeatFacts({
  ticket,
  isCentred = false,
}: {
  ticket: TicketCardView
  isCentred?: boolean
}) {
  const t = useTexts()
  const facts: { name: string; value: string; isShort: boolean }[] = []
  if (ticket.section) facts.push({ name: t('section'), value: ticket.section, isShort: false })
  if (ticket.row) facts.push({ name: t('row'), value: ticket.row, isShort: true })
  if (ticket.seat) facts.push({ name: t('seat'), value: ticket.seat, isShort: true })
  if (facts.length === 0)
    facts.push({ name: t('ticketWithout'), value: t('noSeat'), isShort: false })
  return (
    <dl className={`flex gap-x-5 tablet:gap-x-8 ${isCentred ? 'justify-center' : ''}`}>
      {facts.map(({ name, value, isShort }) => (
        <div key={name} className={isShort ? 'shrink-0' : 'min-w-0'}>
          <dt className="text-sm opacity-75">{name}</dt>
          <dd
            className={`figures flex min-h-10 items-center font-display leading-tight font-[800] ${isCentred ? 'justify-center' : ''} ${isShort ? 'text-[2rem]' : 'text-xl tablet:text-[1.375rem]'}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

import type { TicketCardView } from '../../shapes.ts'
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
  // Its uses are not seated.
  if (ticket.item.about.kind === 'pass') return null
  const facts: { name: string; value: string; isShort: boolean; more?: string }[] = []
  const { section, row, seat, placeName, names } = ticket
  const add = (name: string, value: string | null, isShort: boolean): void => {
    if (value) facts.push({ name, value, isShort })
  }
  if (names && names.seats.length > 0)
    for (const { vehicle, seat: number } of names.seats)
      add(`${t('seat')}, ${vehicle}`, number ?? t('seatAtCheckIn'), number !== null)
  else if (names?.isWhole) add(t('place'), placeName, false)
  else {
    const { about } = ticket.item
    const isFilm = about.kind === 'screening' && section !== null
    // What the plan of a cinema's hall calls a section is the same in every hall.
    const part = isFilm ? about.hall : section
    const kind = isFilm ? 'hall' : about.kind === 'journey' ? 'coach' : 'section'
    const name = names?.section ?? t(kind)
    // Some carriers name their coaches “Coach 1”: the word is said once.
    if (part?.startsWith(`${name} `)) {
      // A coach with two decks: its number large, the deck below.
      const [number = '', ...more] = part.slice(name.length + 1).split(', ')
      facts.push({ name, value: number, isShort: true, more: more.join(', ') })
    } else add(name, part, false)
    if (isFilm && section !== name) add(t('section'), section, false)
    add(names?.row ?? t('row'), row, true)
    add(names?.seat ?? t('seat'), seat, true)
  }
  if (ticket.isGoods) add(t('goodsWhere'), ticket.typeName, false)
  else if (facts.length === 0 && ticket.item.about.kind === 'journey') {
    // A passenger without a numbered seat sits anywhere, unless the carrier has none left; baggage is not seated.
    if (ticket.isBaggage) add(t('baggage'), ticket.typeName, false)
    else add(t('seat'), t(ticket.event.isCancelled ? 'noSeatLeft' : 'anySeat'), false)
  } else if (facts.length === 0) add(names?.ticketType ?? t('ticketWithout'), t('noSeat'), false)
  const { about } = ticket.item
  // Where to board is looked for first.
  if (about.kind === 'journey' && about.from.platform && !ticket.event.isCancelled)
    facts.unshift({ name: t('platformName'), value: about.from.platform, isShort: true })
  return (
    <dl className={`flex flex-wrap gap-x-5 tablet:gap-x-8 ${isCentred ? 'justify-center' : ''}`}>
      {facts.map(({ name, value, isShort, more }) => (
        <div key={name} className={isShort ? 'shrink-0' : 'min-w-0'}>
          <dt className="text-sm opacity-75">{name}</dt>
          <dd
            className={`figures flex min-h-10 items-center font-display leading-tight font-[800] ${isCentred ? 'justify-center' : ''} ${isShort ? 'text-[2rem]' : 'text-xl tablet:text-[1.375rem]'}`}
          >
            {value}
          </dd>
          {more && <dd className="text-sm">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}

import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { EventMapView, TicketTypeView } from '#modules/events/contract.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { Stepper } from './ticket-types.tsx'
import { priceFor, type Chosen } from './use-choice.ts'

/** The map reduced to tables for this number of guests. */
export function mapForGuests(map: EventMapView, guests: number): EventMapView {
  const ticketTypes = map.ticketTypes.filter(
    ({ table }) => !table || (table.guestsMin <= guests && guests <= table.guestsMax),
  )
  const fitting = new Set(ticketTypes.map((type) => type.ticketTypeId))
  const zones = map.zones
    .map((zone) => ({ ...zone, ticketTypeIds: zone.ticketTypeIds.filter((id) => fitting.has(id)) }))
    .filter((zone) => zone.ticketTypeIds.length > 0)
  return { ...map, ticketTypes, zones }
}

/** The number of guests; only tables for that number are shown. */
export function GuestsStepper(props: {
  map: EventMapView
  guests: number
  onChange: (guests: number) => void
}) {
  const k = useKindsTexts()
  const most = Math.max(...props.map.ticketTypes.map(({ table }) => table?.guestsMax ?? 1))
  return (
    <div className="mb-3 flex items-center justify-between gap-3 rounded-lg bg-sunk px-4 py-2 tablet:mb-6 tablet:px-5 tablet:py-4">
      <p className="min-w-0 font-semibold">{k('guests')}</p>
      <Stepper
        name={k('guests')}
        quantity={props.guests}
        least={1}
        most={most}
        onChange={props.onChange}
      />
    </div>
  )
}

/** Chooses tables that have no place on a plan, by size, with their menu or deposit. */
export function TableChoice(props: { map: EventMapView; guests: number; chosen: Chosen }) {
  const k = useKindsTexts()
  const { map, guests, chosen } = props
  const tables = map.ticketTypes.filter((type) => type.table && type.poolId !== null)
  if (tables.length === 0)
    return <p className="border-t-2 border-ink py-8 text-center">{k('noTable')}</p>
  return (
    <ul className="border-t-2 border-ink">
      {tables.map((type) => {
        const left = map.pools.find(({ poolId }) => poolId === type.poolId)?.left ?? 0
        return (
          <li
            key={type.ticketTypeId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-rule py-4"
          >
            <div className="min-w-0">
              <h3 className="font-display text-lg leading-snug font-bold">{type.name}</h3>
              <TablePrice type={type} guests={guests} />
              {left > 0 && left <= 3 && (
                <p className="text-sm text-warn">{k('tablesLeft', { count: left })}</p>
              )}
            </div>
            <TakeTable type={type} left={left} chosen={chosen} />
          </li>
        )
      })}
    </ul>
  )
}

function TablePrice({ type, guests }: { type: TicketTypeView; guests: number }) {
  const k = useKindsTexts()
  const locale = useLocale()
  const one = formatMoney(locale, type.total)
  const all = formatMoney(locale, priceFor(type, guests))
  return (
    <p className="figures mt-0.5">
      <span className="font-semibold">{all}</span>
      {type.table?.isPerGuest && guests > 1 && (
        <span className="text-soft"> · {k('perGuest', { price: one })}</span>
      )}
      {type.table?.isDeposit && <span className="text-soft"> · {k('deposit')}</span>}
    </p>
  )
}

function TakeTable(props: { type: TicketTypeView; left: number; chosen: Chosen }) {
  const k = useKindsTexts()
  const { ticketTypeId, isActive, name } = props.type
  if (props.left === 0 || !isActive) return <p className="text-soft">{k('full')}</p>
  const isTaken = (props.chosen.choice.quantities.get(ticketTypeId) ?? 0) > 0
  return (
    <Button
      look={isTaken ? 'main' : 'quiet'}
      aria-pressed={isTaken}
      aria-label={`${k(isTaken ? 'taken' : 'take')}: ${name}`}
      onClick={() => (isTaken ? props.chosen.clear() : props.chosen.takeOnly(ticketTypeId))}
    >
      {k(isTaken ? 'taken' : 'take')}
    </Button>
  )
}

import { useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { isFree, placeState, summariseSections } from '../availability.ts'
import { expandLayout, type ExpandedLayout, type ExpandedRow } from '../expand.ts'
import { PoolStepper } from './pool-stepper.tsx'
import { canToggle, type SeatChoiceProps } from './seat-map.tsx'
import { zoneVariable } from './theme.ts'
import { lowestPriceText, minorPrices, placeWords, rowWords } from './words.ts'
import './seatmap.css'

interface PartProps extends SeatChoiceProps {
  readonly expanded: ExpandedLayout
}

function Disclosure(props: { name: string; note: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <button
        type="button"
        className="seatmap-disclosure"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={18} aria-hidden="true" />
        <span>{props.name}</span>
        <small>{props.note}</small>
      </button>
      {isOpen && props.children()}
    </li>
  )
}

function Seats(props: PartProps & { row: ExpandedRow }) {
  const { row, expanded, layout, availability } = props
  const name = `${layout.sections[row.section]?.name[props.locale]} · ${rowWords(expanded, row, props.translate)}`
  const placeIds = Array.from({ length: row.count }, (_, index) => row.firstPlaceId + index)
  return (
    <fieldset className="seatmap-seats" aria-label={name}>
      {placeIds.map((placeId) => {
        const zone = expanded.zone[placeId] ?? 0
        const state = availability.states[placeId]
        const isChosen = props.selected.has(placeId) || state === placeState.yours
        const words = placeWords({
          ...props,
          placeId,
          state,
          isChosen: props.selected.has(placeId),
        })
        const style = { '--zone': `var(${zoneVariable(zone)})` } as CSSProperties
        return (
          <button
            key={placeId}
            type="button"
            className="seatmap-seat"
            style={style}
            aria-pressed={isChosen}
            aria-label={`${words.name}, ${words.note}`}
            disabled={!canToggle(props, placeId, layout.zones[zone]?.key ?? '')}
            onClick={() => props.onToggle(placeId)}
          >
            {expanded.label[placeId]}
          </button>
        )
      })}
    </fieldset>
  )
}

function freeIn(props: PartProps, row: ExpandedRow): number {
  let free = 0
  for (let placeId = row.firstPlaceId; placeId < row.firstPlaceId + row.count; placeId += 1)
    if (isFree(props.availability.states[placeId])) free += 1
  return free
}

function Rows(props: PartProps & { section: number }) {
  const { expanded, section, translate } = props
  const rows = (expanded.sectionRows[section] ?? []).flatMap((index) => expanded.rows[index] ?? [])
  return (
    <ul>
      {rows.map((row) => (
        <Disclosure
          key={row.id}
          name={rowWords(expanded, row, translate)}
          note={translate('freeCount', { count: freeIn(props, row) })}
        >
          {() => <Seats {...props} row={row} />}
        </Disclosure>
      ))}
    </ul>
  )
}

function PoolItem(props: PartProps & { section: number; note: string }) {
  const { layout, section, locale, translate, availability } = props
  const area = layout.sections[section]
  const pool = area?.pool
  if (!area || !pool) return null
  const left = availability.pools.get(pool.poolId) ?? 0
  const isForSale = props.onPoolChange !== undefined && props.zonePrices.has(area.zone)
  const name = area.name[locale]
  return (
    <li className="seatmap-list-pool">
      <div className="seatmap-pool-words">
        <span>
          {name} ({translate(area.kind === 'standing' ? 'standing' : 'freeSeating')})
        </span>
        <small>{props.note}</small>
      </div>
      <PoolStepper
        name={name}
        quantity={props.poolSelected?.get(pool.poolId) ?? 0}
        quantityMax={isForSale ? Math.min(left, props.poolQuantityMax ?? 10) : 0}
        translate={translate}
        onChange={(quantity) => props.onPoolChange?.(pool.poolId, quantity)}
      />
    </li>
  )
}

/** Section → row → seat as buttons: everything the map sells, for keyboard and screen reader. */
export function SeatList(props: SeatChoiceProps) {
  const { layout, availability, zonePrices, locale, translate } = props
  const expanded = useMemo(() => expandLayout(layout), [layout])
  const summaries = useMemo(
    () => summariseSections(expanded, availability, minorPrices(zonePrices)),
    [expanded, availability, zonePrices],
  )
  const parts = { ...props, expanded }
  return (
    <section className="seatmap-list" aria-label={translate('list')}>
      <ul>
        {layout.sections.map((section, index) => {
          const summary = summaries[index]
          const price = lowestPriceText(zonePrices, summary?.priceMinorMin)
          const note = [
            ...(price === undefined ? [] : [translate('from', { price })]),
            translate('freeCount', { count: price === undefined ? 0 : (summary?.free ?? 0) }),
          ].join(', ')
          if (section.pool)
            return <PoolItem key={section.id} {...parts} section={index} note={note} />
          return (
            <Disclosure key={section.id} name={section.name[locale]} note={note}>
              {() => <Rows {...parts} section={index} />}
            </Disclosure>
          )
        })}
      </ul>
    </section>
  )
}

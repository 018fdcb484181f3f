import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ChevronRight, Eye } from 'lucide-react'
import type { ExpandedRow } from '../expand.ts'
import type { LiveAvailability } from '../live.ts'
import type { Viewpoint } from '../perspective.ts'
import { PoolStepper } from './pool-stepper.tsx'
import { tablePlaces, type SeatChoiceProps } from './choice-props.ts'
import { SeatRow } from './seat-row.tsx'
import { useLive, useUpdates } from './use-live.ts'
import { lowestPriceText, minorPrices, rowText, sectionNote } from './labels.ts'
import './seatmap.css'

const ViewFrom = lazy(() => import('./view-from.tsx'))

interface PartProps extends SeatChoiceProps {
  readonly live: LiveAvailability
  look(placeId: number): void
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

function openIn(live: LiveAvailability, row: ExpandedRow): number {
  let open = 0
  for (let placeId = row.firstPlaceId; placeId < row.firstPlaceId + row.count; placeId += 1)
    if (live.isOpen(placeId)) open += 1
  return open
}

function Rows(props: PartProps & { section: number }) {
  const { live, section, translate } = props
  const { expanded } = live
  const rows = (expanded.sectionRows[section] ?? []).flatMap((index) => {
    const row = expanded.rows[index]
    const open = row ? openIn(live, row) : 0
    // With a filter only matching rows are listed; without one full rows are marked as full.
    return row && (open > 0 || !live.isFiltered) ? [{ row, index, open }] : []
  })
  return (
    <ul>
      {rows.map(({ row, index, open }) => (
        <Disclosure
          key={row.id}
          name={rowText(expanded, row, translate)}
          note={translate('freeCount', { count: open })}
        >
          {() => <RowPanel {...props} row={row} rowIndex={index} />}
        </Disclosure>
      ))}
    </ul>
  )
}

function RowPanel(props: PartProps & { row: ExpandedRow; rowIndex: number }) {
  const { row, rowIndex, live, translate, onChooseAll } = props
  const whole = row.kind === 'table' && onChooseAll ? tablePlaces(props, live, rowIndex) : []
  return (
    <div className="seatmap-row">
      <SeatRow {...props} />
      <div className="seatmap-row-ways">
        {whole.length > 1 && onChooseAll && (
          <button
            type="button"
            className="seatmap-button seatmap-button-words"
            onClick={() => onChooseAll(whole)}
          >
            {translate('wholeTable', { count: whole.length })}
          </button>
        )}
        <button
          type="button"
          className="seatmap-button seatmap-button-words"
          aria-label={`${translate('viewFrom')}: ${rowText(live.expanded, row, translate)}`}
          onClick={() => props.look(row.firstPlaceId + Math.floor(row.count / 2))}
        >
          <Eye size={20} aria-hidden="true" />
          {translate('viewFrom')}
        </button>
      </div>
    </div>
  )
}

function PoolItem(props: PartProps & { section: number; note: string }) {
  const { layout, section, locale, translate, live } = props
  const area = layout.sections[section]
  const pool = area?.pool
  if (!area || !pool) return null
  const left = live.pools.get(pool.poolId) ?? 0
  const isForSale = props.onPoolChange !== undefined && props.zonePrices.has(area.zone)
  const name = area.name[locale]
  return (
    <li className="seatmap-list-pool">
      <div className="seatmap-card-words">
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

/** Section → row → seat as buttons: everything on the map, for keyboards and screen readers. */
export function SeatList(props: SeatChoiceProps) {
  const { layout, zonePrices, locale, translate } = props
  const live = useLive(layout, props.availability)
  useUpdates(live)
  const [lookedFrom, setLookedFrom] = useState<Viewpoint | null>(null)
  const summaries = live.summaries(minorPrices(zonePrices))
  const parts: PartProps = { ...props, live, look: (placeId) => setLookedFrom({ placeId }) }
  const listed = layout.sections.flatMap((section, index) => {
    const summary = summaries[index]
    return summary && (summary.free > 0 || !live.isFiltered) ? [{ section, index, summary }] : []
  })
  return (
    <section className="seatmap-list" aria-label={translate('list')}>
      {listed.length === 0 && <p className="seatmap-list-none">{translate('nothingFits')}</p>}
      <ul>
        {listed.map(({ section, index, summary }) => {
          const price = lowestPriceText(zonePrices, summary.priceMinorMin)
          const note = sectionNote(price, price === undefined ? 0 : summary.free, translate)
          if (section.pool)
            return <PoolItem key={section.id} {...parts} section={index} note={note} />
          return (
            <Disclosure key={section.id} name={section.name[locale]} note={note}>
              {() => <Rows {...parts} section={index} />}
            </Disclosure>
          )
        })}
      </ul>
      {lookedFrom && (
        <Suspense>
          <ViewFrom
            expanded={live.expanded}
            from={lookedFrom}
            locale={locale}
            translate={translate}
            onClose={() => setLookedFrom(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

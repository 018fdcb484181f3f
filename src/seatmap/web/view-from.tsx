import { useEffect, useId, useMemo, useRef, type CSSProperties } from 'react'
import { X } from 'lucide-react'
import type { Locale } from '#kernel/locale.ts'
import type { ExpandedLayout } from '../expand.ts'
import { viewFrom, viewHeight, viewWidth, type SeatView, type Standpoint } from '../perspective.ts'
import { zoneVariable } from './theme.ts'
import { placeName, type SeatMapTranslate } from './labels.ts'

export interface ViewFromProps {
  readonly expanded: ExpandedLayout
  readonly from: Standpoint
  readonly locale: Locale
  readonly translate: SeatMapTranslate
  onClose(): void
}

/** What one sees from a place, drawn, in a dialog of its own. */
export default function ViewFrom({ expanded, from, locale, translate, onClose }: ViewFromProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const view = useMemo(() => viewFrom(expanded, from), [expanded, from])
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  const name =
    'placeId' in from
      ? placeName(expanded, from.placeId, locale, translate)
      : (expanded.layout.sections[from.section]?.name[locale] ?? '')
  return (
    <dialog ref={dialog} className="seatmap-view" aria-labelledby={titleId} onClose={onClose}>
      <div className="seatmap-view-head">
        <h3 id={titleId}>
          {translate('viewFrom')}: {name}
        </h3>
        <button
          type="button"
          className="seatmap-button"
          aria-label={translate('close')}
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      <Picture
        view={view}
        name={translate('viewPicture', {
          name,
          metres: Math.max(Math.round(view.distanceMetres), 1),
        })}
      />
      <p className="seatmap-view-note">
        {translate('viewDistance', { metres: Math.max(Math.round(view.distanceMetres), 1) })}
        {view.isObstructed && <strong>. {translate('viewObstructed')}</strong>}
        <small>{translate('viewDrawn')}</small>
      </p>
    </dialog>
  )
}

function Picture({ view, name }: { view: SeatView; name: string }) {
  return (
    <svg
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, from the hall's own plan
      role="img"
      aria-label={name}
    >
      <rect className="view-air" width={viewWidth} height={viewHeight} />
      <rect
        className="view-floor"
        y={Math.max(view.horizon, 0)}
        width={viewWidth}
        height={Math.max(viewHeight - Math.max(view.horizon, 0), 0)}
      />
      {view.parts.map(({ kind, points, zone }, index) => {
        const style = { '--zone': `var(${zoneVariable(zone)})` } as CSSProperties
        const text = points.join(' ')
        return kind === 'line' ? (
          <polyline key={index} className="view-line" points={text} />
        ) : (
          <polygon key={index} className={`view-${kind}`} points={text} style={style} />
        )
      })}
      {view.figures.map(({ x, y, height }, index) => (
        <g key={index} className="view-person">
          <circle cx={x} cy={y - height * 0.9} r={height * 0.1} />
          <rect
            x={x - height * 0.13}
            y={y - height * 0.78}
            width={height * 0.26}
            height={height * 0.78}
            rx={height * 0.1}
          />
        </g>
      ))}
      {view.heads.map(({ x, y, radius }, index) => (
        <g key={index} className="view-head">
          <rect
            x={x - radius * 1.7}
            y={y + radius * 0.75}
            width={radius * 3.4}
            height={radius * 4}
            rx={radius * 1.2}
          />
          <circle cx={x} cy={y} r={radius} />
        </g>
      ))}
      {view.isObstructed && (
        <rect className="view-pillar" x={viewWidth * 0.56} width={viewWidth * 0.09} height="100%" />
      )}
    </svg>
  )
}

import { useEffect, useId, useMemo, useRef, type CSSProperties } from 'react'
import { X } from 'lucide-react'
import type { Locale } from '#kernel/locale.ts'
import type { ExpandedLayout } from '../expand.ts'
import { viewFrom, viewHeight, viewWidth, type SeatView, type Viewpoint } from '../perspective.ts'
import { zoneVariable } from './theme.ts'
import { placeName, type SeatMapTranslate } from './labels.ts'

export interface ViewFromProps {
  readonly expanded: ExpandedLayout
  readonly from: Viewpoint
  readonly locale: Locale
  readonly translate: SeatMapTranslate
  onClose(): void
}

/** A dialog with the drawn view from a place. */
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
          {translate('viewFrom')}: {name.replaceAll(' · ', ', ')}
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

/** The outline of a head and shoulders from behind. */
function headPath(x: number, y: number, radius: number): string {
  const [neck, shoulder, foot] = [radius * 0.5, radius * 2.1, y + radius * 5]
  const top = y + radius * 0.8
  return `M${x - shoulder} ${foot}V${top + radius * 1.6}Q${x - shoulder} ${top + radius * 0.6} ${x - neck} ${top + radius * 0.3}V${top}A${radius} ${radius * 1.15} 0 1 1 ${x + neck} ${top}V${top + radius * 0.3}Q${x + shoulder} ${top + radius * 0.6} ${x + shoulder} ${top + radius * 1.6}V${foot}Z`
}

/** A small drawing without dialog, beside a text that names the place. */
export function ViewPicture({ expanded, from }: Pick<ViewFromProps, 'expanded' | 'from'>) {
  const view = useMemo(() => viewFrom(expanded, from), [expanded, from])
  return (
    <span className="seatmap-thumbnail" aria-hidden="true">
      <Picture view={view} name="" />
    </span>
  )
}

function Picture({ view, name }: { view: SeatView; name: string }) {
  const id = useId()
  return (
    <svg
      className={view.isPitch ? 'view-open' : 'view-hall'}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, from the hall's own plan
      role="img"
      aria-label={name}
    >
      <defs>
        <radialGradient id={`${id}-glow`}>
          <stop className="view-glow-middle" offset="0" />
          <stop className="view-glow-edge" offset="1" />
        </radialGradient>
        <linearGradient id={`${id}-beam`} x1="0" y1="0" x2="0" y2="1">
          <stop className="view-beam-lamp" offset="0" />
          <stop className="view-glow-edge" offset="1" />
        </linearGradient>
      </defs>
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
      {view.glow && (
        <circle
          className="view-glow"
          cx={view.glow.x}
          cy={view.glow.y}
          r={Math.min(view.glow.radius, viewWidth * 0.5)}
          fill={`url(#${id}-glow)`}
        />
      )}
      {view.beams.map(({ lamp, points }, index) => (
        <g key={index} className="view-beam">
          <polygon points={points.join(' ')} fill={`url(#${id}-beam)`} />
          <circle cx={lamp.x} cy={lamp.y} r={4} />
        </g>
      ))}
      {view.heads.map(({ x, y, radius }, index) => (
        <path key={index} className="view-head" d={headPath(x, y, radius)} />
      ))}
      {view.isObstructed && (
        <rect className="view-pillar" x={viewWidth * 0.56} width={viewWidth * 0.09} height="100%" />
      )}
    </svg>
  )
}

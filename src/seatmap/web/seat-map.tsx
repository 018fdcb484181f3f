import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import { Maximize, Minus, Plus, X } from 'lucide-react'
import type { Locale } from '#kernel/locale.ts'
import { isFree, summariseSections, type Availability } from '../availability.ts'
import type { SeatLayout } from '../layout.ts'
import { PoolStepper } from './pool-stepper.tsx'
import { createScene, type Scene } from './scene.ts'
import { createMapView, type MapView, type Spot, type ViewContent } from './view.ts'
import {
  lowestPriceText,
  minorPrices,
  placeWords,
  type SeatMapTranslate,
  type ZonePrices,
} from './words.ts'
import './seatmap.css'

/** What the map and its list twin have in common. */
export interface SeatChoiceProps {
  readonly layout: SeatLayout
  readonly availability: Availability
  /** Chosen place ids. */
  readonly selected: ReadonlySet<number>
  /** Chosen number of places by `poolId`. */
  readonly poolSelected?: ReadonlyMap<number, number>
  readonly zonePrices: ZonePrices
  readonly locale: Locale
  readonly translate: SeatMapTranslate
  /** A place that is free, chosen or held by the buyer was pressed. */
  onToggle(placeId: number): void
  onPoolChange?(poolId: number, quantity: number): void
  /** The most places one buyer may take of a pool. Default 10. */
  readonly poolQuantityMax?: number
}

export type SeatMapProps = SeatChoiceProps & {
  readonly className?: string
  readonly style?: CSSProperties
}

type DrawnProps = Pick<
  SeatChoiceProps,
  'availability' | 'zonePrices' | 'translate' | 'locale' | 'selected'
>

function contentOf(props: DrawnProps, scene: Scene): ViewContent {
  const { availability, zonePrices, translate, locale, selected } = props
  const summaries = summariseSections(scene.expanded, availability, minorPrices(zonePrices))
  return {
    scene,
    locale,
    availability,
    selected,
    summaries,
    zoneForSale: scene.expanded.layout.zones.map((zone) => zonePrices.has(zone.key)),
    sectionNotes: summaries.map((summary) => {
      const price = lowestPriceText(zonePrices, summary.priceMinorMin)
      return price === undefined
        ? translate('freeCount', { count: 0 })
        : translate('from', { price })
    }),
  }
}

/** Whether pressing a place means anything: it can be bought, or given up again. */
export function canToggle(props: SeatChoiceProps, placeId: number, zoneKey: string): boolean {
  const state = props.availability.states[placeId]
  return props.selected.has(placeId) || (isFree(state) && props.zonePrices.has(zoneKey))
}

function isSameSpot(one: Spot | null, other: Spot | null): boolean {
  return one?.placeId === other?.placeId && one?.at.x === other?.at.x && one?.at.y === other?.at.y
}

function useMapView(props: SeatMapProps) {
  const { layout, availability, selected, zonePrices, locale, translate } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MapView | null>(null)
  const scene = useMemo(() => createSceneInBrowser(layout), [layout])
  const [hover, setHover] = useState<Spot | null>(null)
  const [focus, setFocus] = useState<Spot | null>(null)
  const [poolSection, setPoolSection] = useState(-1)
  const [zoom, setZoom] = useState({ canZoomIn: true, canZoomOut: true })
  const content = useMemo(
    () => scene && contentOf({ availability, selected, zonePrices, locale, translate }, scene),
    [scene, availability, selected, zonePrices, locale, translate],
  )

  function press(placeId: number): void {
    const zone = layout.zones[scene?.expanded.zone[placeId] ?? 0]
    if (zone && canToggle(props, placeId, zone.key)) props.onToggle(placeId)
  }

  const onPlace = useEffectEvent(press)
  const onPool = useEffectEvent((section: number) =>
    setPoolSection(props.onPoolChange ? section : -1),
  )
  const makeView = useEffectEvent((element: HTMLCanvasElement) =>
    content
      ? createMapView(element, content, {
          onPlace: (placeId) => onPlace(placeId),
          onPool: (section) => onPool(section),
          onHover: setHover,
          onFocusPlace: (spot) => setFocus((old) => (isSameSpot(old, spot) ? old : spot)),
          onZoom: setZoom,
        })
      : null,
  )

  useEffect(() => {
    if (!canvas.current || !scene) return undefined
    const made = makeView(canvas.current)
    view.current = made
    return () => made?.destroy()
  }, [scene])

  useEffect(() => {
    if (content) view.current?.update(content)
  }, [content])

  return { canvas, view, scene, hover, focus, poolSection, setPoolSection, zoom, press }
}

/** Paths exist in the browser only; on the server the map is an empty frame of the right size. */
function createSceneInBrowser(layout: SeatLayout): Scene | null {
  return typeof Path2D === 'undefined' ? null : createScene(layout)
}

type KeyAction = (view: MapView, press: (placeId: number) => void, event: KeyboardEvent) => void

const arrow =
  (direction: 'left' | 'right' | 'up' | 'down', x: number, y: number): KeyAction =>
  (view, _press, event) =>
    event.shiftKey ? view.panBy(-x * 80, -y * 80) : view.moveFocus(direction)

const toggleFocused: KeyAction = (view, press) => {
  if (view.focusedPlace() !== 0) press(view.focusedPlace())
}

const keys: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: arrow('left', -1, 0),
  ArrowRight: arrow('right', 1, 0),
  ArrowUp: arrow('up', 0, -1),
  ArrowDown: arrow('down', 0, 1),
  '+': (view) => view.zoomBy(1.5),
  '=': (view) => view.zoomBy(1.5),
  '-': (view) => view.zoomBy(1 / 1.5),
  '0': (view) => view.showAll(),
  Enter: toggleFocused,
  ' ': toggleFocused,
  Escape: (view) => view.clearFocus(),
}

function Tip(props: SeatMapProps & { spot: Spot; scene: Scene }) {
  const { spot, scene, availability, translate, locale, zonePrices } = props
  const style = { left: spot.at.x, top: spot.at.y }
  const below = spot.at.y < 110 ? '' : undefined
  if (spot.placeId !== 0) {
    const words = placeWords({
      ...props,
      expanded: scene.expanded,
      placeId: spot.placeId,
      state: availability.states[spot.placeId],
      isChosen: props.selected.has(spot.placeId),
    })
    return (
      <div className="seatmap-tip" style={style} data-below={below} aria-hidden="true">
        <strong>{words.name}</strong>
        <span>{words.note}</span>
      </div>
    )
  }
  const section = props.layout.sections[spot.section]
  const summary = summariseSections(scene.expanded, availability, minorPrices(zonePrices))[
    spot.section
  ]
  if (!section || !summary) return null
  const price = lowestPriceText(zonePrices, summary.priceMinorMin)
  return (
    <div className="seatmap-tip" style={style} data-below={below} aria-hidden="true">
      <strong>{section.name[locale]}</strong>
      <span>
        {[
          ...(price === undefined ? [] : [translate('from', { price })]),
          translate('freeCount', { count: summary.free }),
        ].join(', ')}
      </span>
    </div>
  )
}

function PoolPanel(props: SeatMapProps & { section: number; onClose(): void }) {
  const { layout, section, locale, translate, zonePrices, availability } = props
  const area = layout.sections[section]
  const pool = area?.pool
  if (!area || !pool || !props.onPoolChange) return null
  const left = availability.pools.get(pool.poolId) ?? 0
  const price = zonePrices.get(area.zone)
  const quantity = props.poolSelected?.get(pool.poolId) ?? 0
  const name = area.name[locale]
  return (
    <fieldset className="seatmap-pool" aria-label={name}>
      <div className="seatmap-pool-words">
        <strong>{name}</strong>
        <small>
          {[
            ...(price ? [price.priceText] : []),
            translate('freeCount', { count: price ? left : 0 }),
          ].join(', ')}
        </small>
      </div>
      <PoolStepper
        name={name}
        quantity={quantity}
        quantityMax={price ? Math.min(left, props.poolQuantityMax ?? 10) : 0}
        translate={translate}
        onChange={(next) => props.onPoolChange?.(pool.poolId, next)}
      />
      <button
        type="button"
        className="seatmap-button"
        aria-label={translate('close')}
        onClick={props.onClose}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </fieldset>
  )
}

/** The map on a canvas: overview first, seats when near. `SeatList` is its twin for all. */
export function SeatMap(props: SeatMapProps) {
  const { translate, layout, locale, availability } = props
  const { canvas, view, scene, hover, focus, poolSection, setPoolSection, zoom, press } =
    useMapView(props)
  const helpId = useId()
  const spot = focus ?? hover
  const spoken =
    focus && scene
      ? placeWords({
          ...props,
          expanded: scene.expanded,
          placeId: focus.placeId,
          state: availability.states[focus.placeId],
          isChosen: props.selected.has(focus.placeId),
        })
      : undefined

  function onKeyDown(event: KeyboardEvent): void {
    const action = keys[event.key]
    if (!action || !view.current || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action(view.current, press, event)
  }

  return (
    <div className={`seatmap ${props.className ?? ''}`} style={props.style}>
      {/* The canvas is one control with keys of its own; the list is its plain twin. */}
      <canvas
        ref={canvas}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
        role="application"
        aria-label={translate('map', { name: layout.name[locale] })}
        aria-describedby={helpId}
        onKeyDown={onKeyDown}
        onBlur={() => view.current?.clearFocus()}
      />
      <p id={helpId} className="seatmap-hidden">
        {translate('help')}
      </p>
      <div className="seatmap-hidden" aria-live="polite">
        {spoken ? `${spoken.name}, ${spoken.note}` : ''}
      </div>
      {spot && scene && <Tip {...props} spot={spot} scene={scene} />}
      <div className="seatmap-controls">
        <button
          type="button"
          className="seatmap-button"
          aria-label={translate('zoomIn')}
          disabled={!zoom.canZoomIn}
          onClick={() => view.current?.zoomBy(1.6)}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="seatmap-button"
          aria-label={translate('zoomOut')}
          disabled={!zoom.canZoomOut}
          onClick={() => view.current?.zoomBy(1 / 1.6)}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="seatmap-button"
          aria-label={translate('wholeMap')}
          onClick={() => view.current?.showAll()}
        >
          <Maximize size={18} aria-hidden="true" />
        </button>
      </div>
      {poolSection !== -1 && (
        <PoolPanel {...props} section={poolSection} onClose={() => setPoolSection(-1)} />
      )}
    </div>
  )
}

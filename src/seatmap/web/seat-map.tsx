import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { SeatLayout } from '../layout.ts'
import type { LiveAvailability } from '../live.ts'
import type { Viewpoint } from '../perspective.ts'
import { canToggle, tablePlaces, type SeatChoiceProps } from './choice-props.ts'
import type { SectionTexts } from './frame.ts'
import { PlaceCard, PoolCard } from './map-cards.tsx'
import { MapTip } from './map-tip.tsx'
import { createScene, type Scene } from './scene.ts'
import { useLive, useUpdates } from './use-live.ts'
import { createMapView } from './view.ts'
import type { MapView, Spot, ViewContent } from './view-state.ts'
import { lowestPriceText, minorPrices, placeLabels, type SeatMapTranslate } from './labels.ts'
import './seatmap.css'

/** Loaded on demand, because few open it. */
const ViewFrom = lazy(() => import('./view-from.tsx'))

export type SeatMapProps = SeatChoiceProps & {
  readonly className?: string
  readonly style?: CSSProperties
}

type TextProps = Pick<SeatChoiceProps, 'zonePrices' | 'translate'>

function sectionTexts(live: LiveAvailability, { zonePrices, translate }: TextProps): SectionTexts {
  const summaries = live.summaries(minorPrices(zonePrices))
  return {
    summaries,
    sectionNotes: summaries.map((summary) => {
      const price = lowestPriceText(zonePrices, summary.priceMinorMin)
      if (price) return translate('from', { price })
      if (price === '') return translate('freeCount', { count: summary.free })
      return live.isFiltered ? '' : translate('freeCount', { count: 0 })
    }),
  }
}

function isSameSpot(one: Spot | null, other: Spot | null): boolean {
  return one?.placeId === other?.placeId && one?.at.x === other?.at.x && one?.at.y === other?.at.y
}

const none: ReadonlySet<number> = new Set()

function useContent(props: SeatMapProps, live: LiveAvailability, scene: Scene | null) {
  const { selected, lost = none, alone = none, shown, zonePrices, locale, translate } = props
  const zoneForSale = useMemo(
    () => live.expanded.layout.zones.map((zone) => zonePrices.has(zone.key)),
    [live, zonePrices],
  )
  const pinned = useMemo(
    () => shown?.placeIds.filter((placeId) => selected.has(placeId)) ?? [],
    [shown, selected],
  )
  return useMemo<ViewContent | null>(
    () =>
      scene && {
        scene,
        locale,
        live,
        selected,
        lost,
        alone,
        pinned,
        zoneForSale,
        describe: () => sectionTexts(live, { zonePrices, translate }),
      },
    [scene, live, selected, lost, alone, pinned, zonePrices, zoneForSale, locale, translate],
  )
}

function useMapView(props: SeatMapProps, live: LiveAvailability) {
  const { layout, shown } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<MapView | null>(null)
  const scene = useMemo(() => createSceneInBrowser(layout), [layout])
  const [hover, setHover] = useState<Spot | null>(null)
  const [focus, setFocus] = useState<Spot | null>(null)
  const [poolSection, setPoolSection] = useState(-1)
  const [pressed, setPressed] = useState(0)
  const [zoom, setZoom] = useState({ canZoomIn: true, canZoomOut: true })
  const content = useContent(props, live, scene)
  const [shownBefore, setShownBefore] = useState(shown)
  // An open card refers to other places.
  if (shown !== shownBefore) {
    setShownBefore(shown)
    setPressed(0)
    setPoolSection(-1)
  }

  function press(placeId: number): void {
    setPressed(placeId)
    setPoolSection(-1)
    if (canToggle(props, live, placeId)) props.onToggle(placeId)
  }

  const onPlace = useEffectEvent(press)
  const onTable = useEffectEvent((row: number) => {
    const placeIds = tablePlaces(props, live, row)
    if (placeIds.length > 0) props.onChooseAll?.(placeIds)
  })
  const onPool = useEffectEvent((section: number) => {
    setPressed(0)
    setPoolSection(props.onPoolChange ? section : -1)
  })
  const makeView = useEffectEvent((element: HTMLCanvasElement) =>
    content
      ? createMapView(element, content, {
          onPlace: (placeId) => onPlace(placeId),
          onTable: (row) => onTable(row),
          onPool: (section) => onPool(section),
          onHover: setHover,
          onFocusPlace: (spot) => setFocus((old) => (isSameSpot(old, spot) ? old : spot)),
          onZoom: (next) =>
            setZoom((old) =>
              old.canZoomIn === next.canZoomIn && old.canZoomOut === next.canZoomOut ? old : next,
            ),
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

  useEffect(() => {
    if (shown) view.current?.showPlaces(shown.placeIds)
  }, [shown])

  return { canvas, view, hover, focus, poolSection, setPoolSection, pressed, zoom, press }
}

/** Canvas paths exist in browsers only; on the server the map is an empty frame of the right size. */
function createSceneInBrowser(layout: SeatLayout): Scene | null {
  return typeof Path2D === 'undefined' ? null : createScene(layout)
}

interface KeyContext {
  readonly view: MapView
  readonly isShifted: boolean
  press(placeId: number): void
  look(placeId: number): void
}
type KeyAction = (context: KeyContext) => void

const arrow =
  (direction: 'left' | 'right' | 'up' | 'down', x: number, y: number): KeyAction =>
  ({ view, isShifted }) =>
    isShifted ? view.panBy(-x * 80, -y * 80) : view.moveFocus(direction)

const toggleFocused: KeyAction = ({ view, press }) => {
  if (view.focusedPlace() !== 0) press(view.focusedPlace())
}

const lookFromFocused: KeyAction = ({ view, look }) => {
  if (view.focusedPlace() !== 0) look(view.focusedPlace())
}

const keys: Readonly<Record<string, KeyAction>> = {
  ArrowLeft: arrow('left', -1, 0),
  ArrowRight: arrow('right', 1, 0),
  ArrowUp: arrow('up', 0, -1),
  ArrowDown: arrow('down', 0, 1),
  '+': ({ view }) => view.zoomBy(1.5),
  '=': ({ view }) => view.zoomBy(1.5),
  '-': ({ view }) => view.zoomBy(1 / 1.5),
  '0': ({ view }) => view.showAll(),
  Enter: toggleFocused,
  ' ': toggleFocused,
  v: lookFromFocused,
  ვ: lookFromFocused,
  Escape: ({ view }) => view.clearFocus(),
}

function Controls({
  view,
  zoom,
  translate,
}: {
  view: RefObject<MapView | null>
  zoom: { canZoomIn: boolean; canZoomOut: boolean }
  translate: SeatMapTranslate
}) {
  return (
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
  )
}

/** The map on a canvas: overview first, seats when zoomed in. `SeatList` is the accessible alternative. */
export function SeatMap(props: SeatMapProps) {
  const { translate, layout, locale } = props
  const live = useLive(layout, props.availability)
  useUpdates(live)
  const { canvas, view, hover, focus, poolSection, setPoolSection, pressed, zoom, press } =
    useMapView(props, live)
  const [lookedFrom, setLookedFrom] = useState<Viewpoint | null>(null)
  const helpId = useId()
  const spot = focus ?? hover
  const spoken =
    focus &&
    placeLabels({
      ...props,
      live,
      placeId: focus.placeId,
      isChosen: props.selected.has(focus.placeId),
    })

  function onKeyDown(event: KeyboardEvent): void {
    const action = keys[event.key]
    if (!action || !view.current || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action({
      view: view.current,
      isShifted: event.shiftKey,
      press,
      look: (placeId) => setLookedFrom({ placeId }),
    })
  }

  return (
    <div className={`seatmap ${props.className ?? ''}`} style={props.style}>
      {/* The canvas is one control with its own keys; the list is the plain alternative. */}
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
      {spot && <MapTip {...props} live={live} spot={spot} />}
      <Controls view={view} zoom={zoom} translate={translate} />
      {poolSection !== -1 && (
        <PoolCard
          {...props}
          live={live}
          section={poolSection}
          onView={() => setLookedFrom({ section: poolSection })}
          onClose={() => setPoolSection(-1)}
        />
      )}
      {pressed !== 0 && poolSection === -1 && (
        <PlaceCard
          {...props}
          live={live}
          placeId={pressed}
          onView={() => setLookedFrom({ placeId: pressed })}
        />
      )}
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
    </div>
  )
}

import { TriangleAlert } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import type { officeDay, OfficeHall, OfficeScreening } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { clockOf, lengthOf, minuteOf, timelineRange, warningsOfDraft, type Draft } from './board.ts'

const pixelsPerMinute = 1.5
const rowPixels = 84
/** Screenings begin at multiples of five minutes. */
const stepMinutes = 5
const dragThresholdPixels = 4

interface TimelineProps {
  readonly day: ReplyOf<typeof officeDay>
  readonly draft: Draft | null
  readonly onDraft: (draft: Draft | null) => void
  /** Opens a screening, with its draft if it was moved. */
  readonly onOpen: (screening: OfficeScreening, draft: Draft | null) => void
}

/** Timeline with one row per hall. Screenings are dragged with a mouse or moved with the arrow keys. */
export function Timeline({ day, draft, onDraft, onOpen }: TimelineProps) {
  const t = useTexts()
  const { halls, beginsAt } = day
  const { from, to } = timelineRange(halls, beginsAt)
  const left = (minute: number) => (minute - from) * pixelsPerMinute
  const hours = Array.from({ length: (to - from) / 60 }, (_, index) => from + index * 60)
  const draftHall = draft && halls.find(({ hallId }) => hallId === draft.hallId)
  return (
    <>
      <p id="timeline-help" className="text-note text-soft">
        {t('timelineHelp')}
      </p>
      <output className="block min-h-6 text-note font-semibold">
        {draft && draftHall ? t('at', { time: clockOf(draft.minute), hall: draftHall.name }) : ''}
      </output>
      <section
        aria-label={t('timeline')}
        // Focusable, so that keyboard users can scroll it with the arrow keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-rule"
      >
        <div
          className="grid grid-cols-[6.5rem_max-content] tablet:grid-cols-[8.5rem_max-content]"
          style={{ width: 'max-content' }}
        >
          <span className="sticky left-0 z-20 border-r border-b border-rule bg-card" />
          <div
            aria-hidden="true"
            className="figures relative h-7 border-b border-rule text-sm text-soft"
            style={{ width: left(to) }}
          >
            {hours.map((minute) => (
              <span key={minute} className="absolute pl-1" style={{ left: left(minute) }}>
                {clockOf(minute)}
              </span>
            ))}
          </div>
          {halls.map((hall) => (
            <HallRow
              key={hall.hallId}
              {...{ hall, halls, beginsAt, draft, onDraft, onOpen, left, hours }}
              width={left(to)}
            />
          ))}
        </div>
      </section>
    </>
  )
}

interface RowProps extends Pick<TimelineProps, 'draft' | 'onDraft' | 'onOpen'> {
  readonly hall: OfficeHall
  readonly halls: readonly OfficeHall[]
  readonly beginsAt: string
  readonly left: (minute: number) => number
  readonly hours: readonly number[]
  readonly width: number
}

function HallRow(props: RowProps) {
  const { hall, halls, draft, left, hours, width } = props
  const t = useTexts()
  const drafted = halls
    .flatMap(({ screenings }) => screenings)
    .find(({ screeningId }) => screeningId === draft?.screeningId)
  return (
    <>
      <div className="sticky left-0 z-20 flex flex-col justify-center border-r border-b border-rule bg-card px-2 leading-tight">
        <span className="font-semibold break-words">{hall.name}</span>
        <span className="text-sm text-soft">{t('seats', { count: hall.capacity })}</span>
        <span className="text-sm text-soft">{hall.formats.join(', ')}</span>
      </div>
      <ul
        aria-label={hall.name}
        className="relative border-b border-rule"
        style={{ width, height: rowPixels }}
      >
        {hours.map((minute) => (
          <li
            key={minute}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 w-px bg-rule"
            style={{ left: left(minute) }}
          />
        ))}
        {hall.screenings.map((screening) => (
          <Block key={screening.screeningId} {...props} screening={screening} />
        ))}
        {draft?.hallId === hall.hallId && drafted && (
          <Ghost {...props} draft={draft} of={drafted} />
        )}
      </ul>
    </>
  )
}

/** The position of a draft, with its conflicts. */
function Ghost({
  draft,
  of,
  halls,
  beginsAt,
  left,
}: RowProps & { draft: Draft; of: OfficeScreening }) {
  const t = useTexts()
  const warnings = warningsOfDraft(halls, draft, lengthOf(of), beginsAt)
  return (
    <li
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-1 z-10 overflow-hidden rounded-md border-2 border-dashed px-1.5 py-0.5 text-sm leading-tight ${
        warnings.includes('clash') ? 'border-accent bg-accent-wash' : 'border-ink bg-warn-wash'
      }`}
      style={{ left: left(draft.minute), width: lengthOf(of) * pixelsPerMinute }}
    >
      <span className="figures block font-bold">{clockOf(draft.minute)}</span>
      <span className="block truncate">{warnings[0] ? t(warnings[0]) : of.film}</span>
    </li>
  )
}

function Block({
  screening,
  hall,
  halls,
  beginsAt,
  draft,
  onDraft,
  onOpen,
  left,
}: RowProps & { screening: OfficeScreening }) {
  const t = useTexts()
  const { film, format, sold, held, capacity, isCancelled, isSupplied, warnings } = screening
  const minute = minuteOf(screening.startsAt, beginsAt)
  const own = draft?.screeningId === screening.screeningId ? draft : null
  const isFixed = isCancelled || isSupplied
  const drag = useBlockDrag({ screening, minute, hall, halls, isFixed, onDraft, onOpen })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && own) return onDraft(null)
    const offset = {
      ArrowLeft: [-stepMinutes, 0],
      ArrowRight: [stepMinutes, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    }[event.key]
    if (!offset || isFixed) return
    event.preventDefault()
    const at = own ?? { screeningId: screening.screeningId, hallId: hall.hallId, minute }
    onDraft(moveDraft(halls, at, offset[0] ?? 0, offset[1] ?? 0))
  }

  /** Details for screen readers, for which the block has no room. */
  const details = [
    `–${clockOf(minute + lengthOf(screening))}`,
    ...(isCancelled ? [] : [t('soldOf', { sold, capacity })]),
    ...(held > 0 ? [t('held', { count: held })] : []),
    ...(isSupplied ? [t('supplied')] : []),
    ...warnings.map((warning) => t(warning)),
  ].join(', ')
  return (
    <li
      className="absolute inset-y-1"
      style={{ left: left(minute), width: lengthOf(screening) * pixelsPerMinute }}
    >
      <button
        type="button"
        aria-describedby="timeline-help"
        title={`${clockOf(minute)}${details}`}
        {...drag}
        onKeyDown={onKeyDown}
        onClick={() => onOpen(screening, own)}
        className={`flex h-full w-full touch-pan-x flex-col overflow-hidden rounded-md border px-1.5 py-0.5 text-left text-sm leading-tight ${own ? 'border-2 border-dashed border-ink bg-sunk' : classOf(screening)}`}
      >
        <span className="figures flex items-center gap-1 font-bold">
          {clockOf(minute)} <span className="font-normal text-soft">{format}</span>
          {warnings.length > 0 && (
            <TriangleAlert size={14} className="ml-auto shrink-0 text-accent" aria-hidden="true" />
          )}
        </span>
        <span className={`block w-full truncate ${isCancelled ? 'line-through' : ''}`}>{film}</span>
        <span className="figures mt-auto block w-full text-soft">
          {isCancelled ? t('cancelled') : `${sold}/${capacity}`}
          <span className="sr-only"> {details}</span>
        </span>
        <span aria-hidden="true" className="mb-0.5 block h-1 w-full rounded-full bg-rule">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${Math.min(100, (sold / Math.max(1, capacity)) * 100)}%` }}
          />
        </span>
      </button>
    </li>
  )
}

function classOf({ isCancelled, warnings }: OfficeScreening): string {
  if (isCancelled) return 'border-rule bg-sunk text-soft'
  if (warnings.includes('clash')) return 'border-2 border-accent bg-accent-wash'
  if (warnings.length > 0) return 'border-2 border-warn bg-warn-wash'
  return 'border-rule-strong bg-paper hover:border-ink'
}

/** A draft moved by minutes and rows, limited to the existing halls. */
function moveDraft(
  halls: readonly OfficeHall[],
  draft: Draft,
  byMinutes: number,
  byRows: number,
): Draft {
  const row = halls.findIndex(({ hallId }) => hallId === draft.hallId) + byRows
  const hall = halls[Math.min(halls.length - 1, Math.max(0, row))]
  const minute = Math.round((draft.minute + byMinutes) / stepMinutes) * stepMinutes
  return { ...draft, hallId: hall?.hallId ?? draft.hallId, minute: Math.max(0, minute) }
}

interface BlockDrag extends Pick<TimelineProps, 'onDraft' | 'onOpen'> {
  readonly screening: OfficeScreening
  readonly minute: number
  readonly hall: OfficeHall
  readonly halls: readonly OfficeHall[]
  readonly isFixed: boolean
}

/** Dragging with mouse or pen. Touch scrolls instead; there, screenings are moved with the form. */
function useBlockDrag({ screening, minute, hall, halls, isFixed, onDraft, onOpen }: BlockDrag) {
  const wasDragged = useRef(false)
  const [isDragging, setDragging] = useState(false)
  return {
    'data-dragging': isDragging || undefined,
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (isFixed || !event.isPrimary || event.button !== 0 || event.pointerType === 'touch') return
      const from = { x: event.clientX, y: event.clientY }
      const start = { screeningId: screening.screeningId, hallId: hall.hallId, minute }
      const listeners = new AbortController()
      const { signal } = listeners
      wasDragged.current = false
      const draftOf = ({ clientX, clientY }: globalThis.PointerEvent) =>
        moveDraft(
          halls,
          start,
          (clientX - from.x) / pixelsPerMinute,
          Math.round((clientY - from.y) / rowPixels),
        )
      window.addEventListener(
        'pointermove',
        (move) => {
          const distance = Math.hypot(move.clientX - from.x, move.clientY - from.y)
          if (!wasDragged.current && distance < dragThresholdPixels) return
          wasDragged.current = true
          setDragging(true)
          onDraft(draftOf(move))
        },
        { signal },
      )
      const end = (draft: Draft | null): void => {
        listeners.abort()
        setDragging(false)
        if (!wasDragged.current) return
        onDraft(draft)
        if (draft) onOpen(screening, draft)
      }
      window.addEventListener('pointerup', (up) => end(draftOf(up)), { signal })
      window.addEventListener('pointercancel', () => end(null), { signal })
    },
    /** Suppresses the click at the end of a drag. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

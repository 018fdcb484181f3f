import { useEffect, useRef, useState, useSyncExternalStore, type PointerEvent } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#design/parts/button.tsx'
import type { Story, StoryItem } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const holdMilliseconds = 220
const swipePixels = 48

interface StoryScreenProps {
  readonly story: Story
  readonly index: number
  /** Preloaded while this item is shown. */
  readonly followingUrl: string | undefined
  readonly onMove: (step: 1 | -1) => void
  readonly onMoveStory: (step: 1 | -1) => void
  readonly onClose: () => void
}

/**
 * One full-screen item. It advances automatically unless it is paused, pressed, or the visitor prefers reduced motion.
 * A tap on the left third goes back, elsewhere forward; swiping sideways changes the story, downwards closes.
 */
export function StoryScreen(props: StoryScreenProps) {
  const { story, index, onMove, onMoveStory, onClose } = props
  const t = useTexts()
  const item = story.items[index]
  const isCalm = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  const touch = useTouch({ onMove, onMoveStory, onClose })
  useArrows(onMove, () => setPaused((was) => !was))
  useEffect(() => {
    if (props.followingUrl !== undefined) new Image().src = props.followingUrl
  }, [props.followingUrl])
  if (!item) return null
  const isStopped = isPaused || touch.isHeld
  return (
    <article className="story-screen" aria-labelledby="story-name">
      <img key={item.id} src={item.imageUrl} alt="" width={720} height={1280} draggable={false} />
      <div className="story-touch" {...touch.handlers} />
      <header className="story-top">
        <Bars
          story={story}
          index={index}
          isStopped={isStopped}
          isCalm={isCalm}
          onEnd={() => onMove(1)}
        />
        <div className="flex items-center gap-2">
          <p id="story-name" className="min-w-0 grow truncate font-semibold">
            {story.title}
          </p>
          <p className="figures text-sm">
            {t('storyPosition', { index: index + 1, count: story.items.length })}
          </p>
          {!isCalm && (
            <Control
              name={t(isPaused ? 'storyPlay' : 'storyPause')}
              path={isPaused ? 'M8 5v14l11-7Z' : 'M8 5v14M16 5v14'}
              onPress={() => setPaused(!isPaused)}
            />
          )}
          <Control name={t('storyClose')} path="m6 6 12 12M18 6 6 18" onPress={onClose} />
        </div>
      </header>
      <Control
        name={t('storyPrevious')}
        path="m15 5-7 7 7 7"
        onPress={() => onMove(-1)}
        side="story-left"
      />
      <Control
        name={t('storyNext')}
        path="m9 5 7 7-7 7"
        onPress={() => onMove(1)}
        side="story-right"
      />
      <ItemTexts item={item} isAnnounced={isStopped || isCalm} onLeave={onClose} />
    </article>
  )
}

/** Texts of an item. They are announced to screen readers only while the story is paused. */
function ItemTexts(props: { item: StoryItem; isAnnounced: boolean; onLeave: () => void }) {
  const t = useTexts()
  const { title, text, link } = props.item
  return (
    <div className="story-words" aria-live={props.isAnnounced ? 'polite' : 'off'}>
      <h2 className="font-display text-[1.75rem] leading-tight font-[800]">{title}</h2>
      <p className="mt-2">{text}</p>
      {link && (
        <Link
          to={link.path}
          onClick={props.onLeave}
          className={buttonClass({ className: 'mt-5' })}
          prefetch="none"
          discover="none"
        >
          {t(link.kind === 'show' ? 'toShow' : link.kind === 'category' ? 'toCategory' : 'toPage')}
        </Link>
      )}
    </div>
  )
}

interface BarsProps {
  readonly story: Story
  readonly index: number
  readonly isStopped: boolean
  readonly isCalm: boolean
  readonly onEnd: () => void
}

/** Progress of the story. The bar of the current item is an animation; its end advances to the next item. */
function Bars({ story, index, isStopped, isCalm, onEnd }: BarsProps) {
  return (
    <div className="flex gap-1" aria-hidden="true">
      {story.items.map((item, place) => (
        <span key={item.id} className="story-bar">
          {place < index && <span />}
          {place === index && (
            <span
              data-runs={!isCalm}
              style={{
                animationDuration: `${item.seconds}s`,
                animationPlayState: isStopped ? 'paused' : 'running',
              }}
              onAnimationEnd={onEnd}
            />
          )}
        </span>
      ))}
    </div>
  )
}

function Control(props: { name: string; path: string; onPress: () => void; side?: string }) {
  return (
    <button
      type="button"
      aria-label={props.name}
      onClick={props.onPress}
      className={`story-control ${props.side ?? ''}`}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
        <path d={props.path} stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  )
}

type Moves = Pick<StoryScreenProps, 'onMove' | 'onMoveStory' | 'onClose'>

function useTouch({ onMove, onMoveStory, onClose }: Moves) {
  const [isHeld, setHeld] = useState(false)
  const touchStart = useRef<{ x: number; y: number; at: number } | null>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hold.current), [])

  function end(): { x: number; y: number; at: number } | null {
    const from = touchStart.current
    touchStart.current = null
    clearTimeout(hold.current)
    setHeld(false)
    return from
  }
  return {
    isHeld,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        touchStart.current = { x: event.clientX, y: event.clientY, at: event.timeStamp }
        hold.current = setTimeout(() => setHeld(true), holdMilliseconds)
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const from = end()
        if (!from) return
        const [across, down] = [event.clientX - from.x, event.clientY - from.y]
        if (down > swipePixels * 1.5 && down > Math.abs(across)) return onClose()
        if (Math.abs(across) > swipePixels) return onMoveStory(across < 0 ? 1 : -1)
        // A long press only pauses.
        if (event.timeStamp - from.at > holdMilliseconds) return
        const box = event.currentTarget.getBoundingClientRect()
        onMove(event.clientX - box.left < box.width / 3 ? -1 : 1)
      },
      onPointerCancel: end,
    },
  }
}

/** Arrow keys navigate; the space bar pauses unless a control has the focus. */
function useArrows(onMove: (step: 1 | -1) => void, onPause: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key === 'ArrowRight') onMove(1)
      else if (event.key === 'ArrowLeft') onMove(-1)
      else if (event.key === ' ' && !(event.target as Element).closest('button, a')) onPause()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

const reduced = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(reduced)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(reduced).matches,
    () => true,
  )
}

import { useEffect, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { browserQueryClient, callQuery } from '#design/data/query-client.ts'
import { openModal } from '#design/open-modal.ts'
import { Button } from '#design/parts/button.tsx'
import { TextsProvider, useLocale } from '#design/texts.tsx'
import { storiesList, storiesViewCount, type Story } from '../../contract.ts'
import georgian from '../../messages/ka.json'
import english from '../../messages/en.json'
import { markSeen } from '../seen-items.ts'
import { useTexts } from '../texts.ts'
import { StoryScreen } from './story-screen.tsx'

export interface StoryViewerProps {
  readonly storyId: number
  readonly onClose: () => void
}

/** Full-screen stories with their own messages, since the surrounding pages do not load those of this module. */
export function StoryViewer(props: StoryViewerProps) {
  const locale = useLocale()
  const presentation = locale === 'ka' ? georgian : english
  return (
    <TextsProvider locale={locale} modules={{ presentation }}>
      <ViewerDialog {...props} />
    </TextsProvider>
  )
}

/** A native modal dialog: Escape closes it, the focus stays inside and returns to the previous element. */
function ViewerDialog({ storyId, onClose }: StoryViewerProps) {
  const t = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const stories = useStories()
  useEffect(() => {
    if (dialog.current) openModal(dialog.current)
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={t('storiesTitle')}
      onClose={onClose}
      className="story-dialog"
      data-theme="dark"
    >
      {typeof stories === 'string' ? (
        <Waiting state={stories} onClose={() => dialog.current?.close()} />
      ) : (
        <Playing first={storyId} stories={stories} onClose={() => dialog.current?.close()} />
      )}
    </dialog>
  )
}

function Waiting({ state, onClose }: { state: 'loading' | 'failed'; onClose: () => void }) {
  const t = useTexts()
  return (
    <div className="grid h-full place-content-center gap-6 p-6 text-center">
      <output>{t(state === 'loading' ? 'storyLoading' : 'storyFailed')}</output>
      <Button look="quiet" onClick={onClose}>
        {t('storyClose')}
      </Button>
    </div>
  )
}

function useStories(): readonly Story[] | 'loading' | 'failed' {
  const locale = useLocale()
  const [stories, setStories] = useState<readonly Story[] | 'loading' | 'failed'>('loading')
  useEffect(() => {
    let isGone = false
    browserQueryClient()
      .fetchQuery(callQuery(storiesList, {}, locale))
      .then(
        ({ items }) => isGone || setStories(items),
        () => isGone || setStories('failed'),
      )
    return () => {
      isGone = true
    }
  }, [locale])
  return stories
}

interface Place {
  readonly story: number
  readonly item: number
}

function Playing(props: { first: number; stories: readonly Story[]; onClose: () => void }) {
  const t = useTexts()
  const { stories, onClose } = props
  const [place, setPlace] = useState<Place>(() => ({
    story: Math.max(
      0,
      stories.findIndex((story) => story.storyId === props.first),
    ),
    item: 0,
  }))
  const story = stories[place.story]
  const item = story?.items[place.item]
  useEffect(() => {
    if (item) recordView(item.id)
  }, [item])

  function move(step: 1 | -1): void {
    if (!story) return
    const next = place.item + step
    if (next >= 0 && next < story.items.length) return setPlace({ ...place, item: next })
    moveStory(step)
  }
  function moveStory(step: 1 | -1): void {
    const to = place.story + step
    if (to >= stories.length) return onClose()
    // Going back from the very first item restarts it.
    setPlace({ story: Math.max(0, to), item: 0 })
  }

  if (!story || !item) {
    return (
      <div className="grid h-full place-content-center gap-6 p-6 text-center">
        <output>{t('storyGone')}</output>
        <Button look="quiet" onClick={onClose}>
          {t('storyClose')}
        </Button>
      </div>
    )
  }
  const following = story.items[place.item + 1] ?? stories[place.story + 1]?.items[0]
  return (
    <StoryScreen
      story={story}
      index={place.item}
      followingUrl={following?.imageUrl}
      onMove={move}
      onMoveStory={moveStory}
      onClose={onClose}
    />
  )
}

const counted = new Set<number>()

/** Records a view on this device and on the server; failures of the server call are ignored. */
function recordView(itemId: number): void {
  markSeen(itemId)
  if (counted.has(itemId)) return
  counted.add(itemId)
  browserClient()
    .send(storiesViewCount, { params: { id: itemId } })
    .catch(() => counted.delete(itemId))
}

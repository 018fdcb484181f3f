import { useState, useSyncExternalStore, type ComponentType } from 'react'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { isSeen, readSeen, subscribeSeen } from '../seen-items.ts'
import type { StoryViewerProps } from './story-viewer.tsx'

export interface StoryCover {
  readonly storyId: number
  readonly slug: string
  readonly title: string
  readonly coverUrl: string
  readonly itemIds: readonly number[]
}

/**
 * Covers of stories in a row, with a ring around those with unseen items. They link to the story's page; with scripts,
 * a tap opens the viewer over this page instead, whose script is loaded on demand.
 */
export function StoryRow(props: {
  stories: readonly StoryCover[]
  label: string
  seenLabel: string
}) {
  const locale = useLocale()
  const seen = useSyncExternalStore(subscribeSeen, readSeen, () => '')
  const [Viewer, setViewer] = useState<ComponentType<StoryViewerProps> | null>(null)
  const [open, setOpen] = useState<number | null>(null)

  function show(storyId: number): void {
    setOpen(storyId)
    void import('./story-viewer.tsx').then((fetched) => setViewer(() => fetched.StoryViewer))
  }

  return (
    <nav aria-label={props.label} className="page mt-3 tablet:mt-5">
      <ul className="rail -mx-2 auto-cols-[5.75rem] justify-start tablet:auto-cols-[6.5rem]">
        {props.stories.map(({ storyId, slug, title, coverUrl, itemIds }) => {
          const isDone = isSeen(seen, itemIds)
          return (
            <li key={storyId}>
              <a
                href={localizedPath(locale, `/stories/${slug}`)}
                className="story"
                data-seen={isDone}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  show(storyId)
                }}
              >
                <img src={coverUrl} width={64} height={64} alt="" decoding="async" />
                <span>{title}</span>
                {isDone && <span className="sr-only">{props.seenLabel}</span>}
              </a>
            </li>
          )
        })}
      </ul>
      {Viewer && open !== null && <Viewer storyId={open} onClose={() => setOpen(null)} />}
    </nav>
  )
}

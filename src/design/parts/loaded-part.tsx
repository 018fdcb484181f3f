import type { ReactNode } from 'react'
import type { Loaded } from '../data/use-loaded.ts'
import { useLoadingTexts } from '../loading-texts.ts'
import { Skeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface LoadedPartProps<Value> {
  /** The result of `useLoaded`. */
  readonly of: { readonly loaded: Loaded<Value>; readonly reload: () => void }
  /** Expected height, as a utility: `h-48`. */
  readonly height?: string
  /** Layout of the placeholder: a margin. */
  readonly className?: string
  /** An alternative action when loading fails, beside the retry button. */
  readonly action?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/**
 * A part of a page that loads in the browser: a placeholder while loading, an error with a retry button, or the
 * content.
 */
export function LoadedPart<Value>(props: LoadedPartProps<Value>) {
  const { of, height = 'h-96', className, action, children } = props
  const { loaded, reload } = of
  const t = useLoadingTexts()
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('notLoaded')}
        retryText={t('retry')}
        onRetry={reload}
        action={action}
        className={className}
      />
    )
  if (loaded.value === null)
    return <Skeleton label={t('loading')} blocks={[height]} className={className} />
  return children(loaded.value)
}

interface LoadedListProps<Item> extends Omit<
  LoadedPartProps<{ readonly items: readonly Item[] }>,
  'children' | 'className'
> {
  /** Shown for an empty list: an `EmptyState`. */
  readonly empty: ReactNode
  /** A row, as an `li` with a key. */
  readonly children: (item: Item) => ReactNode
}

/** A list that loads in the browser, with rules between its rows and an empty state. */
export function LoadedList<Item>({ of, empty, children, ...others }: LoadedListProps<Item>) {
  return (
    <LoadedPart of={of} className="mt-group" {...others}>
      {({ items }) =>
        items.length === 0 ? (
          empty
        ) : (
          <ul className="mt-group border-t border-rule">{items.map((item) => children(item))}</ul>
        )
      }
    </LoadedPart>
  )
}

import type { ReactNode } from 'react'
import type { Loaded } from '../data/use-loaded.ts'
import { useLoadingTexts } from '../loading-texts.ts'
import { Skeleton } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

interface LoadedPartProps<Value> {
  /** What `useLoaded` returned. */
  readonly of: { readonly loaded: Loaded<Value>; readonly reload: () => void }
  /** How high the part will be, as a utility: `h-48`. */
  readonly height?: string
  /** Where it stands until it is there: a margin. */
  readonly className?: string
  /** What leads on when it did not load, beside the button that tries again. */
  readonly action?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** A part of a page that is filled in the browser: its shape while it loads, why it did not and a way to try again, or the part. */
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
  /** Said when there is nothing: an `EmptyState`. */
  readonly empty: ReactNode
  /** A line, as an `li` with a key. */
  readonly children: (item: Item) => ReactNode
}

/** A list that is filled in the browser, ruled between its lines; every list says when it is empty. */
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

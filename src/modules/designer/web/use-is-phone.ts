import { useSyncExternalStore } from 'react'

const narrow = '(width < 720px)'

function watch(changed: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** A phone shows plans; drawing needs a tablet at least. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(narrow).matches,
    () => false,
  )
}

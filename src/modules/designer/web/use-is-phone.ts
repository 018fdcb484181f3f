import { useSyncExternalStore } from 'react'

const narrow = '(width < 720px)'

function watch(changed: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the screen is a phone's, which shows plans read-only; drawing needs at least a tablet. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    watch,
    () => matchMedia(narrow).matches,
    () => false,
  )
}

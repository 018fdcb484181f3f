import { useSyncExternalStore } from 'react'

/** Below this width the plan fills the page and offers are in a sheet over it; the breakpoint `desk`. */
const narrow = 'not all and (width >= 1023px)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is narrow, as on phones and small tablets. Browser only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

import { useSyncExternalStore } from 'react'

/** Below this the plan is the page and offers lie on a sheet over it; the breakpoint `desk`. */
const narrow = 'not all and (width >= 1023px)'

function subscribe(changed: () => void): () => void {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is a phone's or a small tablet's. In the browser only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
}

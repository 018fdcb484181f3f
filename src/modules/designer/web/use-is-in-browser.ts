import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False during server rendering and hydration, since the drawing board needs a browser. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

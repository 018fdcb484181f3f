import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the server renders and until its page is the browser's: a drawing board exists in a browser only. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

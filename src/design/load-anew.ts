import { useEffect } from 'react'

/** For pages that say that something failed: when the visitor returns, the browser may restore them as they were left. */
export function useLoadAnew(): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.reload()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}

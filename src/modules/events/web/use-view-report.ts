import { useEffect } from 'react'

/** Tells the platform once that the page of this show is looked at, when the page has nothing better to do. */
export function useViewReport(showId: number): void {
  useEffect(() => {
    const told = (): void =>
      void import('./report-view.ts').then(({ reportView }) => reportView(showId))
    const timer = setTimeout(told, 1_000)
    return () => clearTimeout(timer)
  }, [showId])
}

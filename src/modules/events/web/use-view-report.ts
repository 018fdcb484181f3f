import { useEffect } from 'react'

/** Reports one view of this show when the browser is idle. */
export function useViewReport(showId: number): void {
  useEffect(() => {
    const told = (): void =>
      void import('./report-view.ts').then(({ reportView }) => reportView(showId))
    const timer = setTimeout(told, 1_000)
    return () => clearTimeout(timer)
  }, [showId])
}

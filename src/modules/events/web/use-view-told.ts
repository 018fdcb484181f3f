import { useEffect } from 'react'

/** Tells the house once that the page of this show is looked at, when the page has nothing better to do. */
export function useViewTold(showId: number): void {
  useEffect(() => {
    const told = (): void => void import('./tell-view.ts').then(({ tellView }) => tellView(showId))
    const timer = setTimeout(told, 1_000)
    return () => clearTimeout(timer)
  }, [showId])
}

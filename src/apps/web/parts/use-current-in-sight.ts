import { useEffect, type RefObject } from 'react'

/**
 * Scrolls a navigation to its current entry, in the middle where possible: when the entry changes, and when the
 * navigation's width does.
 */
export function useCurrentInSight(
  frame: RefObject<HTMLElement | null>,
  current: string | undefined,
): void {
  useEffect(() => {
    const nav = frame.current
    if (!nav || current === undefined) return
    let width = 0
    // A sidebar that becomes a row, or the reverse, is scrolled anew; so is one whose font arrives late.
    const watch = new ResizeObserver(() => {
      const link = nav.querySelector('[aria-current]')
      if (!link || nav.clientWidth === width) return
      width = nav.clientWidth
      const [whole, part] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
      // Not `scrollIntoView`, which would scroll the page too.
      nav.scrollLeft += part.left - whole.left - (nav.clientWidth - part.width) / 2
      nav.scrollTop += part.top - whole.top - (nav.clientHeight - part.height) / 2
    })
    watch.observe(nav)
    return () => watch.disconnect()
  }, [frame, current])
}

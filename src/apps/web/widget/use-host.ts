import { useEffect, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * Exchanges messages with the organiser's page (`embed/widget.ts`): sends the frame's height and the start of each
 * step; returns the address of that page. Only pages on one of these sites are accepted.
 */
export function useHost(root: RefObject<HTMLElement | null>, origins: readonly string[]) {
  const [host, setHost] = useState<{ readonly origin: string; readonly page: string } | null>(null)
  const allowed = origins.join(' ')
  useEffect(() => {
    if (window.parent === window) return undefined
    const heard = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== window.parent || !allowed.split(' ').includes(origin)) return
      const { type, page } = data as { type?: unknown; page?: unknown }
      if (type === 'bileti:page' && typeof page === 'string') setHost({ origin, page })
    }
    window.addEventListener('message', heard)
    // The receiver is not known yet, so the message contains only that the frame exists.
    window.parent.postMessage({ type: 'bileti:ready' }, '*')
    return () => window.removeEventListener('message', heard)
  }, [allowed])

  const origin = host?.origin
  useEffect(() => {
    const element = root.current
    if (origin === undefined || !element) return undefined
    const tell = (): void => {
      // A plan fills its window, so resizing the window to the plan would never end.
      const isFilling = element.querySelector('[data-fills-window]') !== null
      const height = isFilling ? 0 : Math.ceil(element.getBoundingClientRect().height)
      window.parent.postMessage({ type: 'bileti:size', height }, origin)
    }
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    tell()
    return () => observer.disconnect()
  }, [origin, root])

  const { pathname } = useLocation()
  useEffect(() => {
    // The depth and not the path, because a checkout's address names the order.
    const step = pathname.split('/').length
    if (origin !== undefined) window.parent.postMessage({ type: 'bileti:step', step }, origin)
  }, [origin, pathname])
  return host?.page ?? null
}

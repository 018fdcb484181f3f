import { useEffect, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * Speaks with the page that the widget is on (`embed/widget.ts`): tells how tall the frame has to be and when a
 * step begins; answers the address of that page. Only a page on one of these sites is listened to and told anything.
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
    // Who listens is not known yet, and learns nothing but that there is a frame.
    window.parent.postMessage({ type: 'bileti:ready' }, '*')
    return () => window.removeEventListener('message', heard)
  }, [allowed])

  const origin = host?.origin
  useEffect(() => {
    const element = root.current
    if (origin === undefined || !element) return undefined
    const tell = (): void => {
      // A plan fills its window, however tall: it would grow for ever if the window followed it.
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
    // How deep, and not where: the address of a checkout names the order.
    const step = pathname.split('/').length
    if (origin !== undefined) window.parent.postMessage({ type: 'bileti:step', step }, origin)
  }, [origin, pathname])
  return host?.page ?? null
}

import { useEffect, useState } from 'react'
import { useLocale } from '#design/texts.tsx'
import english from '../messages/offline-en.json'
import georgian from '../messages/offline-ka.json'

/** Events after which the router prefetches the page of a link; React enters an element when the mouse leaves another. */
const approaches = ['mouseover', 'mouseout', 'focusin', 'touchstart'] as const

/**
 * Without a connection the scripts of another page do not come, and the router would reload this one into the browser's
 * error page, even for a prefetch. A link pressed meanwhile keeps the page, says so, and is followed when the connection
 * is back.
 */
export function OfflineLinks() {
  const words = useLocale() === 'ka' ? georgian : english
  const [pressed, setPressed] = useState<HTMLAnchorElement | null>(null)
  useEffect(() => {
    const press = (event: MouseEvent): void => {
      const link = navigator.onLine ? null : linkOf(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      setPressed(link)
    }
    const approach = (event: Event): void => {
      const others = event instanceof MouseEvent ? event.relatedTarget : null
      const isLink = [event.target, others].some(
        (element) => element instanceof Element && element.closest('a[href]'),
      )
      if (isLink && !navigator.onLine) event.stopPropagation()
    }
    // Before the handlers of React, which are at the document.
    window.addEventListener('click', press, { capture: true })
    for (const name of approaches) window.addEventListener(name, approach, { capture: true })
    return () => {
      window.removeEventListener('click', press, { capture: true })
      for (const name of approaches) window.removeEventListener(name, approach, { capture: true })
    }
  }, [])
  useEffect(() => {
    if (!pressed) return undefined
    const follow = (): void => {
      setPressed(null)
      pressed.click()
    }
    window.addEventListener('online', follow)
    return () => window.removeEventListener('online', follow)
  }, [pressed])
  return (
    <output className="toasts z-50">
      {pressed && (
        <span className="toast">
          <span>{words.opensLater}</span>
          <button type="button" onClick={() => setPressed(null)}>
            {words.stay}
          </button>
        </span>
      )}
    </output>
  )
}

/** The pressed link to another page of the shop; what opens elsewhere or stays here is the browser's. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const { target } = event
  if (!(target instanceof Element) || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = target.closest<HTMLAnchorElement>('a[href]')
  if (!link || link.target === '_blank' || link.origin !== location.origin) return null
  const isHere = link.pathname === location.pathname && link.search === location.search
  return isHere ? null : link
}

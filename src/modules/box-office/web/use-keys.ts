import { useEffect, useRef } from 'react'

/** Handles keys pressed outside fields, buttons and the seat plan, which has its own shortcuts. */
export function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event
      const isElsewhere =
        target instanceof HTMLElement &&
        target.closest(
          'input:not([type=radio]), select, textarea, button, summary, a, canvas, [role=dialog]',
        )
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
      // Enter on a focused radio button would submit the form as well.
      if (key === 'Enter') event.preventDefault()
      latest.current(key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

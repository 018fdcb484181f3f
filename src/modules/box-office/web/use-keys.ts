import { useEffect, useRef } from 'react'
import { useSingleKeys } from '#design/data/single-keys.ts'

/**
 * Handles keys pressed outside fields, buttons and the seat plan, which has its own shortcuts; characters only while
 * single keys are enabled.
 */
export function useKeys(onKey: (key: string) => void): void {
  const [areSingleKeysOn] = useSingleKeys()
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
      if (key.length === 1 && !areSingleKeysOn) return
      // Enter on a focused radio button would submit the form as well.
      if (key === 'Enter') event.preventDefault()
      latest.current(key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [areSingleKeysOn])
}

import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { inTime } from './in-time.ts'

interface Checking {
  /** Whether the page waits for something. */
  readonly isOn: boolean
  readonly firstMilliseconds: number
  /** Pauses grow up to this one. */
  readonly longestMilliseconds: number
  /** Asks by a call whether the page's data are out of date. */
  hasChanged(signal: AbortSignal): Promise<boolean>
}

/**
 * Asks by itself while a page waits for a bank or a supplier, and loads the page's data again when they have changed. It
 * asks by a call: a reload without a network would replace the page by its error, and one that is never answered would
 * end the asking.
 */
export function useChecking({ isOn, firstMilliseconds, longestMilliseconds, ...ask }: Checking) {
  const { revalidate } = useRevalidator()
  const hasChanged = useEffectEvent(ask.hasChanged)
  useEffect(() => {
    if (!isOn) return undefined
    const leaving = new AbortController()
    let pause = firstMilliseconds
    let timer = setTimeout(() => void look(), pause)
    async function look(): Promise<void> {
      try {
        if (await inTime((signal) => hasChanged(signal), leaving.signal)) void revalidate()
      } catch {
        // The page stays as it is, and asks again.
      }
      if (leaving.signal.aborted) return
      pause = Math.min(pause * 1.5, longestMilliseconds)
      timer = setTimeout(() => void look(), pause)
    }
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [isOn, firstMilliseconds, longestMilliseconds, revalidate])
}

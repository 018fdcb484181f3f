import { useEffect, useRef, useSyncExternalStore } from 'react'

const beatMilliseconds = 5_000
/** Timers of hidden pages run once a minute; a longer gap means that the device slept. */
const sleptMilliseconds = 90_000

/** Calls back when the page may have missed messages: visible again, online again, or awake again. */
export function useWake(onWake: () => void): void {
  const latest = useRef(onWake)
  useEffect(() => {
    latest.current = onWake
  })
  useEffect(() => {
    let beatAt = Date.now()
    const wake = (): void => latest.current()
    const shown = (): void => {
      if (document.visibilityState === 'visible') wake()
    }
    const restored = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) wake()
    }
    const timer = setInterval(() => {
      const isLate = Date.now() - beatAt > sleptMilliseconds
      beatAt = Date.now()
      if (isLate) wake()
    }, beatMilliseconds)
    document.addEventListener('visibilitychange', shown)
    addEventListener('online', wake)
    addEventListener('pageshow', restored)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', shown)
      removeEventListener('online', wake)
      removeEventListener('pageshow', restored)
    }
  }, [])
}

/** Whether the browser reports that it is offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => !navigator.onLine,
    () => false,
  )
}

function watchNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

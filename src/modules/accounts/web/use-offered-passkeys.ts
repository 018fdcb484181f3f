import { useEffect } from 'react'
import type { Locale } from '#kernel/locale.ts'

/** A challenge is good for five minutes; before it ends another is asked for. */
const renewMilliseconds = 4 * 60_000

/**
 * Passkeys among what the browser offers in the field of the e-mail: whoever chooses one is signed in without
 * another word. Nothing is said where there are none, and the script for it comes after the page stands.
 */
export function useOfferedPasskeys(locale: Locale, next: string): void {
  useEffect(() => {
    const state = { isOver: false, stop: (): void => undefined }
    const offer = async (): Promise<void> => {
      if (!(await canOffer())) return
      const { offerPasskeys, stopOffering } = await import('./passkeys.ts')
      if (state.isOver) return
      state.stop = stopOffering
      if ((await offerPasskeys(locale)) === 'done') window.location.assign(next)
    }
    // What goes wrong here has not been asked for: the form and its button are there.
    const start = (): void => void offer().catch(() => undefined)
    start()
    const timer = setInterval(start, renewMilliseconds)
    return () => {
      state.isOver = true
      clearInterval(timer)
      state.stop()
    }
  }, [locale, next])
}

async function canOffer(): Promise<boolean> {
  if (typeof PublicKeyCredential === 'undefined') return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

import { useEffect } from 'react'
import type { Locale } from '#kernel/locale.ts'

/** A challenge is valid for five minutes; it is renewed before it expires. */
const renewMilliseconds = 4 * 60_000

/**
 * Passkeys in the browser's autofill of the email field: choosing one signs in without a further step. Nothing
 * appears where there are none, and the script is loaded after the page has rendered.
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
    // An error here concerns an unrequested convenience; the form and its button still work.
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

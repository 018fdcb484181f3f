import type { Client } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { ownExternalBegin } from '../contract.ts'
import type { ProvenClient } from './step-up/use-proven-client.ts'

const storageKey = 'bileti:external'

/** What this browser began, as its return must find it. */
export interface PendingExternal {
  readonly state: string
  readonly locale: Locale
  readonly purpose: 'connect' | 'sign-in'
}

/**
 * Navigates to the external provider. This tab stores the state and compares it on return, so that nobody can finish
 * in another's browser what was begun in their own.
 */
export async function goToExternal(
  locale: Locale,
  purpose: PendingExternal['purpose'],
  continuePath: string,
  client: { readonly send: ProvenClient['send'] | Client['send'] } = browserClient(locale),
): Promise<void> {
  const { address, state } = await client.send(ownExternalBegin, {
    body: { purpose, continue: continuePath },
  })
  const begun: PendingExternal = { state, locale, purpose }
  sessionStorage.setItem(storageKey, JSON.stringify(begun))
  window.location.assign(address)
}

/** The language of the sign-in begun in this tab; null when there is none. */
export function begunLocale(): Locale | null {
  const kept = sessionStorage.getItem(storageKey)
  return kept === null ? null : (JSON.parse(kept) as PendingExternal).locale
}

/** The sign-in begun in this tab, readable once; null when there is none, or when it belongs to another state. */
export function takePendingSignIn(state: string): PendingExternal | null {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (kept === null) return null
  const begun = JSON.parse(kept) as PendingExternal
  return begun.state === state ? begun : null
}

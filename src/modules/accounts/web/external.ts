import type { Client } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { ownExternalBegin } from '../contract.ts'
import type { ProvenClient } from './step-up/use-proven-client.ts'

const storageKey = 'bileti:external'

/** What this browser began, as its return must find it. */
export interface BegunExternal {
  readonly state: string
  readonly locale: Locale
  readonly purpose: 'connect' | 'sign-in'
}

/**
 * Goes to the outside party. This tab keeps the state and compares when it comes back, so that nobody can finish
 * in another's browser what was begun in their own.
 */
export async function goToExternal(
  locale: Locale,
  purpose: BegunExternal['purpose'],
  continuePath: string,
  client: { readonly send: ProvenClient['send'] | Client['send'] } = browserClient(locale),
): Promise<void> {
  const { address, state } = await client.send(ownExternalBegin, {
    body: { purpose, continue: continuePath },
  })
  const begun: BegunExternal = { state, locale, purpose }
  sessionStorage.setItem(storageKey, JSON.stringify(begun))
  window.location.assign(address)
}

/** The language of what was begun in this tab; null when nothing was. */
export function begunLocale(): Locale | null {
  const kept = sessionStorage.getItem(storageKey)
  return kept === null ? null : (JSON.parse(kept) as BegunExternal).locale
}

/** What was begun in this tab, once; null when nothing was, or when it is not of this return. */
export function takeBegun(state: string): BegunExternal | null {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (kept === null) return null
  const begun = JSON.parse(kept) as BegunExternal
  return begun.state === state ? begun : null
}

import type {
  WebAuthnError,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { browserClient } from '#design/data/browser-calls.ts'
import type { Locale } from '#kernel/locale.ts'
import { accountsBiometrics } from '../care-contract.ts'
import { ownPasskeyBegin, ownPasskeyLogin } from '../contract.ts'
import type { ProvenClient } from './step-up/use-proven-client.ts'

/** Outcome of a passkey request: the device may have none, or the person may have cancelled. */
export type PasskeyOutcome = 'done' | 'given-up' | 'not-supported' | 'known-already'

/** Makes a passkey on this device and gives its public half to the account. Throws `CallError`. */
export async function addPasskey(
  client: Pick<ProvenClient, 'send'>,
  name: string,
): Promise<PasskeyOutcome> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) return 'not-supported'
  const begun = await client.send(
    accountsBiometrics,
    { body: { action: 'begin' } },
    { isFirstStep: true },
  )
  if (!('options' in begun)) return 'not-supported'
  // The options come unchanged from the server side of the same library.
  const optionsJSON = begun.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const answer = await ask(library.WebAuthnError, () => library.startRegistration({ optionsJSON }))
  if (typeof answer === 'string') return answer
  const { challengeId } = begun
  const body = { action: 'finish', challengeId, name, credential: { ...answer } } as const
  await client.send(accountsBiometrics, { body })
  return 'done'
}

/** What a passkey of the account answers to a challenge; null when the person cancels. */
export async function answerPasskey(options: object): Promise<{ id: string } | null> {
  const library = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await ask(library.WebAuthnError, () =>
    library.startAuthentication({ optionsJSON }),
  )
  return typeof answer === 'string' ? null : { ...answer }
}

/** Signs in by whichever passkey the device offers for this shop. Throws `CallError`. */
export function signInByPasskey(locale: Locale): Promise<PasskeyOutcome> {
  return signIn(locale, false)
}

/** The same through the browser's autofill, until it is aborted; a request by the button aborts it. */
export function offerPasskeys(locale: Locale): Promise<PasskeyOutcome> {
  return signIn(locale, true)
}

/** Ends a passkey prompt that was not used. */
export function stopOffering(): void {
  void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) =>
    WebAuthnAbortService.cancelCeremony(),
  )
}

async function signIn(locale: Locale, useBrowserAutofill: boolean): Promise<PasskeyOutcome> {
  const client = browserClient(locale)
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) return 'not-supported'
  const { challengeId, options } = await client.send(ownPasskeyBegin)
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await ask(library.WebAuthnError, () =>
    library.startAuthentication({ optionsJSON, useBrowserAutofill }),
  )
  if (typeof answer === 'string') return answer
  await client.send(ownPasskeyLogin, { body: { challengeId, credential: { ...answer } } })
  return 'done'
}

/** A refusal by the device or the person is an outcome; other errors are rethrown. */
async function ask<Answer>(
  LibraryError: typeof WebAuthnError,
  work: () => Promise<Answer>,
): Promise<Answer | PasskeyOutcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LibraryError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return 'known-already'
    if (error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)) return 'given-up'
    if (error instanceof Error && /^(NotSupported|Constraint|Security)Error$/.test(error.name))
      return 'not-supported'
    throw error
  }
}

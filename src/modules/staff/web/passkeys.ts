import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The device's response, or why there is none. */
export type DeviceAnswer = { readonly id: string } | 'given-up' | 'not-supported' | 'known-already'

/** Creates a passkey with the server's options. */
export async function makePasskey(options: object): Promise<DeviceAnswer> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) return 'not-supported'
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return outcomeOf(() => library.startRegistration({ optionsJSON }))
}

/** Answers the server's challenge with a passkey. */
export async function answerPasskey(options: object): Promise<DeviceAnswer> {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) return 'not-supported'
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return outcomeOf(() => library.startAuthentication({ optionsJSON }))
}

/** A refusal by the device or the person is an outcome; other errors are rethrown. */
async function outcomeOf(work: () => Promise<{ readonly id: string }>): Promise<DeviceAnswer> {
  try {
    return { ...(await work()) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return 'known-already'
    if (/^(NotAllowed|Abort)Error$/.test(error.name)) return 'given-up'
    if (/^(NotSupported|Constraint|Security)Error$/.test(error.name)) return 'not-supported'
    throw error
  }
}

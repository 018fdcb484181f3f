/** The WebAuthn protocol: requests to a device, and verification of its answers. Stores nothing. */
import type * as webauthn from '@simplewebauthn/server'
import type { Context } from '#platform/context.ts'

/** Loaded with the first passkey: 25 MB that many processes never use. */
const library = (): Promise<typeof webauthn> => import('@simplewebauthn/server')

export type RegistrationOptions = Awaited<ReturnType<typeof webauthn.generateRegistrationOptions>>
export type AuthenticationOptions = Awaited<
  ReturnType<typeof webauthn.generateAuthenticationOptions>
>
type RegistrationResponse = Parameters<typeof webauthn.verifyRegistrationResponse>[0]['response']
type AuthenticationResponse = Parameters<
  typeof webauthn.verifyAuthenticationResponse
>[0]['response']

type Registered = NonNullable<
  Awaited<ReturnType<typeof webauthn.verifyRegistrationResponse>>['registrationInfo']
>['credential']

export interface NewPasskey extends Registered {
  /** Whether the devices of its owner share it, as phones and password managers do. */
  readonly isSynced: boolean
}

/** Transports in the library's terms. */
type Transports = NonNullable<NewPasskey['transports']>

export interface KnownPasskey {
  readonly credential_id: string
  readonly transports: readonly string[]
}

export interface StoredPasskey extends KnownPasskey {
  readonly public_key: Uint8Array
  readonly counter: number
  /** Null where it was made before this was recorded. */
  readonly is_synced: boolean | null
}

/** What is remembered of a passkey after it has answered. */
export interface UsedPasskey {
  readonly counter: number
  readonly isSynced: boolean
}

/** The owner of the new passkey, and their existing ones. */
export interface PasskeyOwner {
  readonly id: string
  readonly email: string
  readonly fullName: string
  readonly known: readonly KnownPasskey[]
  /** Whether the device may offer it before the person is identified. */
  readonly isDiscoverable: boolean
}

export async function askForNewPasskey(
  context: Context,
  owner: PasskeyOwner,
): Promise<RegistrationOptions> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Bileti',
    rpID: hostOf(context),
    userName: owner.email,
    userDisplayName: owner.fullName,
    userID: new TextEncoder().encode(owner.id),
    challenge: newChallenge(context),
    excludeCredentials: owner.known.map(described),
    authenticatorSelection: {
      residentKey: owner.isDiscoverable ? 'required' : 'discouraged',
      userVerification: 'required',
    },
  })
}

/** The passkey that a device has made for this challenge; null when the answer is wrong. */
export async function readNewPasskey(
  context: Context,
  challenge: string,
  answer: unknown,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const verified = await quietly(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponse,
      expectedChallenge: challenge,
      expectedOrigin: context.origin,
      expectedRPID: hostOf(context),
      requireUserVerification: true,
    }),
  )
  if (!verified?.verified) return null
  const { credential, credentialDeviceType } = verified.registrationInfo
  return { ...credential, isSynced: credentialDeviceType === 'multiDevice' }
}

/**
 * Asks for one of these passkeys.
 *
 * @param known absent: whichever the device offers
 */
export async function askForPasskey(
  context: Context,
  known?: readonly KnownPasskey[],
): Promise<AuthenticationOptions> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: hostOf(context),
    challenge: newChallenge(context),
    userVerification: 'required',
    ...(known ? { allowCredentials: known.map(described) } : {}),
  })
}

/**
 * What to remember of a passkey that has answered this challenge; null when the answer is wrong. The counter of a passkey
 * that stays in one device must increase, otherwise it was copied. Devices that share one count apart, or not at all.
 */
export async function readPasskeyAnswer(
  context: Context,
  challenge: string,
  passkey: StoredPasskey,
  answer: unknown,
): Promise<UsedPasskey | null> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await quietly(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponse,
      expectedChallenge: challenge,
      expectedOrigin: context.origin,
      expectedRPID: hostOf(context),
      requireUserVerification: true,
      credential: {
        ...described(passkey),
        publicKey: new Uint8Array(passkey.public_key),
        // Compared below: the library does not know which passkeys are shared.
        counter: 0,
      },
    }),
  )
  if (!verified?.verified) return null
  const { newCounter, credentialDeviceType } = verified.authenticationInfo
  const isSynced = passkey.is_synced ?? credentialDeviceType === 'multiDevice'
  const isCopied = !isSynced && passkey.counter > 0 && newCounter <= passkey.counter
  return isCopied ? null : { counter: newCounter, isSynced }
}

function described({ credential_id, transports }: KnownPasskey) {
  return { id: credential_id, transports: [...transports] as Transports }
}

function hostOf(context: Context): string {
  return new URL(context.origin).hostname
}

function newChallenge(context: Context): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(context.random.bytes(32))
}

/** The answer of an unknown device may be anything, and the library throws at what it cannot parse. */
async function quietly<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch {
    return null
  }
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import {
  bytesToSign,
  codeText,
  parseCode,
  type TicketClaim,
  type UnverifiedCode,
} from '../code-format.ts'

/** A signing key, with its number in codes. */
export interface SigningKey {
  readonly id: number
  readonly privateKey: KeyObject
}

/** Signing keys by number: the current one and earlier ones. */
export type PublicKeys = ReadonlyMap<number, KeyObject>

/** The text of the QR code for a ticket's current issue. Deterministic: the same claim gives the same text. */
export function signCode(key: SigningKey, ticket: Omit<TicketClaim, 'keyId'>): string {
  const bytes = bytesToSign({ ...ticket, keyId: key.id })
  return codeText(bytes, sign(null, bytes, key.privateKey))
}

/**
 * The claim of a code signed by one of the keys, else null. The claim's issue number still has to be compared with the
 * ticket's own: the signature of an older code stays valid.
 */
export function readCode(publicKeys: PublicKeys, text: string): TicketClaim | null {
  const code = parseCode(text)
  return code && verifiedClaim(publicKeys, code)
}

/** The claim of a parsed code, when one of the keys signed it. */
export function verifiedClaim(publicKeys: PublicKeys, code: UnverifiedCode): TicketClaim | null {
  const key = publicKeys.get(code.claim.keyId)
  if (!key) return null
  return verify(null, code.signedBytes, key, code.signature) ? code.claim : null
}

/** The signing keys of the installation, cached in the process. */
export interface SigningKeys {
  current(context: Context): Promise<SigningKey>
  all(context: Context): Promise<PublicKeys>
}

/** How long keys are cached; another process may add one. */
const believedMilliseconds = 60_000

interface KeyRing {
  readonly current: SigningKey
  readonly all: PublicKeys
  readonly readAt: number
}

export function createSigningKeys(): SigningKeys {
  let ring: KeyRing | undefined
  async function read(context: Context): Promise<KeyRing> {
    const now = context.clock.now().getTime()
    if (!ring || now - ring.readAt > believedMilliseconds) ring = await ensureKeys(context, now)
    return ring
  }
  return {
    current: async (context) => (await read(context)).current,
    all: async (context) => (await read(context)).all,
  }
}

/** Reads the keys; creates the first one when there is none. Two concurrent processes create only one. */
async function ensureKeys(context: Context, readAt: number): Promise<KeyRing> {
  const found = (await readKeys(context, readAt)) ?? (await makeKey(context, readAt))
  invariant(found, 'there is a signing key after one was made')
  return found
}

async function readKeys(context: Context, readAt: number): Promise<KeyRing | undefined> {
  const rows = await context.db
    .selectFrom('signing_key')
    .select(['id', 'public_key', 'private_key', 'retired_at'])
    .orderBy('id')
    .execute()
  const newest = rows.findLast((row) => row.retired_at === null)
  if (!newest) return undefined
  const all = new Map(
    rows.map((row) => [
      row.id,
      createPublicKey({ key: row.public_key, format: 'der', type: 'spki' }),
    ]),
  )
  const privateKey = createPrivateKey({ key: newest.private_key, format: 'der', type: 'pkcs8' })
  return { current: { id: newest.id, privateKey }, all, readAt }
}

async function makeKey(context: Context, readAt: number): Promise<KeyRing | undefined> {
  const pair = generateKeyPairSync('ed25519')
  await sql`
    insert into signing_key (public_key, private_key, created_at)
    values (${pair.publicKey.export({ format: 'der', type: 'spki' })},
      ${pair.privateKey.export({ format: 'der', type: 'pkcs8' })}, ${context.clock.now()})
    on conflict ((true)) where retired_at is null do nothing
  `.execute(context.db)
  return readKeys(context, readAt)
}

/** The 32 bytes of a public key, for scanners in browsers. */
export function rawPublicKey(key: KeyObject): Uint8Array {
  const der = key.export({ format: 'der', type: 'spki' })
  return der.subarray(der.length - 32)
}

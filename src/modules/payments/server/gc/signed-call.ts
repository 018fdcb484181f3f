import { createHash, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '#kernel/result.ts'

/** A call of the bank as received, before it is verified. */
export interface ArrivedCall {
  /** Our public origin with the path and the query as they were sent. */
  readonly url: string
  /** The `authorization` header. */
  readonly authorization: string | undefined
}

export interface CallerKeys {
  /** The bank's HTTP Basic credentials. */
  readonly user: string
  readonly password: string
  /** PEM of the bank's certificate or public key, or the path of a file with it. */
  readonly certificate: string
}

/** `credential`: wrong name or password. `signature`: not signed by the bank. */
export type CallRefusal = 'credential' | 'signature'

/** The bank's public key for signatures. Throws when it cannot be read. */
export function readPublicKey(certificate: string): KeyObject {
  const pem = certificate.includes('-----BEGIN') ? certificate : readFileSync(certificate, 'utf8')
  return createPublicKey(pem.replaceAll(String.raw`\n`, '\n'))
}

/**
 * The parameters of a verified call of the bank: the credentials match, and the address is signed (RSA with SHA-1) up
 * to the parameter `signature`, which comes last. The signature covers the unescaped address, so two addresses that
 * differ only in what is escaped have one signature. Ambiguous values and repeated parameters are therefore refused.
 */
export function readSignedCall(
  arrived: ArrivedCall,
  keys: Pick<CallerKeys, 'user' | 'password'> & { readonly publicKey: KeyObject },
): Result<ReadonlyMap<string, string>, CallRefusal> {
  if (!isBasicOf(arrived.authorization, keys)) return fail('credential')
  const signed = splitSigned(arrived.url)
  if (!signed) return fail('signature')
  const { text, signature, parameters } = signed
  const isTheirs = verify('RSA-SHA1', Buffer.from(text, 'utf8'), keys.publicKey, signature)
  return isTheirs ? ok(parameters) : fail('signature')
}

function isBasicOf(
  authorization: string | undefined,
  { user, password }: Pick<CallerKeys, 'user' | 'password'>,
): boolean {
  const given = /^Basic ([A-Za-z0-9+/=]{1,500})$/.exec(authorization ?? '')?.[1] ?? ''
  const wanted = Buffer.from(`${user}:${password}`, 'utf8')
  return timingSafeEqual(digest(Buffer.from(given, 'base64')), digest(wanted))
}

/** Digests have equal length, so comparing them reveals nothing about the length of the values. */
function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

const urlLengthMax = 4_000

function splitSigned(url: string) {
  const match = /^([^?#]+\?[^#]*)&signature=([^&#]+)$/.exec(url)
  if (!match || url.length > urlLengthMax) return null
  const [, address = '', given = ''] = match
  const text = decode(address)
  const signature = decode(given)
  const parameters = readParameters(address.slice(address.indexOf('?') + 1))
  if (text === null || signature === null || parameters === null) return null
  // An unescaped plus was decoded to a space.
  return { text, parameters, signature: Buffer.from(signature.replaceAll(' ', '+'), 'base64') }
}

function readParameters(query: string): Map<string, string> | null {
  const parameters = new Map<string, string>()
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = decode(pair.slice(0, at))
    const value = decode(pair.slice(at + 1))
    if (at < 1 || name === null || value === null) return null
    if (parameters.has(name) || /[&=]/.test(name) || value.includes('&')) return null
    parameters.set(name, value)
  }
  return parameters
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

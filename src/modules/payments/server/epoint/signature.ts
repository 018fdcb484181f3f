import { createHash, timingSafeEqual } from 'node:crypto'

/** Epoint's message format: base64 of JSON, with a signature. */
export interface SignedMessage {
  readonly data: string
  readonly signature: string
}

/** `base64(sha1(key + data + key))`: Epoint's own scheme, in both directions. */
function signatureOf(privateKey: string, data: string): string {
  return createHash('sha1').update(`${privateKey}${data}${privateKey}`).digest('base64')
}

export function sign(privateKey: string, content: object): SignedMessage {
  const data = Buffer.from(JSON.stringify(content)).toString('base64')
  return { data, signature: signatureOf(privateKey, data) }
}

/** Content of a message; null unless the signature is valid (compared in constant time) and it is an object. */
export function readSigned(
  privateKey: string,
  { data, signature }: SignedMessage,
): Readonly<Record<string, unknown>> | null {
  const expected = Buffer.from(signatureOf(privateKey, data))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  try {
    const content: unknown = JSON.parse(Buffer.from(data, 'base64').toString())
    if (typeof content !== 'object' || content === null) return null
    return Object.fromEntries(Object.entries(content))
  } catch {
    return null
  }
}

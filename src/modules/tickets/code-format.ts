/**
 * The text in a ticket's QR code: its content, encoding and parsing. This file depends on no server or platform, so a
 * scanner in a browser uses the same code.
 *
 *     BLT1:<base45 of payload and signature>
 *
 * The payload is 17 bytes, big-endian: version (1), key (2), ticket (6), offering (6), issue (2). The signature is
 * Ed25519 (64 bytes) over the prefix and the payload. Base45 (RFC 9285) keeps to the characters of a QR code's
 * alphanumeric mode, which is what makes the code small.
 */

/** The claim of a code. Trust it only after verifying the signature. */
export interface TicketClaim {
  /** Number of the signing key. */
  readonly keyId: number
  readonly ticketId: number
  readonly offeringId: number
  /** Increased whenever the ticket changes its holder; codes with an older number are void. */
  readonly issueNumber: number
}

/** A parsed code: the claim, and the bytes for verifying it. */
export interface UnverifiedCode {
  readonly claim: TicketClaim
  readonly signedBytes: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

const prefix = 'BLT1:'
const version = 1
const payloadLength = 17
const signatureLength = 64
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** The signed message: the prefix binds the signature to this format. */
export function bytesToSign(claim: TicketClaim): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(prefix.length + payloadLength)
  bytes.set(new TextEncoder().encode(prefix))
  const view = new DataView(bytes.buffer, prefix.length)
  view.setUint8(0, version)
  view.setUint16(1, checked(claim.keyId, 0xffff))
  setUint48(view, 3, claim.ticketId)
  setUint48(view, 9, claim.offeringId)
  view.setUint16(15, checked(claim.issueNumber, 0xffff))
  return bytes
}

/** The text of a code from its signed bytes (`bytesToSign`) and their signature. */
export function codeText(signedBytes: Uint8Array, signature: Uint8Array): string {
  const packed = new Uint8Array(payloadLength + signatureLength)
  packed.set(signedBytes.subarray(prefix.length))
  packed.set(signature, payloadLength)
  return prefix + toBase45(packed)
}

/** Splits a code into its parts, or returns null when it is not one. Does not verify the signature. */
export function parseCode(text: string): UnverifiedCode | null {
  if (!text.startsWith(prefix)) return null
  const packed = fromBase45(text.slice(prefix.length))
  if (packed?.length !== payloadLength + signatureLength) return null
  const view = new DataView(packed.buffer)
  if (view.getUint8(0) !== version) return null
  const claim = {
    keyId: view.getUint16(1),
    ticketId: getUint48(view, 3),
    offeringId: getUint48(view, 9),
    issueNumber: view.getUint16(15),
  }
  return { claim, signedBytes: bytesToSign(claim), signature: packed.slice(payloadLength) }
}

export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const first = bytes[at] as number
    const second = bytes[at + 1]
    let value = second === undefined ? first : first * 256 + second
    for (let digit = second === undefined ? 2 : 3; digit > 0; digit -= 1) {
      text += alphabet[value % 45]
      value = Math.floor(value / 45)
    }
  }
  return text
}

/** The bytes, or null when the text is not canonical base45. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (letter) => alphabet.indexOf(letter))
    if (digits.includes(-1)) return null
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0)
    if (value > (digits.length === 3 ? 0xffff : 0xff)) return null
    if (digits.length === 3) bytes.push(value >> 8)
    bytes.push(value & 0xff)
  }
  return Uint8Array.from(bytes)
}

function setUint48(view: DataView, at: number, value: number): void {
  checked(value, 2 ** 48 - 1)
  view.setUint16(at, Math.floor(value / 2 ** 32))
  view.setUint32(at + 2, value % 2 ** 32)
}

function getUint48(view: DataView, at: number): number {
  return view.getUint16(at) * 2 ** 32 + view.getUint32(at + 2)
}

function checked(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`Does not fit a ticket code: ${value}`)
  return value
}

/** A typed number of a ticket in its printed form: without blanks and hyphens, in capitals. */
export function tidyNumber(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

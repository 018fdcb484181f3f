/** Randomness as a port, so that a test can replay it. */
export interface Random {
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array
  /** A version 7 UUID: sorts by time, so that index pages fill in order. */
  uuid(): string
}

const readableAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A code people can read out: no 0/O, 1/I/L. 31 letters, so ten of them hold about 49 bits. */
export function readableCode(random: Random, length: number): string {
  let code = ''
  while (code.length < length) {
    for (const byte of random.bytes(length * 2)) {
      // Bytes past the last whole multiple of 31 would favour the first letters.
      if (byte < 248 && code.length < length) code += readableAlphabet[byte % 31]
    }
  }
  return code
}

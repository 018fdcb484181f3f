/**
 * Goal: a code that we did not sign, or with one changed character, is refused. Method: generated keys; codes are read
 * back, altered at every position, and signed by another key.
 */
import { generateKeyPairSync } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesToSign, codeText, fromBase45, parseCode, toBase45 } from '../code-format.ts'
import { readCode, signCode } from '../server/code.ts'

function newKey(id: number) {
  const pair = generateKeyPairSync('ed25519')
  return { key: { id, privateKey: pair.privateKey }, keys: new Map([[id, pair.publicKey]]) }
}

/** Any character; fast-check's own `binary` takes four seconds to prepare. */
const character = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .map((codePoint) => String.fromCodePoint(codePoint))

const ticket = { ticketId: 281_474_976_710_655, offeringId: 4_294_967_296, issueNumber: 3 }

describe('a signed code', () => {
  test('reads back what was signed', () => {
    const { key, keys } = newKey(7)
    expect(readCode(keys, signCode(key, ticket))).toEqual({ ...ticket, keyId: 7 })
  })

  test('uses only characters of the QR alphanumeric mode', () => {
    expect(signCode(newKey(1).key, ticket)).toMatch(/^BLT1:[0-9A-Z $%*+\-./:]{122}$/)
  })

  test('is refused when any one character is another', () => {
    const { key, keys } = newKey(1)
    const text = signCode(key, ticket)
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
      expect(readCode(keys, changed), `changed at ${at}`).toBeNull()
    }
  })

  test('is refused when another key signed it, or an unknown one', () => {
    const ours = newKey(1)
    const theirs = newKey(1)
    expect(readCode(ours.keys, signCode(theirs.key, ticket))).toBeNull()
    expect(readCode(ours.keys, signCode({ ...ours.key, id: 2 }, ticket))).toBeNull()
  })

  test('cannot lend its signature to another claim', () => {
    const { key, keys } = newKey(1)
    const parsed = parseCode(signCode(key, ticket))
    expect(parsed).not.toBeNull()
    const raised = bytesToSign({ ...ticket, keyId: 1, issueNumber: 4 })
    expect(readCode(keys, codeText(raised, parsed?.signature ?? new Uint8Array(64)))).toBeNull()
  })

  test('never breaks on what a scanner may see instead', () => {
    const { keys } = newKey(1)
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 200 }), (text) => {
        return readCode(keys, text) === null && readCode(keys, `BLT1:${text}`) === null
      }),
      { numRuns: 200 },
    )
  })
})

describe('base45', () => {
  // The examples of RFC 9285, section 4.3 and 4.4.
  test.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
  ])('writes and reads %s', (plain, text) => {
    const bytes = new TextEncoder().encode(plain)
    expect(toBase45(bytes)).toBe(text)
    expect(fromBase45(text)).toEqual(bytes)
  })

  test.each(['GGW', ':::', 'A', 'bb8', '::'])('refuses %s', (text) => {
    expect(fromBase45(text)).toBeNull()
  })
})

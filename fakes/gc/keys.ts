import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type KeyPair = { privateKey: string; publicKey: string }

const modulusLength = 2048

/** A key pair of the fake bank in PEM; with a directory it is kept across restarts. */
export function demoKeys(stateDir: string | null): KeyPair & { publicFile: string | null } {
  if (stateDir === null) return { ...makeKeys(), publicFile: null }
  mkdirSync(stateDir, { recursive: true })
  const privateFile = join(stateDir, 'bank-private.pem')
  const publicFile = join(stateDir, 'bank-public.pem')
  try {
    const privateKey = readFileSync(privateFile, 'utf8')
    return { privateKey, publicKey: readFileSync(publicFile, 'utf8'), publicFile }
  } catch {
    const keys = makeKeys()
    writeFileSync(publicFile, keys.publicKey)
    writeFileSync(privateFile, keys.privateKey, { mode: 0o600 })
    return { ...keys, publicFile }
  }
}

function makeKeys(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

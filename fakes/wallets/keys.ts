import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** Names of the settings that contain the keys. */
type WalletKeySetting =
  | 'APPLE_PASS_CERTIFICATE'
  | 'APPLE_PASS_KEY'
  | 'APPLE_PASS_WWDR'
  | 'GOOGLE_WALLET_KEY'

/** The fake of Apple's push service uses a certificate under this root. */
export interface WalletKeys extends Readonly<Record<WalletKeySetting, string>> {
  readonly root: string
  readonly service: { readonly certificate: string; readonly key: string }
}

/**
 * Keys for a demo in PEM: a root, an intermediate authority in place of Apple's, the certificate that signs
 * passes, and the key of a service account. The private keys of root and authority are discarded, so that
 * nothing else can be signed under a root that a user chose to trust.
 */
export function makeWalletKeys(names: {
  readonly passTypeId: string
  readonly teamId: string
  readonly now: Date
}): WalletKeys {
  const root = makePair()
  const authority = makePair()
  const pass = makePair()
  const service = makePair()
  const rootName = [attribute('commonName', 'Bileti demo root')]
  const authorityName = [attribute('commonName', 'Bileti demo pass authority')]
  const passName = [
    { type: '0.9.2342.19200300.100.1.1', value: names.passTypeId },
    attribute('commonName', `Pass Type ID: ${names.passTypeId}`),
    attribute('organizationalUnitName', names.teamId),
  ]
  const { now } = names
  return {
    root: certify({ subject: rootName, issuer: rootName, pair: root, by: root, now, serial: '01' }),
    APPLE_PASS_WWDR: certify({
      subject: authorityName,
      issuer: rootName,
      pair: authority,
      by: root,
      now,
      serial: '02',
    }),
    APPLE_PASS_CERTIFICATE: certify({
      subject: passName,
      issuer: authorityName,
      pair: pass,
      by: authority,
      now,
      serial: '03',
      isLeaf: true,
    }),
    // The key format required by the signing library.
    APPLE_PASS_KEY: forge.pki.privateKeyToPem(forge.pki.privateKeyFromPem(pass.privateKey)),
    GOOGLE_WALLET_KEY: makePair().privateKey,
    service: {
      key: service.privateKey,
      certificate: certify({
        subject: [attribute('commonName', 'Bileti demo push service')],
        issuer: rootName,
        pair: service,
        by: root,
        now,
        serial: '04',
        isLeaf: true,
        isServer: true,
      }),
    },
  }
}

interface Pair {
  readonly privateKey: string
  readonly publicKey: string
}

function makePair(): Pair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

const attribute = (name: string, value: string) => ({ name, value })

const validYears = 10

function certify(options: {
  readonly subject: forge.pki.CertificateField[]
  readonly issuer: forge.pki.CertificateField[]
  readonly pair: Pair
  readonly by: Pair
  readonly now: Date
  readonly serial: string
  readonly isLeaf?: boolean
  /** Whether the certificate is for a server on this machine. */
  readonly isServer?: boolean
}): string {
  const { now, isLeaf = false, isServer = false } = options
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(options.pair.publicKey)
  certificate.serialNumber = options.serial
  certificate.validity.notBefore = new Date(now.getTime() - 86_400_000)
  certificate.validity.notAfter = new Date(now.getTime() + validYears * 365 * 86_400_000)
  certificate.setSubject(options.subject)
  certificate.setIssuer(options.issuer)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: !isLeaf, critical: true },
    isLeaf
      ? { name: 'keyUsage', digitalSignature: true, critical: true }
      : { name: 'keyUsage', keyCertSign: true, critical: true },
    ...(isServer
      ? [
          {
            name: 'subjectAltName',
            altNames: [
              { type: 2, value: 'localhost' },
              { type: 7, ip: '127.0.0.1' },
            ],
          },
        ]
      : []),
  ])
  certificate.sign(forge.pki.privateKeyFromPem(options.by.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

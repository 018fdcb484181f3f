import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Key and certificates that sign passes for Apple's wallet, PEM. */
export interface AppleSigner {
  readonly passTypeId: string
  readonly teamId: string
  readonly certificate: string
  readonly key: string
  readonly passphrase: string | undefined
  /** The authority between Apple's root and the certificate. */
  readonly authority: string
  /** Not issued by Apple: phones accept the passes only after trusting the certificate authority. */
  readonly isTrial: boolean
}

/** The service account whose signature Google's wallet accepts. */
export interface GoogleSigner {
  readonly issuerId: string
  readonly account: string
  /** PKCS#8, PEM. */
  readonly key: string
  /** Address of the page that saves a pass. */
  readonly saveUrl: string
  readonly isTrial: boolean
}

export interface WalletSettings {
  readonly apple: {
    readonly passTypeId: string
    readonly teamId: string
    readonly certificate: string
    readonly key: string
    readonly passphrase: string | undefined
    readonly authority: string
    /**
     * Apple's push service, and the authority of its certificate when Node does not trust it; absent: devices poll by
     * themselves.
     */
    readonly push?: { readonly url: string; readonly authority: string | undefined } | null
  } | null
  readonly google: {
    readonly issuerId: string
    readonly account: string
    readonly key: string
    readonly saveUrl: string
    /** Google's API for saved passes; absent: saved passes are not updated. */
    readonly api?: { readonly url: string; readonly tokenUrl: string } | null
  } | null
}

/** The wallets that tickets can be added to; null for one that is not configured. */
export interface Wallets {
  apple(): AppleSigner | null
  google(): GoogleSigner | null
}

/** Keys are PEM, or the paths of files with it; the files are read for the first pass. */
export function openWallets(settings: WalletSettings): Wallets {
  return {
    apple: once(() => settings.apple && readApple(settings.apple)),
    google: once(() => settings.google && readGoogle(settings.google)),
  }
}

function readApple(given: NonNullable<WalletSettings['apple']>): AppleSigner {
  const authority = readPem(given.authority)
  return {
    ...given,
    certificate: readPem(given.certificate),
    key: readPem(given.key),
    authority,
    isTrial: !/^O=Apple Inc\.$/m.test(new X509Certificate(authority).subject),
  }
}

function readGoogle(given: NonNullable<WalletSettings['google']>): GoogleSigner {
  const isTrial = !given.account.endsWith('.iam.gserviceaccount.com')
  return { ...given, key: readPem(given.key), isTrial }
}

/** A key or certificate by its text, or by the file that holds it. */
export function readPem(textOrPath: string): string {
  return textOrPath.includes('-----BEGIN') ? textOrPath : readFileSync(textOrPath, 'utf8')
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

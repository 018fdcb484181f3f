import { startApplePush, type PassPush } from './apple.ts'
import { startGoogleWallet, type Fields } from './google.ts'
import type { WalletFaults } from './faults.ts'

export interface WalletsFake {
  /** Apple's push service, HTTP/2 with TLS. */
  readonly pushUrl: string
  /** Google's token service (`/token`) and Wallet API. */
  readonly googleUrl: string
  readonly pushes: readonly PassPush[]
  /** A pass as stored by Google. */
  object(id: string): Fields | undefined
  /** Follows a link that saves a pass, as a user does. */
  save(link: string): void
  misbehave(faults: Partial<WalletFaults>): void
  stop(): Promise<void>
}

/** Fakes of Apple's push service and Google's Wallet API. Listens on 127.0.0.1 unless another host is given. */
export async function startWallets(options: {
  readonly port: number
  readonly googlePort: number
  readonly host?: string | undefined
  /** PEM of the service's own certificate, and of the root under which passes are signed. */
  readonly certificate: string
  readonly key: string
  readonly root: string
  /** PEM of the service account, to verify token requests; without it they are not verified. */
  readonly googlePublicKey?: string | undefined
}): Promise<WalletsFake> {
  const { port, googlePort, host = '127.0.0.1', googlePublicKey: publicKey, ...keys } = options
  const faults: WalletFaults = { goneTokens: [], refuseNext: 0, refuseGoogleNext: 0 }
  const apple = await startApplePush({ port, host, ...keys, faults })
  const google = await startGoogleWallet({ port: googlePort, host, publicKey, faults })
  return {
    pushUrl: apple.url,
    googleUrl: google.url,
    pushes: apple.pushes,
    object: (id) => [...google.objects].find(([name]) => name.endsWith(` ${id}`))?.[1],
    save: google.save,
    misbehave: (given) => void Object.assign(faults, given),
    async stop() {
      await Promise.all([apple.stop(), google.stop()])
    },
  }
}

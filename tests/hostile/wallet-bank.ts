/** The bank that accepts wallets, with Apple's gateway, for a test's shop. */
import { randomUUID } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { startAppleGateway } from '../../fakes/bog/apple-gateway.ts'
import { startBog } from '../../fakes/bog/start.ts'
import { makeWalletKeys } from '../../fakes/wallets/keys.ts'

export interface WalletBank {
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Uses the keys of wallet passes, which identify the merchant to Apple too. */
export async function startWalletBank(passTypeId: string): Promise<WalletBank> {
  const { root, service, ...keys } = makeWalletKeys({
    passTypeId,
    teamId: 'TEAM000000',
    now: new Date(),
  })
  const bank = await startBog({ port: 0 })
  const gateway = await startAppleGateway({ port: 0, ...service, root })
  return {
    settings: {
      ...keys,
      BOG_URL: bank.url,
      BOG_TOKEN_URL: bank.tokenUrl,
      APPLE_PAY_MERCHANT_ID: 'merchant.test',
      APPLE_PAY_CERTIFICATE: `${keys.APPLE_PASS_CERTIFICATE}\n${keys.APPLE_PASS_WWDR}`,
      APPLE_PAY_KEY: keys.APPLE_PASS_KEY,
      APPLE_PAY_GATEWAY_URL: gateway.url,
      APPLE_PAY_GATEWAY_AUTHORITY: root,
      GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4TEST',
    },
    async stop() {
      await Promise.all([bank.stop(), gateway.stop()])
    },
  }
}

/** Input of a wallet payment, or of the bank's message about it. */
export function walletPayValues(call: Call): Record<string, unknown> {
  if (call.id === 'own-wallet-payment')
    return { kind: 'google-pay', token: `a card ${randomUUID()}` }
  return call.id === 'own-payments-bog-callback' ? { body: { order_id: 'order' } } : {}
}

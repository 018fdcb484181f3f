import type { PaymentProvider, WalletProvider } from '#modules/payments/server/public-api.ts'
import type { CheckoutPorts } from './ports.ts'

/** The provider that accepts wallets, if any. */
export function walletProviderOf({
  providers,
}: Pick<CheckoutPorts, 'providers'>): (PaymentProvider & WalletProvider) | undefined {
  return providers.find(
    (provider): provider is PaymentProvider & WalletProvider => 'payByWallet' in provider,
  )
}

/** Test tokens in place of a wallet's encrypted payment data; any other text is approved. */
export const testWalletTokens = {
  declined: 'test-token-declined',
  insufficientFunds: 'test-token-insufficient-funds',
  /** Requires 3-D Secure. */
  challenge: 'test-token-3ds',
} as const

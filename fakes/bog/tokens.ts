/** What stands in for the encrypted part of a wallet's answer: any other text is a card that pays. */
export const testWalletTokens = {
  declined: 'test-token-declined',
  insufficientFunds: 'test-token-insufficient-funds',
  /** The bank wants to see the buyer. */
  challenge: 'test-token-3ds',
} as const

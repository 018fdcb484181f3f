/** Apple Pay's payment data as sent by a browser; `data` is the encrypted part. */
function appleDataOf(token: string): unknown {
  try {
    return (JSON.parse(token) as { readonly data?: unknown } | null)?.data
  } catch {
    return undefined
  }
}

/**
 * Whether the test token of a payment (Google's token itself, or the encrypted part of Apple's payment data) selects this
 * outcome. A wallet makes each token anew, so one may continue in any way.
 */
export function isTestToken(token: string, outcome: keyof typeof testWalletTokens): boolean {
  const data = appleDataOf(token)
  return (typeof data === 'string' ? data : token).startsWith(testWalletTokens[outcome])
}

/** Test tokens in place of a wallet's encrypted payment data; any other text is approved. */
export const testWalletTokens = {
  declined: 'test-token-declined',
  insufficientFunds: 'test-token-insufficient-funds',
  /** Requires 3-D Secure. */
  challenge: 'test-token-3ds',
} as const

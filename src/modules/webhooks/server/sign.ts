import { createHmac } from 'node:crypto'

/** Headers of a signed message: Standard Webhooks (standardwebhooks.com), symmetric, version 1. */
export function signedHeaders(
  secret: Buffer,
  message: { readonly messageId: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000))
  const signature = createHmac('sha256', secret)
    .update(`${message.messageId}.${timestamp}.${message.body}`)
    .digest('base64')
  return {
    'webhook-id': message.messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** The secret as shown once to the merchant: `whsec_` and base64. */
export function formatSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

import { z } from 'zod'

/** Settings of Apple Pay and Google Pay, and of the bank that processes them. */
export const walletPaySettings = {
  BOG_URL: z
    .url()
    .optional()
    .describe(
      'Bank of Georgia’s payments API (https://api.bog.ge), which takes Apple Pay and Google Pay; the demo starts a fake',
    ),
  BOG_TOKEN_URL: z
    .url()
    .default('https://oauth2.bog.ge/auth/realms/bog/protocol/openid-connect/token')
    .describe('Token endpoint of that API'),
  BOG_CLIENT_ID: z.string().default('demo-merchant').describe('Bank of Georgia client id'),
  BOG_CLIENT_SECRET: z
    .string()
    .default('demo-merchant-secret')
    .describe('Bank of Georgia client secret'),
  APPLE_PAY_MERCHANT_ID: z
    .string()
    .optional()
    .describe(
      'Apple Pay merchant identifier (merchant.ge.example); without it Apple Pay is not offered',
    ),
  APPLE_PAY_CERTIFICATE: z
    .string()
    .optional()
    .describe('Apple Pay merchant identity certificate: PEM or file path'),
  APPLE_PAY_KEY: z.string().optional().describe('Key of that certificate: PEM or file path'),
  APPLE_PAY_GATEWAY_URL: z
    .url()
    .default('https://apple-pay-gateway.apple.com')
    .describe('Apple Pay gateway that opens sessions; the demo starts a fake'),
  APPLE_PAY_GATEWAY_AUTHORITY: z
    .string()
    .optional()
    .describe(
      'Authority of the gateway’s certificate where the system does not know it: PEM or file path',
    ),
  GOOGLE_PAY_MERCHANT_ID: z
    .string()
    .optional()
    .describe('Google Pay merchant id; without it Google Pay is not offered'),
  GOOGLE_PAY_GATEWAY: z
    .string()
    .default('georgiancard')
    .describe('Gateway that Google encrypts cards for'),
  GOOGLE_PAY_GATEWAY_MERCHANT_ID: z
    .string()
    .default('BCR2DN4TXKPITITV')
    .describe('Id of the bank at that gateway'),
}

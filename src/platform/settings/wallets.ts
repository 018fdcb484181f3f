import { z } from 'zod'
import { httpUrl } from './fields.ts'

/** Passes in Apple Wallet and Google Wallet. */
export const walletSettings = {
  APPLE_PASS_TYPE_ID: z
    .string()
    .default('pass.example.bileti')
    .describe('Apple Wallet pass type identifier'),
  APPLE_PASS_TEAM_ID: z.string().default('DEMOTEAM00').describe('Apple team identifier'),
  APPLE_PASS_CERTIFICATE: z
    .string()
    .optional()
    .describe(
      'Certificate that signs Apple Wallet passes: PEM or file path; the demo generates one',
    ),
  APPLE_PASS_KEY: z
    .string()
    .optional()
    .describe('RSA key of that certificate: PEM or file path; the demo generates one'),
  APPLE_PASS_KEY_PASSPHRASE: z
    .string()
    .optional()
    .describe('Passphrase of that key, if it is encrypted'),
  APPLE_PASS_WWDR: z
    .string()
    .optional()
    .describe(
      'Apple’s intermediate certificate (WWDR): PEM or file path; the demo generates a stand-in',
    ),
  APPLE_PUSH_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe(
      'Apple’s push service (https://api.push.apple.com): notifies devices of changed passes; without it they poll; the demo starts a fake',
    ),
  APPLE_PUSH_AUTHORITY: z
    .string()
    .optional()
    .describe(
      'Authority of the push service’s certificate where the system does not know it: PEM or file path',
    ),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .default('3388000000000000000')
    .describe('Google Wallet issuer id'),
  GOOGLE_WALLET_ACCOUNT: z
    .string()
    .default('wallet@bileti.example')
    .describe('Google service account that signs wallet passes'),
  GOOGLE_WALLET_KEY: z
    .string()
    .optional()
    .describe(
      'Private key of that service account (PKCS#8): PEM or file path; the demo generates one',
    ),
  GOOGLE_WALLET_URL: httpUrl
    .default('https://pay.google.com/gp/v/save')
    .describe('Google’s page that saves a pass'),
  GOOGLE_WALLET_API_URL: httpUrl
    .optional()
    .describe(
      'Google Wallet API (https://walletobjects.googleapis.com): updates saved passes; without it they are not updated; the demo starts a fake',
    ),
  GOOGLE_WALLET_TOKEN_URL: httpUrl
    .default('https://oauth2.googleapis.com/token')
    .describe('Google’s token endpoint for the service account of passes'),
}

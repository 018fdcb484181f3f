import { z } from 'zod'
import { httpUrl } from './fields.ts'

/** Emails, short messages and notifications on devices. */
export const messageSettings = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('SMTP server for outgoing mail; the demo starts a mailbox'),
  SMTP_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Maximum open connections of one worker process to the mail server'),
  MAIL_FROM: z
    .string()
    .default('Bileti <tickets@bileti.example>')
    .describe('Sender address of emails'),
  SECURITY_CONTACT: z
    .string()
    .default('mailto:security@bileti.example')
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine(
      (contacts) =>
        contacts.every((one) => /^(?:mailto:\S+@\S+|tel:\+[\d-]+|https:\/\/\S+)$/.test(one)),
      'must be addresses that begin with mailto:, tel: or https:',
    )
    .describe(
      'Whom to tell of a vulnerability, in /.well-known/security.txt: addresses (mailto:, tel:, https:) separated by commas',
    ),
  SMS_URL: z.url().optional().describe('SMS gateway; the demo starts a fake'),
  SMS_API_KEY: z.string().default('demo-sms-key').describe('SMS gateway api key'),
  SMS_SENDER: z.string().max(11).default('BILETI').describe('Sender name of short messages'),
  PUSH_VAPID_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional()
    .describe('Private key (P-256, base64url) that signs Web Push; the demo generates one'),
  PUSH_VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:)/)
    .default('mailto:push@bileti.example')
    .describe('Contact address for operators of push services'),
  PUSH_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter(Boolean))
    .describe(
      'Further push services besides those of the known browsers: origins separated by commas',
    ),
  FCM_URL: httpUrl
    .optional()
    .describe(
      'Firebase Cloud Messaging (https://fcm.googleapis.com); without it apps receive no notifications; the demo starts a fake',
    ),
  FCM_TOKEN_URL: httpUrl
    .optional()
    .describe(
      'Google’s token endpoint (https://oauth2.googleapis.com/token); default FCM_URL/token',
    ),
  FCM_PROJECT: z.string().default('demo-project').describe('Firebase project'),
  FCM_ACCOUNT: z
    .string()
    .default('push@demo-project.iam.example')
    .describe('Firebase service account that sends to apps'),
  FCM_KEY: z
    .string()
    .optional()
    .describe('Private key of that service account, PEM; the demo generates one'),
}

import { z } from 'zod'
import { refusalOfCookieDomain } from './cookie-domain.ts'
import { measuringSettings } from './measuring-settings.ts'

/** `railway=https://…,omnibus=https://…` as pairs. */
function feedAddresses(
  value: string,
  check: z.RefinementCtx,
): readonly { readonly feed: string; readonly url: string }[] {
  return value
    .split(',')
    .filter(Boolean)
    .flatMap((pair) => {
      const [, feed, url] = /^([^=]+)=(https?:\/\/.+)$/.exec(pair.trim()) ?? []
      if (feed !== undefined && url !== undefined && URL.canParse(url)) return [{ feed, url }]
      check.addIssue({ code: 'custom', message: `“${pair}” is not feed=address` })
      return []
    })
}

const port = z.coerce.number().int().min(0).max(65_535)
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine(
    (value) => new URL(value).origin === value,
    'must be an origin: scheme, host and port only',
  )
const perMinute = z.coerce.number().int().min(1)
const most = z.coerce.number().int().min(0)
const budget = (hourAndDay: string) =>
  z
    .string()
    .regex(/^\d{1,9}\/\d{1,9}$/, 'must be two numbers, hour/day')
    .default(hourAndDay)
    .transform((value) => {
      const [hour = 0, day = 0] = value.split('/').map(Number)
      return { hour, day }
    })

/** `tpay GE:180 *:290, gc *:260`: hundredths of a percent by provider and by country (ISO 3166-1) of a card. */
const cardCosts = (costs: string) =>
  z
    .string()
    .regex(
      /^[a-z]+(?: (?:[A-Z]{2}|\*):\d{1,4})+(?:, [a-z]+(?: (?:[A-Z]{2}|\*):\d{1,4})+)*$/,
      'must be like: tpay GE:180 *:290, gc *:260',
    )
    .default(costs)
    .transform(
      (value) =>
        new Map(
          value.split(', ').map((part) => {
            const [name = '', ...rates] = part.split(' ')
            const read = rates.map((rate) => rate.split(':'))
            return [name, new Map(read.map(([country = '', cost]) => [country, Number(cost)]))]
          }),
        ),
    )

/** Every setting with its default and description; README's table is generated from these descriptions. */
export const settings = z.object({
  PORT: port.default(3000).describe('Port of the shop'),
  HOST: z.string().default('127.0.0.1').describe('Address the shop listens on'),
  DEMO_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that the demo’s banks, mailbox and phones listen on, independent of HOST: they have no authentication',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Data directory of the embedded database, media and demo services'),
  MEDIA_S3_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Bucket of an S3-compatible store for pictures (https://storage.example/bucket), instead of the data directory',
    ),
  MEDIA_S3_REGION: z.string().default('us-east-1').describe('Region of that bucket'),
  MEDIA_S3_KEY_ID: z.string().default('').describe('Access key id for that bucket'),
  MEDIA_S3_SECRET: z.string().default('').describe('Secret access key for that bucket'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL server to use instead of the embedded one'),
  DATABASE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe(
      'Database connections of one server process; two more are reserved for short work such as choosing seats',
    ),
  PUBLIC_ORIGIN: origin
    .optional()
    .describe('Public origin of the shop; default http://localhost:PORT'),
  AUTH_ORIGIN: z
    .url()
    .optional()
    .describe('Address of login, register and logout; default PUBLIC_ORIGIN/auth'),
  COOKIE_DOMAIN: z
    .string()
    .toLowerCase()
    .optional()
    .describe(
      'Cookie domain shared by the hosts of PUBLIC_ORIGIN and AUTH_ORIGIN when they differ, so that both see one session',
    ),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1).describe('Server processes'),
  MODE: z
    .enum(['test', 'production'])
    .default('test')
    .describe(
      'Deployment mode: test starts the demo’s outside parties and validates replies; production contacts configured hosts only',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Minimum level that is logged'),
  TRUST_PROXY: z
    .stringbool()
    .default(false)
    .describe('Read the caller’s address from X-Forwarded-For'),
  LIMIT_GUESS_PER_MINUTE: perMinute
    .default(20)
    .describe(
      'Rate limit per minute and address for guessable secrets: passwords, codes, links; over all processes',
    ),
  LIMIT_FLOOD_PER_MINUTE: perMinute
    .default(120)
    .describe(
      'Rate limit per minute and address for requests that cause costs: mail, messages, new orders; over all processes',
    ),
  LIMIT_READ_PER_MINUTE: perMinute
    .default(3_000)
    .describe('Rate limit per minute and address for all other requests to one server process'),
  HOLD_MINUTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(45)
    .describe(
      'Maximum minutes from the first order of an attempt to the end of its last hold, including extensions and retries; at least one hold time of the offering',
    ),
  HELD_PLACES_PER_DEVICE_MAX: most
    .default(60)
    .describe('Maximum unpaid held places of one browser at one address; 0 means no limit'),
  HELD_PLACES_PER_NETWORK_MAX: most
    .default(600)
    .describe(
      'Maximum unpaid held places of one network (an IPv4 address or an IPv6 /56 block); 0 means no limit',
    ),
  UNPAID_ORDERS_PER_PHONE_MAX: most
    .default(4)
    .describe('Maximum unpaid orders at checkout with the same phone; 0 means no limit'),
  QUEUE_JOINS_FREE: most
    .default(8)
    .describe(
      'Places that one network joins in a queue within ten minutes before its devices have to prove work; 0 means never',
    ),
  QUEUE_PLACES_PER_NETWORK_MAX: most
    .default(1000)
    .describe('Maximum places of one network in one queue; 0 means no limit'),
  SMS_PER_ACCOUNT: budget('6/15').describe(
    'SMS codes per hour/day for one account or guest; 0 means no limit',
  ),
  SMS_PER_PHONE: budget('5/8').describe('SMS codes per hour/day to one phone'),
  SMS_PER_NETWORK: budget('60/300').describe('SMS codes per hour/day requested from one network'),
  SMS_PER_COUNTRY: budget('100/500').describe(
    'SMS codes per hour/day to all phones of one country calling code other than +995',
  ),
  SMS_PER_SHOP: budget('5000/40000').describe('SMS codes per hour/day of the whole shop'),
  LIVE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(20_000)
    .describe('Maximum open live maps of one server process; further clients fall back to polling'),
  LIVE_CONNECTIONS_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe('Maximum open live maps of one address in one server process'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for /metrics; without it only this machine may read them'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Receiver of traces and metrics over OTLP/HTTP (OpenTelemetry), whose other standard variables count too; without it nothing is exported',
    ),
  TRACE_RATIO: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of all traces that is exported to OTEL_EXPORTER_OTLP_ENDPOINT'),
  PAGE_CACHE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(2)
    .describe(
      'How long a public page is served from the cache without revalidation; 0 disables the cache',
    ),
  CARD_COSTS: cardCosts('tpay GE:180 *:290, gc GE:190 *:260, epoint AZ:180 *:330').describe(
    'Cost of a card payment in hundredths of a percent, by acquirer and country of the card; the cheapest available acquirer is asked first',
  ),
  TPAY_URL: z.url().optional().describe('tpay gateway; the demo starts a fake'),
  TPAY_API_KEY: z.string().default('demo-api-key').describe('tpay api key'),
  TPAY_CLIENT_ID: z.string().default('demo-merchant').describe('tpay client id'),
  TPAY_CLIENT_SECRET: z.string().default('demo-merchant-secret').describe('tpay client secret'),
  EPOINT_URL: z.url().optional().describe('Epoint gateway; the demo starts a fake'),
  EPOINT_PUBLIC_KEY: z.string().default('demo-merchant').describe('Epoint public key'),
  EPOINT_PRIVATE_KEY: z
    .string()
    .default('demo-epoint-key')
    .describe('Epoint private key; signs requests and callbacks'),
  CITYPAY_URL: z
    .url()
    .optional()
    .describe('CityPay API that creates orders; the demo starts a fake'),
  CITYPAY_ORDERS_URL: z
    .url()
    .optional()
    .describe('CityPay API that reads orders; default CITYPAY_URL'),
  CITYPAY_CUSTOMER_ID: z.string().default('demo-merchant').describe('CityPay customer id'),
  CITYPAY_ACCESS_TOKEN: z.string().default('demo-citypay-token').describe('CityPay access token'),
  GC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Georgian Card (gc) gateway; the demo starts a fake'),
  GC_MERCHANT_ID: z.string().default('demo-gc-merchant').describe('gc merchant id (merch_id)'),
  GC_PAGE_ID: z.string().default('demo-gc-page').describe('gc page id (page_id)'),
  GC_ACCOUNT_ID: z
    .string()
    .default('demo-gc-account')
    .describe('gc account that receives the money'),
  GC_API_PASSWORD: z
    .string()
    .default('demo-gc-api')
    .describe('gc password for refunds and for the list of transactions'),
  GC_CALLER_USER: z.string().default('demo-gc').describe('User name of gc’s calls to us'),
  GC_CALLER_PASSWORD: z.string().default('demo-gc-caller').describe('Password of gc’s calls to us'),
  GC_CERTIFICATE: z.string().optional().describe('gc certificate or public key: PEM or file path'),
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
      'Apple’s push service (https://api.push.apple.com): devices learn of changed passes at once; without it they ask by themselves; the demo starts a fake',
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
  GOOGLE_WALLET_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://pay.google.com/gp/v/save')
    .describe('Google’s page that saves a pass'),
  GOOGLE_WALLET_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Google Wallet API (https://walletobjects.googleapis.com): changes passes that were saved; without it they stay as they were; the demo starts a fake',
    ),
  GOOGLE_WALLET_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://oauth2.googleapis.com/token')
    .describe('Google’s token endpoint for the service account of passes'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('SMTP server for outgoing mail; the demo starts a mailbox'),
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
  FCM_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Firebase Cloud Messaging (https://fcm.googleapis.com); without it apps receive no notifications; the demo starts a fake',
    ),
  FCM_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
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
  SMTP_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Maximum open connections of one worker process to the mail server'),
  RATES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'National Bank of Georgia (https://nbg.gov.ge) for currency rates; without it operators enter them; the demo starts a fake',
    ),
  GTFS_REALTIME_URLS: z
    .string()
    .default('')
    .transform(feedAddresses)
    .describe(
      'GTFS-Realtime messages of carriers, asked every half minute: name of the feed=address, separated by commas; without them delays are not known',
    ),
  FB_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Facebook’s login dialog (https://www.facebook.com); without it there is no sign-in with Facebook; the demo starts a fake',
    ),
  FB_GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Facebook’s Graph API (https://graph.facebook.com); default FB_URL'),
  FB_APP_ID: z.string().default('demo-app').describe('Facebook app id'),
  FB_APP_SECRET: z.string().default('demo-app-secret').describe('Facebook app secret'),
  ...measuringSettings,
  PAYOUT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Bank API that pays out balances to bank accounts; without it only cards can receive them; the demo starts a fake',
    ),
  PAYOUT_API_KEY: z.string().default('demo-payout-key').describe('API key of that bank'),
  CINEMA_URL: z
    .url()
    .optional()
    .describe(
      'Outside cinema system that confirms seats of its own sessions; the demo starts a fake',
    ),
  CINEMA_API_KEY: z
    .string()
    .default('demo-cinema-key')
    .describe('API key of the outside cinema system'),
  DUFFEL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Duffel’s API (https://api.duffel.com) for flights beside the platform’s own; without it there are none; the demo starts a fake',
    ),
  DUFFEL_ACCESS_TOKEN: z.string().default('demo-duffel-token').describe('Access token of Duffel'),
  DUFFEL_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .optional()
    .describe(
      'Secret of the webhook at Duffel that sends events to PUBLIC_ORIGIN/flights/duffel/events; without it no event is accepted',
    ),
  IATI_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('IATI’s API for further flights; without it there are none; the demo starts a fake'),
  IATI_API_KEY: z.string().default('demo-iati-key').describe('API key of IATI'),
  SMS_URL: z.url().optional().describe('SMS gateway; the demo starts a fake'),
  SMS_API_KEY: z.string().default('demo-sms-key').describe('SMS gateway api key'),
  SMS_SENDER: z.string().max(11).default('BILETI').describe('Sender name of short messages'),
  MAIL_FROM: z
    .string()
    .default('Bileti <tickets@bileti.example>')
    .describe('Sender address of emails'),
})

type Parsed = z.output<typeof settings>

export interface Config extends Parsed {
  readonly PUBLIC_ORIGIN: string
  readonly AUTH_ORIGIN: string
}

export class ConfigError extends Error {}

/** Reads the environment once; throws `ConfigError` with one line for all invalid values. Empty text counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = settings.safeParse(given)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Settings are not usable: ${lines.join('; ')}`)
  }
  const publicOrigin = result.data.PUBLIC_ORIGIN ?? `http://localhost:${result.data.PORT}`
  const authOrigin = result.data.AUTH_ORIGIN ?? `${publicOrigin}/auth`
  const refusal = refusalOfCookieDomain(result.data.COOKIE_DOMAIN, [publicOrigin, authOrigin])
  if (refusal) throw new ConfigError(`Settings are not usable: COOKIE_DOMAIN: ${refusal}`)
  return { ...result.data, PUBLIC_ORIGIN: publicOrigin, AUTH_ORIGIN: authOrigin }
}

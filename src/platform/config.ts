import { z } from 'zod'

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

/** Every setting, with its default and what it is for; README's table is made of these descriptions. */
export const settings = z.object({
  PORT: port.default(3000).describe('Port of the shop'),
  HOST: z.string().default('127.0.0.1').describe('Address the shop listens on'),
  DEMO_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that the demo’s banks, mailbox and phones listen on, whatever HOST is: they ask for no password',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, media and demo services keep their data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A PostgreSQL of your own instead of the embedded one'),
  DATABASE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe('Database connections of one server process; two more are kept for choosing'),
  PUBLIC_ORIGIN: origin.optional().describe('Origin shoppers see; default http://localhost:PORT'),
  AUTH_ORIGIN: z
    .url()
    .optional()
    .describe('Where login, register and logout live; default PUBLIC_ORIGIN/auth'),
  COOKIE_DOMAIN: z
    .string()
    .toLowerCase()
    .optional()
    .describe(
      'Domain that the hosts of PUBLIC_ORIGIN and AUTH_ORIGIN share, where they differ: a session opened on one is known on the other',
    ),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1).describe('Server processes'),
  MODE: z
    .enum(['test', 'production'])
    .default('test')
    .describe(
      'Deployment mode: test starts the demo’s outside parties and checks replies; production speaks only to the hosts that are set',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
  TRUST_PROXY: z
    .stringbool()
    .default(false)
    .describe('Take the caller’s address from X-Forwarded-For'),
  LIMIT_GUESS_PER_MINUTE: perMinute
    .default(20)
    .describe('Attempts a minute and address at what could be guessed'),
  LIMIT_FLOOD_PER_MINUTE: perMinute
    .default(120)
    .describe('Requests a minute and address that cost others something'),
  LIMIT_READ_PER_MINUTE: perMinute
    .default(3_000)
    .describe('All other requests a minute and address'),
  HOLD_MINUTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(45)
    .describe(
      'Minutes from the first order of an attempt to the end of its last hold, over extensions and retries; never less than one hold time of the offering',
    ),
  HELD_PLACES_PER_DEVICE_MAX: most
    .default(60)
    .describe('Places that one browser at one address may hold unpaid at once; 0 is no bound'),
  HELD_PLACES_PER_NETWORK_MAX: most
    .default(600)
    .describe(
      'Places that one network (an IPv4 address or an IPv6 block of 56 bits) may hold unpaid at once; 0 is no bound',
    ),
  UNPAID_ORDERS_PER_PHONE_MAX: most
    .default(4)
    .describe('Unpaid orders that one phone may have at checkout at once; 0 is no bound'),
  SMS_PER_ACCOUNT: budget('6/15').describe(
    'Codes by SMS an hour/a day for one account or guest; 0 is no bound',
  ),
  SMS_PER_PHONE: budget('5/8').describe('The same to one phone'),
  SMS_PER_NETWORK: budget('60/300').describe('The same asked from one network'),
  SMS_PER_COUNTRY: budget('100/500').describe(
    'The same to all phones of one country calling code other than +995',
  ),
  SMS_PER_SHOP: budget('5000/40000').describe('The same of the whole shop'),
  LIVE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(20_000)
    .describe('Open live maps of one server process; the rest ask again and again'),
  LIVE_CONNECTIONS_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe('Open live maps of one address and server process'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer that may read /metrics; none: only this machine may'),
  PAGE_CACHE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(2)
    .describe('How long a public page is sent without another look; 0 keeps none'),
  TPAY_URL: z.url().optional().describe('tpay gateway; the demo starts a fake of its own'),
  TPAY_API_KEY: z.string().default('demo-api-key').describe('tpay api key'),
  TPAY_CLIENT_ID: z.string().default('demo-merchant').describe('tpay client id'),
  TPAY_CLIENT_SECRET: z.string().default('demo-merchant-secret').describe('tpay client secret'),
  EPOINT_URL: z.url().optional().describe('Epoint; the demo starts a fake of its own'),
  EPOINT_PUBLIC_KEY: z.string().default('demo-merchant').describe('Epoint public key'),
  EPOINT_PRIVATE_KEY: z
    .string()
    .default('demo-epoint-key')
    .describe('Epoint private key: signs both ways'),
  CITYPAY_URL: z
    .url()
    .optional()
    .describe('CityPay, where orders are made; the demo starts a fake of its own'),
  CITYPAY_ORDERS_URL: z
    .url()
    .optional()
    .describe('CityPay, where orders are read; default CITYPAY_URL'),
  CITYPAY_CUSTOMER_ID: z.string().default('demo-merchant').describe('CityPay customer id'),
  CITYPAY_ACCESS_TOKEN: z.string().default('demo-citypay-token').describe('CityPay access token'),
  GC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Georgian Card gateway; the demo starts a fake of its own'),
  GC_MERCHANT_ID: z.string().default('demo-gc-merchant').describe('gc merchant id (merch_id)'),
  GC_PAGE_ID: z.string().default('demo-gc-page').describe('gc page id (page_id)'),
  GC_ACCOUNT_ID: z.string().default('demo-gc-account').describe('gc account money goes to'),
  GC_API_PASSWORD: z
    .string()
    .default('demo-gc-api')
    .describe('gc password of refunds and of the list of transactions'),
  GC_CALLER_USER: z.string().default('demo-gc').describe('Name gc calls us with'),
  GC_CALLER_PASSWORD: z.string().default('demo-gc-caller').describe('Password gc calls us with'),
  GC_CERTIFICATE: z
    .string()
    .optional()
    .describe('gc certificate or public key: PEM, or the path of a file with it'),
  APPLE_PASS_TYPE_ID: z
    .string()
    .default('pass.example.bileti')
    .describe('Type of our passes for Apple’s wallet, as Apple has it'),
  APPLE_PASS_TEAM_ID: z.string().default('DEMOTEAM00').describe('Our team at Apple'),
  APPLE_PASS_CERTIFICATE: z
    .string()
    .optional()
    .describe('Certificate passes are signed with: PEM, or the path of a file; the demo makes one'),
  APPLE_PASS_KEY: z
    .string()
    .optional()
    .describe('Its RSA key: PEM, or the path of a file; the demo makes one'),
  APPLE_PASS_KEY_PASSPHRASE: z
    .string()
    .optional()
    .describe('What the key is locked with, if it is'),
  APPLE_PASS_WWDR: z
    .string()
    .optional()
    .describe('Apple’s certificate above it (WWDR): PEM, or a path; the demo makes a stand-in'),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .default('3388000000000000000')
    .describe('Our issuer id at Google’s wallet'),
  GOOGLE_WALLET_ACCOUNT: z
    .string()
    .default('wallet@bileti.example')
    .describe('Service account that signs for Google’s wallet'),
  GOOGLE_WALLET_KEY: z
    .string()
    .optional()
    .describe('Its key, PKCS#8: PEM, or the path of a file; the demo makes one'),
  GOOGLE_WALLET_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://pay.google.com/gp/v/save')
    .describe('Google’s page that keeps a pass'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Outgoing mail; the demo starts a mailbox of its own'),
  PUSH_VAPID_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional()
    .describe('Private key (P-256, base64url) that Web Push is signed with; the demo makes one'),
  PUSH_VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:)/)
    .default('mailto:push@bileti.example')
    .describe('Whom a push service writes to about us'),
  PUSH_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter(Boolean))
    .describe('Push services besides those of the known browsers: origins, with commas between'),
  FCM_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Firebase Cloud Messaging (https://fcm.googleapis.com); none: apps are not told; the demo starts a fake',
    ),
  FCM_TOKEN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where access tokens are made (https://oauth2.googleapis.com/token); default FCM_URL/token',
    ),
  FCM_PROJECT: z.string().default('demo-project').describe('Our project at Firebase'),
  FCM_ACCOUNT: z
    .string()
    .default('push@demo-project.iam.example')
    .describe('Service account that sends to apps'),
  FCM_KEY: z.string().optional().describe('Its private key, PEM; the demo makes one'),
  SMTP_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(8)
    .describe('Connections to the mail server that one worker process keeps open'),
  RATES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'National Bank of Georgia (https://nbg.gov.ge) for currency rates; none: they are set by hand; the demo starts a fake',
    ),
  FB_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Facebook’s dialog (https://www.facebook.com); none: no such sign-in; the demo starts a fake',
    ),
  FB_GRAPH_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Facebook’s graph (https://graph.facebook.com); default FB_URL'),
  FB_APP_ID: z.string().default('demo-app').describe('Facebook app id'),
  FB_APP_SECRET: z.string().default('demo-app-secret').describe('Facebook app secret'),
  PAYOUT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Bank that pays balances out to accounts; none: only back to cards; the demo starts one',
    ),
  PAYOUT_API_KEY: z.string().default('demo-payout-key').describe('Key of the bank that pays out'),
  SMS_URL: z.url().optional().describe('SMS gateway; the demo starts one of its own'),
  SMS_API_KEY: z.string().default('demo-sms-key').describe('SMS gateway api key'),
  SMS_SENDER: z.string().max(11).default('BILETI').describe('Sender of short messages'),
  MAIL_FROM: z.string().default('Bileti <tickets@bileti.example>').describe('Sender of emails'),
})

/** Labels under which a registry gives out names, below a country's own: `com.ge`, `co.uk`. */
const registryLabels = new Set(['ac', 'co', 'com', 'edu', 'gov', 'ltd', 'mil', 'net', 'nom', 'org'])

/**
 * Why a cookie may not be given to this domain: a session would be sent to hosts that are not ours, or not to all that
 * need it. Undefined when it may, or when nothing is shared.
 */
function refusalOfCookieDomain(
  domain: string | undefined,
  addresses: readonly string[],
): string | undefined {
  if (domain === undefined) return undefined
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) || /^[\d.]+$/.test(domain))
    return 'must be a domain of two labels or more, without a leading dot'
  const labels = domain.split('.')
  const [first = '', last = ''] = labels
  if (labels.length === 2 && last.length === 2 && registryLabels.has(first))
    return 'must not be a domain under which others register names'
  const outside = addresses
    .map((address) => new URL(address).hostname)
    .find((host) => host !== domain && !host.endsWith(`.${domain}`))
  return outside === undefined ? undefined : `must hold the host ${outside}`
}

type Parsed = z.output<typeof settings>

export interface Config extends Parsed {
  readonly PUBLIC_ORIGIN: string
  readonly AUTH_ORIGIN: string
}

export class ConfigError extends Error {}

/** Reads the environment once; a missing or bad value is one clear line. Empty text counts as absent. */
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

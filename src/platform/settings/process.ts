import { z } from 'zod'
import { httpUrl } from './fields.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const origin = httpUrl
  .transform((value) => value.replace(/\/+$/, ''))
  .refine(
    (value) => new URL(value).origin === value,
    'must be an origin: scheme, host and port only',
  )

/** Where the server listens, keeps its data and is reached, and how it runs. */
export const processSettings = {
  PORT: port.default(3000).describe('Port of the shop'),
  HOST: z.string().default('127.0.0.1').describe('Address the shop listens on'),
  DEMO_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that the demo’s fakes listen on, independent of HOST: they have no authentication',
    ),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Data directory of the embedded database, media and demo services'),
  MEDIA_S3_URL: httpUrl
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
  DATABASE_OWNER_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database as the owner of its tables, for migrations only; the role of DATABASE_URL then gets the rights that server and worker need, and no others',
    ),
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
  GATEWAY_ORIGIN: origin
    .optional()
    .describe('Origin of the calls that pages and apps send; default PUBLIC_ORIGIN'),
  SOCKET_ORIGIN: origin
    .optional()
    .describe('Origin of live streams (seat maps, queues); default PUBLIC_ORIGIN'),
  STATIC_ORIGIN: origin
    .optional()
    .describe('Origin of built scripts, styles and fonts; default PUBLIC_ORIGIN'),
  COOKIE_DOMAIN: z
    .string()
    .toLowerCase()
    .optional()
    .describe(
      'Cookie domain shared by the hosts of PUBLIC_ORIGIN, AUTH_ORIGIN, GATEWAY_ORIGIN and SOCKET_ORIGIN when they differ, so that all see one session',
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
    .string()
    .regex(/^(?:true|false|[0-9])$/, 'must be false, true or the number of proxies')
    .default('false')
    .transform((value) => (value === 'true' ? 1 : Number(value) || 0))
    .describe(
      'Number of our own proxies in front of the server, each of which appends an address to X-Forwarded-For; the caller’s is the one that the first of them saw. true is 1, false none',
    ),
  PAGE_CACHE_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(2)
    .describe(
      'How long a public page is served from the cache without revalidation; 0 disables the cache',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for /metrics; without it only this machine may read them'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
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
}

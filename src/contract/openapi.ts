import { z } from 'zod'
import { operationName, type Call } from './call.ts'
import {
  flag,
  identifier,
  instant,
  isoDate,
  localizedText,
  moneyField,
  noInput,
  uuid,
} from './fields.ts'
import { codesOf, errorSchema, SharedResponses } from './openapi-failures.ts'
import { pascal, SharedSchemas, type Json } from './openapi-shared.ts'
import { tagOf, tagsOf } from './openapi-tags.ts'
import { completed, type Steps } from '#kernel/steps.ts'
import { isKeyPermission } from './staff-permissions.ts'
import { stepUpHeader } from './step-up-header.ts'
import { workProofHeader, workProofLengthMax } from './work-proof.ts'

/** A request that succeeds, as a test sends it. */
export interface CallExample {
  readonly params?: Json
  readonly query?: Json
  readonly body?: unknown
}

export interface DocumentOptions {
  readonly origin: string
  readonly version: string
  /** Requests by the id of their call. */
  readonly examples?: Readonly<Record<string, CallExample>>
  /** Replies that get their own type name in generated clients. */
  readonly replies?: Readonly<Record<string, z.ZodType>>
}

/** Schemas that many calls accept; numbers and flags may also be text, because query parameters are text. */
const inputs = { WholeNumber: identifier, Flag: flag, DateOrInstant: isoDate }

/** Schemas that many calls accept and answer. */
const fields = {
  Money: moneyField,
  Uuid: uuid,
  Instant: instant,
  Day: z.iso.date(),
  LocalizedText: localizedText,
}

/** The OpenAPI 3.1 document of the given calls, ready to be sent as JSON. */
export function openApiDocument(calls: readonly Call[], options: DocumentOptions): Json {
  return completed(openApiSteps(calls, options))
}

/** The same document in steps of about a millisecond, so that a server can answer others between them. */
export function* openApiSteps(calls: readonly Call[], options: DocumentOptions): Steps<Json> {
  const writer = new Writer(options)
  for (const call of calls) {
    writer.see(call)
    yield
  }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    ;(paths[call.path] ??= {})[call.method.toLowerCase()] = writer.operation(call)
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bileti',
      version: options.version,
      summary: 'Tickets for shows, cinema, rail, buses and flights',
      description:
        'An API key, in the header `x-api-key` or the query parameter `api_key`, decides the channel of a sale; public calls need one, an unknown one is refused by every call, and without one the channel is the shop’s own. A shopper’s calls carry a bearer: the first booking call ' +
        'opens a guest session and answers its token, signing in opens that of a customer. Money is `{ amount, currency }` in minor ' +
        'units, times are ISO 8601. Failures carry a stable code; each response lists those it can carry.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.origin }],
    tags: tagsOf(calls),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The key of an app, or the secret key of a partner’s servers.',
        },
        apiKeyQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description:
            'The same key in the address, as the specification has it; logs may keep it.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A session of a guest, a customer, an operator or an organiser’s staff; browsers carry it in a cookie.',
        },
        merchantKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'bileti_key_…',
          description:
            'An API key of an organiser’s program, made at /merchant/api-keys. The scope that a call asks for is one of the key’s permissions; each key has a limit of requests per minute (429 with retry-after).',
        },
      },
      parameters: { AcceptLanguage: acceptLanguage, IdempotencyKey: idempotencyKey },
      responses: writer.responses.components,
      schemas: { Error: errorSchema(), ...writer.schemas.components },
    },
  }
}

const acceptLanguage = {
  name: 'accept-language',
  in: 'header',
  required: false,
  schema: { type: 'string', enum: ['ka', 'en'] },
}

const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description:
    'The same key and request replay the first answer for 24 hours. Without a session, 16 characters or more.',
  schema: { type: 'string', maxLength: 200 },
}

/** The schemas of one call. */
interface CallSchemas {
  readonly params: Json
  readonly query: Json
  readonly body: Json
  /** Null where the answer is a file or a stream. */
  readonly reply: Json | null
}

class Writer {
  readonly schemas = new SharedSchemas()
  readonly responses = new SharedResponses()
  readonly #options: DocumentOptions
  readonly #known = new Map<string, CallSchemas>()

  constructor(options: DocumentOptions) {
    this.#options = options
    for (const [name, schema] of Object.entries(inputs))
      this.schemas.name(jsonSchema(schema, 'input'), name)
    for (const [name, schema] of Object.entries({ ...fields, ...options.replies }))
      this.schemas.name(jsonSchema(schema, 'output'), name)
  }

  see(call: Call): void {
    const own: CallSchemas = {
      params: jsonSchema(call.params, 'input'),
      query: jsonSchema(call.query, 'input'),
      body: jsonSchema(call.body, 'input'),
      reply: call.produces ? null : jsonSchema(call.reply, 'output'),
    }
    this.#known.set(call.id, own)
    const name = pascal(operationName(call))
    for (const schema of [own.params, own.query])
      for (const [each, inner] of Object.entries(propertiesOf(schema)))
        this.schemas.see(inner, { name: pascal(each), of: name })
    if (takesBody(call)) this.schemas.see(own.body, { name: `${name}Body`, of: '' })
    if (own.reply) this.schemas.see(own.reply, { name: `${name}Reply`, of: '' })
  }

  operation(call: Call): Json {
    const own = this.#known.get(call.id)
    if (!own) throw new Error(`${call.id} was not seen`)
    const example = this.#options.examples?.[call.id]
    return {
      operationId: operationName(call),
      tags: [tagOf(call)],
      summary: call.summary,
      security: securityOf(call),
      parameters: [
        ...this.#parameters(call, 'path', own.params, example?.params),
        ...this.#parameters(call, 'query', own.query, example?.query),
        ...headerParameters(call),
      ],
      ...(takesBody(call) ? { requestBody: this.#requestBody(call, own.body, example?.body) } : {}),
      responses: {
        200: this.#success(call, own.reply),
        ...this.responses.of(codesOf(call, reads(call))),
      },
    }
  }

  #parameters(call: Call, place: 'path' | 'query', schema: Json, example: Json = {}): Json[] {
    const needed = new Set([
      ...((schema['required'] as string[] | undefined) ?? []),
      ...call.required,
    ])
    return Object.entries(propertiesOf(schema)).map(([name, inner]) => ({
      name,
      in: place,
      required: place === 'path' || needed.has(name),
      schema: this.schemas.refer(inner),
      ...(name in example ? { example: example[name] } : {}),
    }))
  }

  #requestBody(call: Call, body: Json, example: unknown): Json {
    const content = {
      schema: this.schemas.refer(body),
      ...(example === undefined ? {} : { example }),
    }
    return {
      required: call.required.includes('body') || needsBody(call),
      content: {
        'application/json': content,
        ...(call.takesForm ? { 'application/x-www-form-urlencoded': content } : {}),
      },
    }
  }

  #success(call: Call, reply: Json | null): Json {
    if (reply)
      return {
        description: 'Done',
        content: { 'application/json': { schema: this.schemas.refer(reply) } },
      }
    const isStream = call.produces === 'text/event-stream'
    const description = isStream ? 'Server-sent events, until the connection ends' : 'A file'
    return { description, content: { [call.produces ?? '']: {} } }
  }
}

/** Whether a body is read at all. */
function reads(call: Call): boolean {
  return call.method !== 'GET' && call.body !== noInput
}

function takesBody(call: Call): boolean {
  return reads(call) || call.required.includes('body')
}

/** Whether the call answers nothing but a refusal to a request without a body. */
function needsBody({ body }: Call): boolean {
  return !body.safeParse({}).success && !body.safeParse(undefined).success
}

type Security = Readonly<Record<string, string[]>>

/** The ways to be admitted, each with the key in the header, in the query, and without one where none is needed. */
function securityOf(call: Call): Security[] {
  if (call.credential === 'provider-signature') return []
  const keys: readonly Security[] = [{ apiKey: [] }, { apiKeyQuery: [] }]
  const needsKey = call.credential === 'api-key' || call.needsChannelKey === true
  return credentialsOf(call).flatMap((credential) => [
    ...(needsKey ? [] : [credential]),
    ...keys.map((key) => ({ ...key, ...credential })),
  ])
}

function credentialsOf(call: Call): Security[] {
  if (call.staffPermission !== undefined && isKeyPermission(call.staffPermission))
    return [{ bearer: [] }, { merchantKey: [call.staffPermission] }]
  if (['customer', 'merchant', 'operator'].includes(call.credential)) return [{ bearer: [] }]
  if (call.credential === 'guest-or-customer')
    return call.opensSession ? [{}, { bearer: [] }] : [{ bearer: [] }]
  return [{}]
}

function headerParameters(call: Call): Json[] {
  const proof = {
    name: stepUpHeader,
    in: 'header',
    required:
      call.stepUp !== undefined && call.stepUp.when === undefined && call.credential !== 'merchant',
    description: `A proof for the purpose ${call.stepUp?.purpose ?? ''}, from POST ${call.credential === 'merchant' ? '/v2/merchantusers/step-up; with an API key none is needed' : '/v2/auth/step-up'}.`,
    schema: { type: 'string', maxLength: 200 },
  }
  const workProof = {
    name: workProofHeader,
    in: 'header',
    required: false,
    description:
      'After `HoldWorkNeeded`: its `challenge`, a colon and a nonce without colons, so that SHA-256 of the whole begins with `bits` zero bits.',
    schema: { type: 'string', maxLength: workProofLengthMax },
  }
  return [
    { $ref: '#/components/parameters/AcceptLanguage' },
    ...(call.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(call.stepUp ? [proof] : []),
    ...(call.errors.includes('HoldWorkNeeded') ? [workProof] : []),
  ]
}

function propertiesOf(schema: Json): Readonly<Record<string, Json>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

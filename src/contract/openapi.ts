import { z } from 'zod'
import { operationName, type Call } from './call.ts'
import { noInput } from './fields.ts'
import { errorTable, type ErrorCode } from './errors.ts'
import { stepUpHeader } from './step-up.ts'

/** Failures that the chain every call goes through can answer. */
const chainErrors: readonly ErrorCode[] = [
  'BadRequest',
  'NameNotAllowed',
  'TooManyRequests',
  'ServerSide',
  'ServiceUnavailable',
]

/** Failures of reading a body. */
const bodyErrors: readonly ErrorCode[] = ['BodyTooDeep', 'PayloadTooLarge', 'UnsupportedMediaType']

/** The OpenAPI 3.1 document of the given calls, ready to be sent as JSON. */
export function openApiDocument(
  calls: readonly Call[],
  options: { readonly origin: string; readonly version: string },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operation(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bileti',
      version: options.version,
      summary: 'Tickets for shows, cinema, rail, buses and flights',
    },
    servers: [{ url: options.origin }],
    tags: [...new Set(calls.map((call) => call.area))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'query', name: 'api_key' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A guest or customer session; browsers carry it in the cookie AccessToken.',
        },
      },
      schemas: { Error: errorSchema() },
    },
  }
}

function operation(call: Call): Record<string, unknown> {
  const bodySchema = inputSchema(call.body)
  const takesBody = call.method !== 'GET' && call.body !== noInput
  return {
    operationId: operationName(call),
    tags: [call.area],
    summary: call.summary,
    security: securityOf(call),
    parameters: [
      ...parameters(call, 'path'),
      ...parameters(call, 'query'),
      ...headerParameters(call),
    ],
    ...(takesBody || call.required.includes('body')
      ? {
          requestBody: {
            required: call.required.includes('body') || needsBody(call),
            content: {
              'application/json': { schema: bodySchema },
              ...(call.takesForm
                ? { 'application/x-www-form-urlencoded': { schema: bodySchema } }
                : {}),
            },
          },
        }
      : {}),
    responses: { 200: success(call), ...failures(call, takesBody) },
  }
}

/** Whether the call answers nothing but a refusal to a request without a body. */
function needsBody({ body }: Call): boolean {
  return !body.safeParse({}).success && !body.safeParse(undefined).success
}

function securityOf(call: Call): Record<string, never[]>[] {
  if (call.credential === 'api-key') return [{ apiKey: [] }]
  if (['customer', 'merchant', 'operator'].includes(call.credential)) return [{ bearer: [] }]
  if (call.credential === 'guest-or-customer')
    return call.opensSession ? [{}, { bearer: [] }] : [{ bearer: [] }]
  return []
}

function parameters(call: Call, place: 'path' | 'query'): Record<string, unknown>[] {
  const schema = inputSchema(place === 'path' ? call.params : call.query)
  const properties = (schema['properties'] ?? {}) as Record<string, unknown>
  const needed = new Set([
    ...((schema['required'] as string[] | undefined) ?? []),
    ...call.required,
  ])
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema: inner,
  }))
}

function headerParameters(call: Call): Record<string, unknown>[] {
  const language = {
    name: 'accept-language',
    in: 'header',
    required: false,
    schema: { enum: ['ka', 'en'] },
  }
  const key = {
    name: 'idempotency-key',
    in: 'header',
    required: false,
    description:
      'The same key and request replay the first answer for 24 hours. Without a session, 16 characters or more.',
    schema: { type: 'string', maxLength: 200 },
  }
  const proof = {
    name: stepUpHeader,
    in: 'header',
    required: call.stepUp !== undefined && call.stepUp.when === undefined,
    description: `A proof for the purpose ${call.stepUp?.purpose ?? ''}, from POST /v2/auth/step-up.`,
    schema: { type: 'string', maxLength: 200 },
  }
  return [language, ...(call.idempotent ? [key] : []), ...(call.stepUp ? [proof] : [])]
}

function success(call: Call): Record<string, unknown> {
  if (call.produces) {
    const isStream = call.produces === 'text/event-stream'
    const description = isStream ? 'Server-sent events, until the connection ends' : 'A file'
    return { description, content: { [call.produces]: {} } }
  }
  return {
    description: 'Done',
    content: { 'application/json': { schema: jsonSchema(call.reply, 'output') } },
  }
}

function failures(call: Call, takesBody: boolean): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  const own = call.credential === 'api-key' ? ['ApiKeyInvalid' as const] : []
  for (const code of new Set([
    ...call.errors,
    ...own,
    ...chainErrors,
    ...(takesBody ? bodyErrors : []),
    ...(call.stepUp ? (['StepUpRequired'] as const) : []),
  ])) {
    const { status } = errorTable[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const rows = [...byStatus].toSorted(([left], [right]) => left - right)
  return Object.fromEntries(
    rows.map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function errorSchema(): Record<string, unknown> {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { enum: Object.keys(errorTable) },
          number: { type: 'integer', description: 'The number of a seat-choice error, 0 to 18' },
          message: { type: 'string' },
          fields: {
            type: 'array',
            items: {
              type: 'object',
              properties: { path: { type: 'string' }, message: { type: 'string' } },
            },
          },
          detail: { type: 'object' },
          requestId: { type: 'string' },
        },
      },
    },
  }
}

function inputSchema(schema: z.ZodType): Record<string, unknown> {
  return jsonSchema(schema, 'input')
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}

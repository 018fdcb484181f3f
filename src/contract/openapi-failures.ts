import { bodyBytesMaxDefault, type Call } from './call.ts'
import { errorTable, type ErrorCode } from './errors.ts'
import type { Json } from './openapi-shared.ts'

/** Failures of the request chain that every call passes through. */
const chainErrors: readonly ErrorCode[] = [
  'BadRequest',
  'EmailWrong',
  'NameNotAllowed',
  'PhoneWrong',
  'TooManyRequests',
  'ServerSide',
  'ServiceUnavailable',
]

/** Failures of reading a body. */
const bodyErrors: readonly ErrorCode[] = ['BodyTooDeep', 'PayloadTooLarge', 'UnsupportedMediaType']

/** The specification has a name of its own for it in the choice of places. */
function unknownKeyOf({ numbersRefusals }: Call): 'ApiKeyInvalid' | 'IntegrationChannelNotFound' {
  return numbersRefusals ? 'IntegrationChannelNotFound' : 'ApiKeyInvalid'
}

/** Every error code of the call: its own, and those of the request chain before and after its handler. */
export function codesOf(call: Call, takesBody: boolean): ReadonlySet<ErrorCode> {
  const { credential } = call
  const isSigned = credential === 'provider-signature'
  return new Set<ErrorCode>([
    ...call.errors,
    ...(credential === 'api-key' ? (['ApiKeyInvalid'] as const) : []),
    // An unknown key and a malformed bearer are refused by every call, whatever credential the call requires.
    ...(isSigned ? [] : ([unknownKeyOf(call), 'Unauthenticated'] as const)),
    ...(['merchant', 'operator'].includes(credential) ? (['Forbidden'] as const) : []),
    ...(!isSigned && (call.method !== 'GET' || call.actsOnGet)
      ? (['CrossSiteRequest'] as const)
      : []),
    ...(call.idempotent ? (['IdempotencyKeyInUse', 'IdempotencyKeyReused'] as const) : []),
    ...(call.stepUp ? (['StepUpRequired'] as const) : []),
    ...(call.asksPassword ? (['PasswordWrong'] as const) : []),
    ...(takesBody ? bodyErrors : []),
    ...((call.bodyBytesMax ?? 0) > bodyBytesMaxDefault ? (['BodyTooSlow'] as const) : []),
    ...chainErrors,
  ])
}

/** Responses by status; those shared by several calls are components. */
export class SharedResponses {
  readonly #components: Record<string, Json> = {}
  readonly #names = new Map<string, string>()

  /** The failures of a call, by status. */
  of(codes: ReadonlySet<ErrorCode>): Readonly<Record<string, Json>> {
    const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
    const rows = [...byStatus].toSorted(([left], [right]) => left - right)
    return Object.fromEntries(rows.map(([status, own]) => [status, this.#refer(own.toSorted())]))
  }

  get components(): Readonly<Record<string, Json>> {
    return this.#components
  }

  #refer(codes: readonly ErrorCode[]): Json {
    const key = codes.join(', ')
    const name = this.#names.get(key) ?? this.#free(codes)
    this.#names.set(key, name)
    this.#components[name] ??= failure(codes)
    return { $ref: `#/components/responses/${name}` }
  }

  #free(codes: readonly ErrorCode[]): string {
    if (codes.length <= 3) return codes.join('Or')
    const first = `${codes[0]}And${codes.length - 1}More`
    let name = first
    for (let number = 2; name in this.#components; number += 1) name = `${first}${number}`
    return name
  }
}

function failure(codes: readonly ErrorCode[]): Json {
  const code = { type: 'string', enum: codes }
  const narrowed = {
    type: 'object',
    properties: { error: { type: 'object', properties: { code } } },
  }
  return {
    description: codes.map((each) => `${each}: ${errorTable[each].en}`).join('\n'),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowed] },
      },
    },
  }
}

/** The shape of every failure. */
export function errorSchema(): Json {
  const field = {
    type: 'object',
    properties: { path: { type: 'string' }, message: { type: 'string' } },
  }
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: {
            type: 'string',
            description: 'Stable; each response lists those it can carry.',
          },
          number: { type: 'integer', description: 'The number of a seat-choice error, 0 to 18' },
          message: { type: 'string', description: 'For people, in the language of the request' },
          fields: { type: 'array', items: field },
          detail: { type: 'object' },
          requestId: { type: 'string' },
        },
      },
    },
  }
}

/**
 * A client generated only from the OpenAPI document: operations, inputs and responses. It refuses to send
 * requests and to accept responses that do not conform to the document.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** A reply without static type; missing fields are undefined. */
// oxlint-disable-next-line typescript/no-explicit-any -- the walks look into replies whose shape the document checks
export type Reply = any

export interface OperationInput {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The API key of the application, and a bearer token if there is one. */
export interface Credentials {
  readonly token?: string
  readonly apiKey: string
  readonly locale?: 'ka' | 'en'
}

export interface OperationAnswer {
  readonly status: number
  /** Parsed JSON, otherwise the text. */
  readonly body: Reply
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
}

interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required: boolean }
  readonly responses: Readonly<Record<string, Reply>>
}

interface Place {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** A request or a response that does not conform to the document. */
export class NotAsDocumented extends Error {}

export class DocumentClient {
  readonly #origin: string
  readonly #document: Reply
  readonly #places = new Map<string, Place>()
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: true })
  readonly #validators = new Map<string, ValidateFunction>()

  private constructor(origin: string, document: Reply) {
    this.#origin = origin
    this.#document = document
    addFormats.default(this.#ajv)
    // The whole document is added as one schema, so that its references resolve.
    this.#ajv.addSchema({ ...document, $id: 'document' })
    for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths))
      for (const [method, operation] of Object.entries(methods))
        this.#places.set(operation.operationId, { method, path, operation })
  }

  static async open(origin: string): Promise<DocumentClient> {
    const answer = await fetch(`${origin}/openapi.json`)
    return new DocumentClient(origin, await answer.json())
  }

  async send(
    operationId: string,
    input: OperationInput,
    credentials: Credentials,
  ): Promise<OperationAnswer> {
    const place = this.#places.get(operationId)
    if (!place) throw new NotAsDocumented(`There is no operation ${operationId}`)
    this.#checkRequest(place, input, credentials)
    const { token, apiKey, locale = 'en' } = credentials
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, String(value))
    const path = place.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(input.path?.[name])),
    )
    const answer = await fetch(`${this.#origin}${path}?${query}`, {
      method: place.method.toUpperCase(),
      headers: {
        'accept-language': locale,
        'x-api-key': apiKey,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    const body: unknown = isJson ? await answer.json() : await answer.text()
    this.#checkAnswer(place, answer.status, isJson ? body : undefined)
    return { status: answer.status, body }
  }

  #checkRequest(
    { method, path, operation }: Place,
    input: OperationInput,
    { token }: Credentials,
  ): void {
    const wrong = (what: string) =>
      new NotAsDocumented(`${operation.operationId}: ${what} is not as documented`)
    const parameters = operation.parameters.map((each) =>
      '$ref' in each ? (this.#at(each.$ref) as Parameter) : each,
    )
    const at = pointer(path, method)
    for (const place of ['path', 'query'] as const) {
      const given = input[place] ?? {}
      const known = parameters.filter((each) => each.in === place)
      for (const name of Object.keys(given))
        if (!known.some((each) => each.name === name)) throw wrong(`${place} ${name}`)
      for (const each of known)
        if (each.required && given[each.name] === undefined)
          throw wrong(`missing ${place} ${each.name}`)
      for (const [index, each] of operation.parameters.entries())
        if ('in' in each && each.in === place && given[each.name] !== undefined)
          this.#check(`${at}/parameters/${index}/schema`, given[each.name], each.name)
    }
    const isOpen =
      operation.security.length === 0 || operation.security.some((one) => !('bearer' in one))
    if (!operation.security.some((one) => 'apiKey' in one)) throw wrong('an API key')
    if (token === undefined && !isOpen && method !== 'get') throw wrong('missing bearer')
    if (input.body === undefined) {
      if (operation.requestBody?.required) throw wrong('missing body')
      return
    }
    if (!operation.requestBody) throw wrong('a body')
    this.#check(`${at}/requestBody/content/application~1json/schema`, input.body, 'body')
  }

  #checkAnswer({ method, path, operation }: Place, status: number, body: unknown): void {
    const response = operation.responses[status]
    if (!response)
      throw new NotAsDocumented(
        `${operation.operationId} answered ${status}, which is not documented: ${JSON.stringify(body)}`,
      )
    const at = response.$ref ?? `${pointer(path, method)}/responses/${status}`
    const content = (response.$ref ? (this.#at(response.$ref) as Reply) : response).content
    if (body === undefined && content?.['application/json'])
      throw new NotAsDocumented(`${operation.operationId} answered no JSON`)
    if (body !== undefined)
      this.#check(`${at}/content/application~1json/schema`, body, `reply ${status}`)
  }

  #check(at: string, value: unknown, what: string): void {
    const validate =
      this.#validators.get(at) ?? this.#ajv.compile({ $ref: `document${encodeURI(at)}` })
    this.#validators.set(at, validate)
    if (validate(value)) return
    const why = this.#ajv.errorsText(validate.errors, { separator: '; ' })
    throw new NotAsDocumented(
      `${at}: ${what} is not as documented: ${why} in ${JSON.stringify(value).slice(0, 500)}`,
    )
  }

  #at(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<Reply>((value, step) => value[step], this.#document)
  }
}

function pointer(path: string, method: string): string {
  return `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
}

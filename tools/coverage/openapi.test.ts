/**
 * Goal: the document describes every call as specified: spelling of parameters, bodies, required fields,
 * credentials. Method: the document of the implemented calls against the specified table.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { documentOf } from '#apps/server/documents.ts'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { noInput } from '#contract/fields.ts'
import { keyPermissions } from '#contract/staff-permissions.ts'
import { readConfig } from '#platform/config.ts'
import { specifiedCalls, type SpecifiedCall } from './coverage.ts'

interface Operation {
  readonly parameters: readonly { name: string; in: string; required: boolean }[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Readonly<Record<string, { schema: Record<string, unknown> }>>
  }
  readonly security: readonly Record<string, unknown>[]
  readonly responses: Readonly<Record<string, unknown>>
}

const answered = createImplementations(createPorts(readConfig({}))).map(({ call }) => call)
const document = documentOf({ calls: answered, origin: 'http://localhost', version: '0' })
const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>

function operationOf(call: { readonly path: string; readonly method: string }): Operation {
  const operation = paths[call.path]?.[call.method.toLowerCase()]
  if (!operation) throw new Error(`${call.method} ${call.path} is not in the document`)
  return operation
}

/** Resolves a schema reference. */
function follow(schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const { schemas } = document['components'] as { schemas: Record<string, Record<string, unknown>> }
  return schemas[$ref.split('/').at(-1) ?? ''] ?? {}
}

const byId = new Set(answered.map(({ id }) => id))
const specified = specifiedCalls().filter(({ id }) => byId.has(id))

/**
 * The document's security for each credential, without the key, which every call takes in two places; a call that opens a
 * session may also be sent without one.
 */
const securityOf: Readonly<Record<string, readonly Record<string, unknown>[][]>> = {
  none: [[{}]],
  'provider-signature': [[]],
  'api-key': [[{}]],
  customer: [[{ bearer: [] }]],
  merchant: [
    [{ bearer: [] }],
    ...keyPermissions.map((permission) => [{ bearer: [] }, { merchantKey: [permission] }]),
  ],
  'guest-or-customer': [[{ bearer: [] }], [{}, { bearer: [] }]],
}

const withKeys = (ways: readonly Record<string, unknown>[], needsKey: boolean) =>
  ways.flatMap((way) => [
    ...(needsKey ? [] : [way]),
    { apiKey: [], ...way },
    { apiKeyQuery: [], ...way },
  ])

/** Sells for partners only, though it is called like others. */
const needsKey = new Set(['orders-groot-integration-check-out'])

function differences(call: SpecifiedCall): string[] {
  const { parameters, requestBody, security } = operationOf(call)
  const names = (place: string) =>
    parameters.filter((one) => one.in === place).map(({ name }) => name)
  const found: string[] = []
  const inPath = [...call.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  if (names('path').join() !== inPath.join()) found.push(`path: ${names('path').join()}`)
  for (const name of call.query) if (!names('query').includes(name)) found.push(`query: ${name}`)
  for (const name of call.required) {
    if (name === 'body' && requestBody?.required !== true) found.push('required: body')
    if (name === 'authorization' && !security.some((one) => 'bearer' in one))
      found.push('required: authorization')
    const parameter = parameters.find((one) => one.name === name)
    if (parameter && !parameter.required) found.push(`required: ${name}`)
  }
  if (call.body === true && !requestBody) found.push('body')
  if (call.body === false && requestBody?.required === true) found.push('body: none is specified')
  const said = JSON.stringify(security)
  const isKeyNeeded = call.credential === 'api-key' || needsKey.has(call.id)
  const ways = securityOf[call.credential]?.map((one) => withKeys(one, isKeyNeeded))
  if (!ways?.some((one) => JSON.stringify(one) === said)) found.push(`credential: ${said}`)
  return found.map((one) => `${call.id}: ${one}`)
}

describe('the OpenAPI document', () => {
  it('passes a linter: structure, references, names, descriptions, examples', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // The server of a test runs on this machine.
      rules: { 'no-server-example.com': 'off' },
    })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    const said = problems.map(({ ruleId, message, location }) => [
      ruleId,
      message,
      location[0]?.pointer,
    ])
    expect(said).toEqual([])
  })

  it('contains a tested example for every specified call with input', () => {
    const lacking = specified.filter((call) => {
      const { parameters, requestBody } = operationOf(call)
      const isNeeded = parameters.some((one) => one.required && one.in !== 'header')
      const shown = JSON.stringify([parameters, requestBody]).includes('"example":')
      return (isNeeded || requestBody?.required === true) && !shown
    })
    expect(lacking.map(({ id }) => id)).toEqual([])
  })

  it('uses references for most shared schemas', () => {
    const { schemas, responses } = document['components'] as Record<string, object>
    expect(Object.keys(schemas ?? {}).length).toBeGreaterThan(150)
    expect(Object.keys(responses ?? {}).length).toBeGreaterThan(100)
    // Three times as much without references.
    expect(JSON.stringify(document).length / answered.length).toBeLessThan(2_600)
  })

  it('describes every call as specified', () => {
    expect(specified.length).toBeGreaterThan(150)
    expect(specified.flatMap(differences)).toEqual([])
  })

  it('names the required permission of API keys, and no keys for calls of people only', () => {
    const findings = answered.flatMap((call) => {
      if (call.staffPermission === undefined) return []
      const keyed = operationOf(call).security.find((one) => 'merchantKey' in one)
      const scopes = (keyed?.['merchantKey'] ?? null) as readonly string[] | null
      const isForPeople = ['self', 'team', 'money', 'api-keys'].includes(call.staffPermission)
      const expected = isForPeople ? null : [call.staffPermission]
      return JSON.stringify(scopes) === JSON.stringify(expected) ? [] : [call.id]
    })
    expect(findings).toEqual([])
  })

  it('declares the body and fields of every call that reads one', () => {
    const silent = answered
      .filter(({ method, body }) => method !== 'GET' && body !== noInput)
      .filter((call) => {
        const { requestBody } = operationOf(call)
        const schema = follow(requestBody?.content['application/json']?.schema ?? {})
        return !['properties', 'anyOf', 'items', 'oneOf', 'allOf'].some((key) => key in schema)
      })
      .map(({ id }) => id)
    expect(silent).toEqual([])
  })

  it('marks bodies as required where requests without one are refused', () => {
    const wrong = answered
      .filter(({ method, body }) => method !== 'GET' && body !== noInput)
      .filter((call) => {
        const isRefused =
          !call.body.safeParse({}).success && !call.body.safeParse(undefined).success
        return isRefused && operationOf(call).requestBody?.required !== true
      })
      .map(({ id }) => id)
    expect(wrong).toEqual([])
    const changePhone = operationOf({ method: 'PUT', path: '/groot/Auth/change-phone' })
    const schema = follow(changePhone.requestBody?.content['application/json']?.schema ?? {})
    expect(JSON.stringify(schema)).toMatch(/"phone".*"codeId".*"code"/)
  })
})

import { expect } from 'vitest'
import { errorTable, isErrorCode } from '#contract/errors.ts'
import type { Call } from '#contract/call.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import type { WatchedDatabase } from './fingerprint.ts'
import { addressOf, bodyWith, fieldsOf, requestOf, type Field, type ValidInput } from './inputs.ts'
import type { Answer, HostileShop, Request } from './shop.ts'
import { hostileBodies, hostileTexts, hostileValues, type HostileValue } from './values.ts'

/** A caller with input that the call accepts. */
export interface Caller {
  readonly call: Call
  readonly token: string
  readonly apiKey: string
  readonly good: ValidInput
  readonly headers: Readonly<Record<string, string>>
}

/** A field with a value that the schema refuses. */
interface Refused {
  /** As in responses, with its part of the request. */
  readonly path: string
  /** Sends a request with this field only. */
  ask(): Promise<unknown>
}

interface Place {
  readonly shop: HostileShop
  readonly watched: WatchedDatabase
}

export function mayWrite(call: Call): boolean {
  return call.method !== 'GET' || call.actsOnGet === true
}

/** Sends requests one after another and records each wrong response. */
export class Walker {
  readonly findings: string[] = []
  readonly #shop: HostileShop
  readonly #watched: WatchedDatabase
  readonly #caller: Caller
  #before = ''
  #traffic = -1

  private constructor({ shop, watched }: Place, caller: Caller) {
    this.#shop = shop
    this.#watched = watched
    this.#caller = caller
  }

  static async start(place: Place, caller: Caller): Promise<Walker> {
    const walker = new Walker(place, caller)
    await walker.look('', true)
    return walker
  }

  async ask(label: string, request: Omit<Request, 'method'>, mustRefuse = false): Promise<Answer> {
    const { call, token, apiKey } = this.#caller
    const headers = { ...this.#caller.headers, ...request.headers }
    const answer = await this.#shop.send({
      method: call.method,
      token,
      apiKey,
      ...request,
      headers,
    })
    const wrong = whatIsWrong(answer)
    if (wrong) this.findings.push(`${label}: ${wrong}`)
    if (mustRefuse && answer.status < 400) this.findings.push(`${label}: accepted`)
    if (mayWrite(call)) await this.look(label, answer.status < 400)
    return answer
  }

  /**
   * Sends one request with several refused fields, and one for each that the response does not name: a combined
   * request shows as much as twenty single ones.
   */
  async askTogether(
    label: string,
    fields: readonly Refused[],
    request: () => Omit<Request, 'method'>,
  ): Promise<void> {
    if (fields.length < 2) {
      for (const { ask } of fields) await ask()
      return
    }
    const answer = await this.ask(label, request(), true)
    const named: string[] = (answer.body?.error?.fields ?? []).map(
      ({ path }: { path: string }) => path,
    )
    for (const { path, ask } of fields)
      if (!named.some((one) => one === path || one.startsWith(`${path}.`))) await ask()
  }

  /** Compares the database with its earlier state, unless nothing was exchanged with it. */
  async look(label: string, mayChange: boolean): Promise<void> {
    const traffic = this.#watched.traffic()
    if (traffic === this.#traffic) return
    this.#traffic = traffic
    const after = await this.#watched.fingerprint()
    if (after !== this.#before && !mayChange) this.findings.push(`${label}: the database changed`)
    this.#before = after
  }
}

function whatIsWrong({ status, body, text, headers }: Answer): string | null {
  if (status < 400) return null
  const code = body?.error?.code
  if (typeof code !== 'string' || !isErrorCode(code)) return `${status} ${text.slice(0, 200)}`
  if (status >= 500) return `${status} ${code}`
  if (errorTable[code].status !== status) return `${code} with status ${status}`
  if (headers['cache-control'] !== 'no-store') return `${code} may be kept by a cache`
  if (typeof body.error.message !== 'string' || body.error.message === '') return `${code} is mute`
  return /node_modules|\/src\/|select |insert /.test(text) ? `${code} tells: ${text}` : null
}

/** Every field that the call declares, omitted and replaced by each hostile value. */
export async function walkInputs(walker: Walker, caller: Caller): Promise<void> {
  await walkParams(walker, caller)
  await walkQuery(walker, caller)
  if (caller.call.method !== 'GET') await walkBody(walker, caller)
}

async function walkParams(walker: Walker, { call, good }: Caller): Promise<void> {
  const { payload } = requestOf(call, good)
  for (const { path } of fieldsOf(call, 'params')) {
    const name = String(path[0])
    for (const [kind, text] of Object.entries(hostileTexts)) {
      // Half a surrogate pair cannot be escaped; as bytes it is among the broken ones below.
      if (!text.isWellFormed()) continue
      const address = addressOf(call, { ...good.params, [name]: text })
      await walker.ask(`${name} is ${kind}`, { path: address, payload }, text !== '-0')
    }
    for (const raw of ['%zz', '%ff', '%00', '%ed%a0%80', '%2e%2e%2f', ';a=b', '*']) {
      const address = addressOf(call, { ...good.params, [name]: '@raw@' })
      await walker.ask(
        `${name} is ${raw}`,
        { path: address.replace('%40raw%40', raw), payload },
        true,
      )
    }
  }
}

async function walkQuery(walker: Walker, { call, good }: Caller): Promise<void> {
  const { payload } = requestOf(call, good)
  const address = addressOf(call, good.params ?? {})
  const others = (name: string) =>
    Object.entries(good.query ?? {})
      .filter(([other]) => other !== name)
      .map(([other, value]) => `${other}=${encodeURIComponent(String(value))}`)
  const ask = (label: string, name: string, pieces: string[], mustRefuse = false) =>
    walker.ask(
      label,
      { path: `${address}?${[...others(name), ...pieces].join('&')}`, payload },
      mustRefuse,
    )
  const fields = fieldsOf(call, 'query').filter(({ path }) => path.length === 1)
  await walkQueryTexts(walker, { call, good }, fields)
  for (const { path, isRequired } of fields) {
    const name = String(path[0])
    await ask(`no ${name}`, name, [], isRequired)
    for (const raw of ['%zz', '%ff', '%ed%a0%80', '', '&', '#', '=', '+'])
      await ask(`${name} is raw ${raw}`, name, [`${name}=${raw}`])
    const known = encodeURIComponent(String(good.query?.[name] ?? '1'))
    // Only a list of numbers may be repeated.
    const isList = ['ticketTypes', 'categoryIds', 'venueIds', 'cities'].includes(name)
    await ask(`${name} twice`, name, [`${name}=${known}`, `${name}=${known}`], !isList)
    await ask(
      `${name} a thousand times`,
      name,
      Array.from({ length: 1_000 }, () => `${name}=1`),
      true,
    )
    await ask(`${name}[]`, name, [`${name}[]=${known}`], isRequired)
    await ask(`${name}[a]`, name, [`${name}[a]=${known}`], isRequired)
  }
  for (const extra of ['__proto__=1', 'constructor=1', '__proto__[a]=1', 'a=%00', 'toString=1'])
    await ask(`also ${extra}`, '', [extra])
  const isKeyed = call.credential === 'api-key'
  for (const key of ['api_key=no', 'api_key=%00', 'api_key=a&api_key=b', 'api_key[]=demo-web', ''])
    await walker.ask(
      `key ${key}`,
      { path: `${address}?${[...others(''), key].join('&')}`, payload, apiKey: '' },
      isKeyed,
    )
}

/** Each hostile text in each field of the query. */
async function walkQueryTexts(
  walker: Walker,
  { call, good }: Pick<Caller, 'call' | 'good'>,
  fields: readonly Field[],
): Promise<void> {
  const { payload } = requestOf(call, good)
  const known = Object.fromEntries(
    Object.entries(good.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const requestWith = (names: readonly string[], text: string) => {
    const query = { ...known, ...Object.fromEntries(names.map((name) => [name, text])) }
    return { path: requestOf(call, { ...good, query }).path, payload }
  }
  for (const [kind, text] of Object.entries(hostileTexts)) {
    if (!text.isWellFormed()) continue
    const refused: Refused[] = []
    for (const { path } of fields) {
      const name = String(path[0])
      const ask = () => walker.ask(`${name} is ${kind}`, requestWith([name], text))
      if (call.query.safeParse({ ...known, [name]: text }).success) await ask()
      else refused.push({ path: `query.${name}`, ask })
    }
    const names = refused.map(({ path }) => path.slice('query.'.length))
    // As in bodies: values refused separately may be valid together.
    const together = Object.fromEntries(names.map((name) => [name, text]))
    if (call.query.safeParse({ ...known, ...together }).success) {
      for (const { ask } of refused) await ask()
      continue
    }
    await walker.askTogether(`${names.join()} are ${kind}`, refused, () => requestWith(names, text))
  }
}

/** One hostile value in each field of the body. */
async function walkBodyValue(
  walker: Walker,
  { call, good }: Pick<Caller, 'call' | 'good'>,
  { name: kind, json, neverFits }: HostileValue,
): Promise<void> {
  const { path } = requestOf(call, good)
  const bodyOf = (paths: readonly Field['path'][]) => bodyWith(good.body ?? {}, paths, json)
  /** By the depth of fields, since fields of one depth cannot contain each other. */
  const refused = new Map<number, { at: Field['path']; refused: Refused }[]>()
  for (const field of fieldsOf(call, 'body')) {
    const mayFit = json === 'null' && field.isNullable
    const payload = bodyOf([field.path])
    const mustRefuse = neverFits && !mayFit
    const ask = () =>
      walker.ask(`${field.path.join('.')} is ${kind}`, { path, payload }, mustRefuse)
    const depth = field.path.length
    if (isTooDeep(payload) || call.body.safeParse(JSON.parse(payload)).success) await ask()
    else {
      const one = { at: field.path, refused: { path: `body.${field.path.join('.')}`, ask } }
      refused.set(depth, [...(refused.get(depth) ?? []), one])
    }
  }
  for (const fields of refused.values()) {
    const paths = fields.map(({ at }) => at)
    const payload = bodyOf(paths)
    // Parts of an optional object are refused separately and valid together.
    if (!isTooDeep(payload) && call.body.safeParse(JSON.parse(payload)).success) {
      for (const one of fields) await one.refused.ask()
      continue
    }
    await walker.askTogether(
      `${paths.map((each) => each.join('.')).join()} are ${kind}`,
      fields.map((one) => one.refused),
      () => ({ path, payload }),
    )
  }
}

async function walkBody(walker: Walker, { call, good }: Caller): Promise<void> {
  const { path } = requestOf(call, good)
  const body = good.body ?? {}
  for (const field of fieldsOf(call, 'body'))
    await walker.ask(
      `no ${field.path.join('.')}`,
      { path, payload: bodyWith(body, [field.path], undefined) },
      field.isRequired && !field.path.includes(0),
    )
  for (const value of hostileValues) await walkBodyValue(walker, { call, good }, value)
  const needsBody = fieldsOf(call, 'body').some((field) => field.isRequired)
  for (const { name: kind, json } of hostileBodies)
    await walker.ask(`the body is ${kind}`, { path, payload: json }, needsBody)
  const whole = JSON.stringify(body)
  for (const type of [
    'application/xml',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'json',
    '',
  ])
    await walker.ask(
      `the body is called ${type}`,
      { path, payload: whole, headers: { 'content-type': type } },
      needsBody && type !== 'application/json; charset=utf-16',
    )
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const payload = `{"${key}":{"prototype":{"isAdmin":true}},${whole.slice(1)}`.replace(',}', '}')
    await walker.ask(`a field called ${key}`, { path, payload })
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
}

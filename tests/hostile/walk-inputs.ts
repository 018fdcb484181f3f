/** The requests of the hostile walk: fields and bodies with the chosen hostile values. */
import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import { isTooDeep } from '#platform/http/json-body.ts'
import { addressOf, bodyWith, fieldsOf, requestOf, type Field } from './inputs.ts'
import type { Choice } from './kinds.ts'
import {
  contentTypes,
  hostileBodies,
  hostileTexts,
  hostileValues,
  prototypeKeys,
  queryExtras,
  rawParams,
  rawQueries,
  strangeJson,
  wrongKeys,
  type HostileValue,
} from './values.ts'
import type { Caller, Refused, Walker } from './walker.ts'

/** The chosen fields that the call declares, omitted and replaced by the chosen hostile values. */
export async function walkInputs(walker: Walker, caller: Caller, choice: Choice): Promise<void> {
  const chosen: Chosen = { ...caller, choice }
  await walkParams(walker, chosen)
  await walkQuery(walker, chosen)
  if (caller.call.method !== 'GET') await walkBody(walker, chosen)
}

/** Hostile values that no field of a kind of this call's fields has got. */
export function untriedOf(call: Call, choice: Choice): string[] {
  const texts = Object.keys(hostileTexts).filter((name) => hostileTexts[name]?.isWellFormed())
  const queried = fieldsOf(call, 'query').filter(({ path }) => path.length === 1)
  const pairs = [
    ...fieldsOf(call, 'params').flatMap(({ kind }) => texts.map((name) => [`param ${kind}`, name])),
    ...queried.flatMap(({ kind }) => texts.map((name) => [`query ${kind}`, name])),
    ...(call.method === 'GET' ? [] : fieldsOf(call, 'body')).flatMap(({ kind }) =>
      hostileValues.map(({ name }) => [`body ${kind}`, name]),
    ),
  ]
  return pairs.filter(([kind = '', name = '']) => choice(kind, name)).map((pair) => pair.join(': '))
}

interface Chosen extends Caller {
  readonly choice: Choice
}

async function walkParams(walker: Walker, { call, good, choice }: Chosen): Promise<void> {
  const { payload } = requestOf(call, good)
  for (const { path, kind: fieldKind } of fieldsOf(call, 'params')) {
    const name = String(path[0])
    for (const [kind, text] of Object.entries(hostileTexts)) {
      // Half a surrogate pair cannot be escaped; as bytes it is among the broken ones below.
      if (!text.isWellFormed() || !choice(`param ${fieldKind}`, kind)) continue
      const address = addressOf(call, { ...good.params, [name]: text })
      await walker.ask(`${name} is ${kind}`, { path: address, payload }, text !== '-0')
    }
    for (const raw of rawParams) {
      if (!choice(`param ${fieldKind}`, `raw ${raw}`)) continue
      const address = addressOf(call, { ...good.params, [name]: '@raw@' })
      await walker.ask(
        `${name} is ${raw}`,
        { path: address.replace('%40raw%40', raw), payload },
        true,
      )
    }
  }
}

async function walkQuery(walker: Walker, { call, good, choice, ...caller }: Chosen): Promise<void> {
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
  await walkQueryTexts(walker, { call, good, choice, ...caller }, fields)
  for (const { path, isRequired, kind: fieldKind } of fields) {
    const name = String(path[0])
    const isChosen = (form: string) => choice(`query ${fieldKind}`, form)
    if (isChosen('omitted')) await ask(`no ${name}`, name, [], isRequired)
    for (const raw of rawQueries)
      if (isChosen(`raw ${raw}`)) await ask(`${name} is raw ${raw}`, name, [`${name}=${raw}`])
    const known = encodeURIComponent(String(good.query?.[name] ?? '1'))
    // Only a list of numbers may be repeated.
    const isList = ['ticketTypes', 'categoryIds', 'venueIds', 'cities'].includes(name)
    if (isChosen('twice'))
      await ask(`${name} twice`, name, [`${name}=${known}`, `${name}=${known}`], !isList)
    if (isChosen('a thousand times'))
      await ask(
        `${name} a thousand times`,
        name,
        Array.from({ length: 1_000 }, () => `${name}=1`),
        true,
      )
    if (isChosen('[]')) await ask(`${name}[]`, name, [`${name}[]=${known}`], isRequired)
    if (isChosen('[a]')) await ask(`${name}[a]`, name, [`${name}[a]=${known}`], isRequired)
  }
  for (const extra of queryExtras)
    if (choice(`query of ${call.credential}`, extra)) await ask(`also ${extra}`, '', [extra])
  const isKeyed = call.credential === 'api-key'
  for (const key of wrongKeys)
    if (choice(`key of ${call.credential}`, key))
      await walker.ask(
        `key ${key}`,
        { path: `${address}?${[...others(''), key].join('&')}`, payload, apiKey: '' },
        isKeyed,
      )
}

/** Each hostile text in each field of the query. */
async function walkQueryTexts(
  walker: Walker,
  { call, good, choice }: Chosen,
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
    for (const { path, kind: fieldKind } of fields) {
      if (!choice(`query ${fieldKind}`, kind)) continue
      const name = String(path[0])
      const ask = () => walker.ask(`${name} is ${kind}`, requestWith([name], text))
      if (call.query.safeParse({ ...known, [name]: text }).success) await ask()
      else refused.push({ path: `query.${name}`, ask })
    }
    if (refused.length === 0) continue
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
  { call, good, choice }: Chosen,
  { name: kind, json, neverFits }: HostileValue,
): Promise<void> {
  const { path } = requestOf(call, good)
  const bodyOf = (paths: readonly Field['path'][]) =>
    bodyWith(
      good.body ?? {},
      paths.map((each) => ({ path: each, json })),
    )
  /** By the depth of fields, since fields of one depth cannot contain each other. */
  const refused = new Map<number, { at: Field['path']; refused: Refused }[]>()
  for (const field of fieldsOf(call, 'body')) {
    if (!choice(`body ${field.kind}`, kind)) continue
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

async function walkBody(walker: Walker, chosen: Chosen): Promise<void> {
  const { call, good, choice } = chosen
  const { path } = requestOf(call, good)
  const body = good.body ?? {}
  for (const { path: at, kind, isRequired } of fieldsOf(call, 'body')) {
    if (!choice(`body ${kind}`, 'omitted')) continue
    const payload = bodyWith(body, [{ path: at, json: undefined }])
    // A field may be required in one of two forms of a body, and unknown in the other.
    const isMissed = isRequired && !call.body.safeParse(JSON.parse(payload)).success
    await walker.ask(`no ${at.join('.')}`, { path, payload }, isMissed && !at.includes(0))
  }
  for (const value of hostileValues) await walkBodyValue(walker, chosen, value)
  const needsBody = fieldsOf(call, 'body').some((field) => field.isRequired)
  const kindOfBody = `body of ${call.credential}, ${needsBody ? 'needed' : 'not needed'}`
  for (const { name: kind, json } of hostileBodies)
    if (choice(kindOfBody, kind))
      await walker.ask(`the body is ${kind}`, { path, payload: json }, needsBody)
  const whole = JSON.stringify(body)
  for (const type of contentTypes) {
    if (!choice(kindOfBody, `called ${type}`)) continue
    await walker.ask(
      `the body is called ${type}`,
      { path, payload: whole, headers: { 'content-type': type } },
      needsBody && type !== strangeJson,
    )
  }
  for (const key of prototypeKeys) {
    if (!choice(kindOfBody, `with ${key}`)) continue
    const payload = `{"${key}":{"prototype":{"isAdmin":true}},${whole.slice(1)}`.replace(',}', '}')
    await walker.ask(`a field called ${key}`, { path, payload })
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
}

/**
 * The requests that each call gets in `npm test`: every field once with a value that its schema refuses and once
 * omitted, combined so that a call needs few requests, and one body, content type or query that nothing accepts.
 */
import { isTooDeep } from '#platform/http/json-body.ts'
import { addressOf, bodyWith, fieldsOf, requestOf, type Field, type Replacement } from './inputs.ts'
import { anything, inTurn } from './kinds.ts'
import {
  contentTypes,
  hostileBodies,
  hostileTexts,
  hostileValues,
  queryExtras,
  rawParams,
  strangeJson,
} from './values.ts'
import type { Caller, Walker } from './walker.ts'

/** A field and its part of a combined request. */
interface Change extends Replacement {
  readonly field: Field
}

const texts = Object.values(hostileTexts).filter((text) => text.isWellFormed())
const values = hostileValues.map(({ json }) => json).filter((json) => !isTooDeep(json))

const neverFits = hostileValues.find((value) => value.neverFits && value.json !== 'null')?.json

/** `number` is different for each call, so that calls get different values. */
export async function walkEveryField(
  walker: Walker,
  caller: Caller,
  number: number,
): Promise<void> {
  await walkEachParam(walker, caller, number)
  await walkWholeQuery(walker, caller, number)
  if (caller.call.method !== 'GET') await walkWholeBody(walker, caller, number)
}

async function walkEachParam(
  walker: Walker,
  { call, good }: Caller,
  number: number,
): Promise<void> {
  const { payload } = requestOf(call, good)
  const [raw = '%zz'] = inTurn(rawParams, number)
  for (const { path } of fieldsOf(call, 'params')) {
    const name = String(path[0])
    const address = addressOf(call, { ...good.params, [name]: '@raw@' })
    await walker.ask(
      `${name} is ${raw}`,
      { path: address.replace('%40raw%40', raw), payload },
      true,
    )
  }
}

async function walkWholeQuery(walker: Walker, caller: Caller, number: number): Promise<void> {
  const { call, good } = caller
  const fields = fieldsOf(call, 'query').filter(({ path }) => path.length === 1)
  const known = Object.fromEntries(
    Object.entries(good.query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const queryWith = (changes: readonly Change[]) => {
    const query: Record<string, string> = { ...known }
    for (const { path, json } of changes) {
      const name = String(path[0])
      if (json === undefined) delete query[name]
      else query[name] = json
    }
    return query
  }
  const fits = (changes: readonly Change[]) => call.query.safeParse(queryWith(changes)).success
  const requestWith = (changes: readonly Change[]) => {
    const { path, payload } = requestOf(call, { ...good, query: queryWith(changes) })
    return { path, payload }
  }
  const sender = { walker, part: 'query', fits, requestWith }
  const [refused, omitted] = changesOf(fields, { values: texts, number, fits })
  await askAll(sender, 'refused', refused)
  await askAll(sender, 'omitted', omitted)
  if (call.method !== 'GET') return
  const [extra = ''] = inTurn(queryExtras, number)
  const { path } = requestOf(call, good)
  await walker.ask(`also ${extra}`, { path: `${path}${path.includes('?') ? '&' : '?'}${extra}` })
}

async function walkWholeBody(walker: Walker, caller: Caller, number: number): Promise<void> {
  const { call, good } = caller
  const { path } = requestOf(call, good)
  const fields = fieldsOf(call, 'body')
  const body = good.body ?? {}
  const fits = (changes: readonly Change[]) =>
    call.body.safeParse(JSON.parse(bodyWith(body, changes))).success
  const requestWith = (changes: readonly Change[]) => ({ path, payload: bodyWith(body, changes) })
  const sender = { walker, part: 'body', fits, requestWith }
  for (const group of groupsOf(fields)) {
    const [refused, omitted] = changesOf(group, { values, neverFits, number, fits })
    await askAll(sender, 'refused', refused)
    await askAll(sender, 'omitted', omitted)
  }
  const needsBody = fields.some(({ isRequired }) => isRequired)
  const [whole] = inTurn(hostileBodies, number)
  if (whole) await walker.ask(`the body is ${whole.name}`, { path, payload: whole.json }, needsBody)
  if (!needsBody) return
  const types = contentTypes.filter((each) => each !== strangeJson)
  const [type = ''] = inTurn(types, number)
  await walker.ask(
    `the body is called ${type}`,
    { path, payload: JSON.stringify(body), headers: { 'content-type': type } },
    true,
  )
}

/** Fields that can be replaced in one request: those without inner fields, then the others by their depth. */
function groupsOf(fields: readonly Field[]): readonly (readonly Field[])[] {
  const contains = (outer: Field, inner: Field) =>
    inner.path.length > outer.path.length &&
    outer.path.every((step, index) => step === inner.path[index])
  const outer = fields.filter((field) => fields.some((other) => contains(field, other)))
  const depths = new Set(outer.map(({ path }) => path.length))
  return [
    fields.filter((field) => !outer.includes(field)),
    ...[...depths].map((depth) => outer.filter(({ path }) => path.length === depth)),
  ]
}

/** A refused value for each field, and the omission of each that is required. */
function changesOf(
  fields: readonly Field[],
  options: {
    readonly values: readonly string[]
    readonly number: number
    /** Sent to a field whose schema says nothing: it must be refused all the same. */
    readonly neverFits?: string
    fits(changes: readonly Change[]): boolean
  },
): readonly [readonly Change[], readonly Change[]] {
  const refused = fields.flatMap((field, index) => {
    const { path } = field
    const candidates = inTurn(options.values, options.number + index)
    const json =
      candidates.find((each) => !options.fits([{ field, path, json: each }])) ??
      (field.kind === anything ? options.neverFits : undefined)
    return json === undefined ? [] : [{ field, path, json }]
  })
  const omitted = fields
    .filter(({ isRequired, path }) => isRequired && !path.includes(0))
    .map((field) => ({ field, path: field.path, json: undefined }))
    // A field may be required in one of two forms of a body, and unknown in the other.
    .filter((change) => !options.fits([change]))
  return [refused, omitted]
}

/** As many fields as an answer names. */
const namedMax = 20

/** Sends all changes in one request, or in several if they are valid together. */
async function askAll(
  sender: {
    readonly walker: Walker
    readonly part: string
    fits(changes: readonly Change[]): boolean
    requestWith(changes: readonly Change[]): { readonly path: string; readonly payload?: string }
  },
  what: string,
  changes: readonly Change[],
): Promise<void> {
  const { walker, part, fits, requestWith } = sender
  for (let start = 0; start < changes.length; start += namedMax) {
    const some = changes.slice(start, start + namedMax)
    const labelOf = (each: readonly Change[]) =>
      `${each.map(({ path, json }) => `${path.join('.')} ${json?.slice(0, 40) ?? ''}`).join()} ${what}`
    const refused = some.map((change) => ({
      path: `${part}.${change.path.join('.')}`,
      ask: () => walker.ask(labelOf([change]), requestWith([change]), true),
    }))
    if (some.length > 1 && fits(some)) for (const { ask } of refused) await ask()
    else await walker.askTogether(labelOf(some), refused, () => requestWith(some))
  }
}

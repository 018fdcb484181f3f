import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { FormRules } from '../src/contract/form-rules.ts'

const contractFile = /\/src\/(?:modules|flows)\/[^/]+\/(?:[a-z]+-)*contract\.ts$/
const grammarFile = /\/src\/contract\/fields\.ts$/
const errorFile = /\/src\/contract\/errors\.ts$/

const emptyZod = '\0empty-zod'

/** A replacement for zod in browsers: schemas can be declared, but validating with them throws. */
export const emptyZodCode = `
const refuse = () => { throw new Error('Schemas are left out of the browser: check this on the server') }
const isCheck = (name) => typeof name === 'string' && /^(safe)?(parse|decode|encode|validate)|^(spa|~standard)$/i.test(name)
export const z = new Proxy(() => z, { get: (_, name) => (isCheck(name) ? refuse : z) })`

/** The properties of a call that the browser's client needs; the schemas (and zod, 60 KB) stay on the server. */
const namesForBrowser = [
  'id',
  'method',
  'path',
  'required',
  'credential',
  'idempotent',
  'opensSession',
  // Determines whether a re-authentication is requested before the call is sent.
  'stepUp',
]

/**
 * Replaces every contract of a module or flow in browsers: the calls without their schemas, and plain constants. Functions of
 * contracts cannot be used in pages; importing one fails the build.
 */
export function browserContracts(): Plugin {
  return {
    name: 'bileti:browser-contracts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Files that declare schemas beside what pages need: the schemas become empty objects.
    resolveId: (id) => (id === 'zod' ? emptyZod : null),
    async load(id) {
      if (id === emptyZod) return emptyZodCode
      const file = id.split('?', 1)[0] ?? id
      if (grammarFile.test(file)) return 'export const noInput = undefined'
      if (!contractFile.test(file) && !errorFile.test(file)) return null
      this.addWatchFile(file)
      if (errorFile.test(file)) return lightErrors
      const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      return Object.entries(contract).map(lightExport).join('\n')
    },
  }
}

/** Error responses contain a message and a code from the server's list, which is not checked again here. */
const lightErrors = 'export const isErrorCode = (code) => /^[A-Z][A-Za-z]+$/.test(code)'

function lightExport([name, value]: [string, unknown]): string {
  if (isCall(value)) {
    const light = Object.fromEntries(
      Object.entries(value).filter(([key]) => namesForBrowser.includes(key)),
    )
    const form = value['isForm'] === true && { formRules: formRulesOf(value['body'] as z.ZodType) }
    return `export const ${name} = ${JSON.stringify({ ...light, ...form })}`
  }
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)}` : ''
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

interface FieldSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** The rules that a form can check by itself: a hundred bytes instead of the body's schema and zod. */
export function formRulesOf(body: z.ZodType): FormRules {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as BodySchema
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      {
        ...(schema.required?.includes(name) && !mayBeEmpty(field) && { isRequired: true }),
        ...((field.minLength ?? 0) > 1 && { minLength: field.minLength }),
        ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
        ...(field.type !== 'string' && field.minimum !== undefined && { min: field.minimum }),
        ...(field.type !== 'string' && field.maximum !== undefined && { max: field.maximum }),
        ...(field.format === 'email' && { isEmail: true }),
      },
    ]),
  )
}

/** Whether a required field accepts an empty text: one without a minimum length, a format, or a pattern against it. */
function mayBeEmpty({ type, format, minLength = 0, pattern = '' }: FieldSchema): boolean {
  return type === 'string' && !format && minLength === 0 && new RegExp(pattern, 'u').test('')
}

function isCall(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
}

/** Whether a value is plain data that survives a JSON round trip, unlike schemas and functions. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value as object).every(isPlain)
}

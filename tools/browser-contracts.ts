import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const contractFile = /\/src\/modules\/[^/]+\/(?:[a-z]+-)*contract\.ts$/
const grammarFile = /\/src\/contract\/fields\.ts$/
const errorFile = /\/src\/contract\/errors\.ts$/

const emptyZod = '\0empty-zod'
const emptyZodCode = `export const z = new Proxy(() => z, { get: () => z })`

/** What the browser's client needs of a call; the schemas (and zod, 60 KB of it) stay on the server. */
const namesForBrowser = [
  'id',
  'method',
  'path',
  'required',
  'credential',
  'idempotent',
  'opensSession',
  // Whom to ask for a proof before the call is sent.
  'stepUp',
]

/**
 * Gives the browser a light edition of every module's contract: the calls without their schemas, and plain
 * constants. A contract's function has no place in a page; asking for one fails the build.
 */
export function browserContracts(): Plugin {
  return {
    name: 'bileti:browser-contracts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Other files that declare shapes beside what pages need: the shapes shrink to nothing.
    resolveId: (id) => (id === 'zod' ? emptyZod : null),
    async load(id) {
      if (id === emptyZod) return emptyZodCode
      const file = id.split('?', 1)[0] ?? id
      if (grammarFile.test(file)) return 'export const noInput = undefined'
      if (!contractFile.test(file) && !errorFile.test(file)) return null
      this.addWatchFile(file)
      const contract = (await import(pathToFileURL(file).href)) as Record<string, unknown>
      if (errorFile.test(file)) return lightErrors(contract['errorTable'] as object)
      return Object.entries(contract).map(lightExport).join('\n')
    },
  }
}

/** An answer brings its own words, so the browser needs the codes alone. */
function lightErrors(table: object): string {
  const codes = JSON.stringify(Object.keys(table))
  return `const codes = new Set(${codes})\nexport const isErrorCode = (code) => codes.has(code)`
}

function lightExport([name, value]: [string, unknown]): string {
  if (isCall(value)) {
    const light = Object.fromEntries(
      Object.entries(value).filter(([key]) => namesForBrowser.includes(key)),
    )
    return `export const ${name} = ${JSON.stringify(light)}`
  }
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)}` : ''
}

function isCall(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
}

/** Plain data survives a round trip through JSON; schemas and functions do not. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value as object).every(isPlain)
}

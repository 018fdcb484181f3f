import path from 'node:path'
import { readSources, type SourceFile } from './source-files.ts'

/** A day written out that is not past for every clock. */
const writtenDate = /\b20(?:2[6-9]|[3-9]\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/g

/** A birth date that makes somebody a child or an infant, but not for ever. */
const writtenBirth = /(?<=\bbirth(?:Date)?: ')20[0-2]\d-\d\d-\d\d/g

/** Reads the real clock, or starts a test's clock from it. */
const realClock = /\bnew Date\(\)|\bDate\.now\(\)|\bsystemClock\b/

/** The shop of the tests runs at `demoDay` with the demo's content, otherwise from the real time on. */
const fixedShop = /\bisDemo: true\b/

/** Set-up that compares clocks; the tests that use it keep their own. */
const noClock: ReadonlySet<string> = new Set(['tests/support/global-setup.ts'])

const anImport = /\b(?:from |import\()'((?:\.|#)[^']+\.tsx?)'/g

/** Test files and what only they import. */
const testCode = /^tests\/|\/tests\/|\.(?:test|nightly)\.tsx?$/

/** Allowed dates by file: the reason why they are right on every day. */
export type AllowedDates = Readonly<Record<string, string>>

export interface WrittenDates {
  /** `file: date`. */
  readonly wrong: readonly string[]
  /** Allowed files that have none any more. */
  readonly unused: readonly string[]
}

/**
 * Dates written out in test code that runs with the real clock: such a test fails from some day on. A file has the real
 * clock if it, or test code that it imports, reads it.
 */
export function writtenDates(sources: readonly SourceFile[], allowed: AllowedDates): WrittenDates {
  const tests = new Map(
    sources
      .filter(({ file }) => testCode.test(file))
      .map(({ file, text }) => [file, withoutComments(text)]),
  )
  const real = filesWithRealClock(tests)
  const found = [...tests]
    .filter(([file]) => real.has(file))
    .flatMap(([file, text]) =>
      [...new Set([...text.matchAll(writtenDate), ...text.matchAll(writtenBirth)].map(String))]
        .filter(exists)
        .map((date) => ({ file, date })),
    )
  return {
    wrong: found
      .filter(({ file }) => allowed[file] === undefined)
      .map(({ file, date }) => `${file}: ${date}`),
    unused: Object.keys(allowed).filter((file) => !found.some((one) => one.file === file)),
  }
}

/** The files that read the real clock, and those that import one of them. */
function filesWithRealClock(tests: ReadonlyMap<string, string>): ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const [file, text] of tests) {
    if (fixedShop.test(text)) continue
    for (const [, imported = ''] of text.matchAll(anImport)) {
      const from = imported.startsWith('#')
        ? `src/${imported.slice(1)}`
        : path.posix.join(path.posix.dirname(file), imported)
      importers.set(from, [...(importers.get(from) ?? []), file])
    }
  }
  const real = new Set<string>()
  const add = (file: string): void => {
    if (real.has(file)) return
    real.add(file)
    for (const importer of importers.get(file) ?? []) add(importer)
  }
  for (const [file, text] of tests) if (realClock.test(text) && !noClock.has(file)) add(file)
  return real
}

/** 30 February is no date on any day. */
function exists(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** All sources among which is test code. */
export function readTestSources(root: string): SourceFile[] {
  return readSources(root, ['{src,tools,fakes,tests}/**/*.{ts,tsx}'])
}

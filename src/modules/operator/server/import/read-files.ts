import { isTooDeep } from '#platform/http/json-body.ts'
import { importLimits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { readCatalogueJson } from './read-json.ts'
import { isSchemaOrg, readSchemaOrg } from './read-schema-org.ts'
import type { Place, Problem, RawRecord } from './record.ts'

export interface ImportFile {
  readonly name: string
  readonly content: string
}

export interface ReadFiles {
  readonly records: readonly RawRecord[]
  /** What is wrong with a file as a whole; then nothing of the import is looked at further. */
  readonly problems: readonly { readonly place: Place; readonly problem: Problem }[]
  /** Named by a file of our own format. */
  readonly source?: string
}

/** Reads any number of files, each in the format its content shows: our JSON, schema.org JSON-LD, else CSV. */
export function readFiles(files: readonly ImportFile[]): ReadFiles {
  const records: RawRecord[] = []
  const problems: { place: Place; problem: Problem }[] = []
  let source: string | undefined
  for (const file of files) {
    const read = readFile(file)
    records.push(...read.records)
    source ??= read.source
    for (const problem of read.problems)
      problems.push({ place: { file: file.name, at: '' }, problem })
  }
  if (records.length > importLimits.recordsMax) {
    const values = { most: importLimits.recordsMax }
    problems.push({
      place: { file: files[0]?.name ?? '', at: '' },
      problem: { code: 'too-many-rows', column: null, values },
    })
  }
  return { records, problems, ...(source === undefined ? {} : { source }) }
}

function readFile({ name, content }: ImportFile): {
  records: readonly RawRecord[]
  problems: readonly Problem[]
  source?: string
} {
  const text = content.replace(/^\uFEFF/, '')
  if (text.trim() === '') return only({ code: 'file-empty', column: null })
  if (Buffer.byteLength(text) > importLimits.bytesMax)
    return only({
      code: 'file-too-large',
      column: null,
      values: { most: Math.floor(importLimits.bytesMax / 1_000_000) },
    })
  // A file that is not UTF-8 has lost its letters at this point.
  if (text.includes('\uFFFD') || text.includes('\u0000'))
    return only({ code: 'file-not-utf8', column: null })
  if (!/^\s*[[{]/.test(text)) return readCsv(name, text)
  if (isTooDeep(text))
    return only({
      code: 'file-broken',
      column: null,
      values: { where: 1, why: 'nested too deeply' },
    })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    return only({ code: 'file-broken', column: null, values: { where: name, why } })
  }
  return isSchemaOrg(value) ? readSchemaOrg(name, value) : readCatalogueJson(name, value)
}

function only(problem: Problem) {
  return { records: [], problems: [problem] }
}

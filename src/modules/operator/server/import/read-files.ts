import { isTooDeep } from '#platform/http/json-body.ts'
import { importLimits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { readCatalogueJson } from './read-json.ts'
import { isSchemaOrg, readSchemaOrg } from './read-schema-org.ts'
import type { Place, Problem, RawRecord } from './record.ts'

export interface ImportFile {
  readonly name: string
  /** The text, or its chunks as they are read; chunks can be read once. */
  readonly content: string | AsyncIterable<string>
}

export interface ReadFiles {
  readonly records: readonly RawRecord[]
  /** Problems of whole files; with any, the import is not examined further. */
  readonly problems: readonly { readonly place: Place; readonly problem: Problem }[]
  /** Specified by a file of our own format. */
  readonly source?: string
}

interface ReadFile {
  readonly records: readonly RawRecord[]
  readonly problems: readonly Problem[]
  readonly source?: string
}

/**
 * Reads any number of files one after the other, each in the format detected from its content: our JSON, schema.org
 * JSON-LD, otherwise CSV. Of a table only its records are held in memory, and reading stops at the limits of an import.
 */
export async function readFiles(
  files: Iterable<ImportFile> | AsyncIterable<ImportFile>,
): Promise<ReadFiles> {
  const records: RawRecord[] = []
  const problems: { place: Place; problem: Problem }[] = []
  let source: string | undefined
  let first: string | undefined
  for await (const file of files) {
    first ??= file.name
    const read = await readFile(file)
    for (const record of read.records) records.push(record)
    source ??= read.source
    for (const problem of read.problems)
      problems.push({ place: { file: file.name, at: '' }, problem })
    if (records.length > importLimits.recordsMax) break
  }
  if (records.length > importLimits.recordsMax) {
    const values = { most: importLimits.recordsMax }
    problems.push({
      place: { file: first ?? '', at: '' },
      problem: { code: 'too-many-rows', column: null, values },
    })
  }
  return { records, problems, ...(source === undefined ? {} : { source }) }
}

/** The headings of a table must be within this length. */
const headLengthMax = 64 * 1024

async function readFile({ name, content }: ImportFile): Promise<ReadFile> {
  const pieces = checked(typeof content === 'string' ? [content] : content)
  let head = ''
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      head += next.value
      const text = head.trimStart()
      if (text !== '' && (text.includes('\n') || text.length > headLengthMax)) break
    }
    if (head.trim() === '') return only({ code: 'file-empty', column: null })
    if (!/^\s*[[{]/.test(head)) return await readCsv(name, head, pieces)
    const text = [head]
    for await (const piece of pieces) text.push(piece)
    return readJson(name, text.join(''))
  } catch (error) {
    if (error instanceof FileRefused) return only(error.problem)
    throw error
  }
}

class FileRefused extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** Chunks of a text without its byte order mark; throws `FileRefused` at the first invalid one. */
async function* checked(
  pieces: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string, void> {
  let bytes = 0
  for await (const piece of pieces) {
    const text = bytes === 0 ? piece.replace(/^\uFEFF/, '') : piece
    bytes += Buffer.byteLength(text)
    if (bytes > importLimits.bytesMax)
      throw new FileRefused({
        code: 'file-too-large',
        column: null,
        values: { most: Math.floor(importLimits.bytesMax / 1_000_000) },
      })
    // Decoding has replaced invalid UTF-8 by U+FFFD.
    if (text.includes('\uFFFD') || text.includes('\u0000'))
      throw new FileRefused({ code: 'file-not-utf8', column: null })
    yield text
  }
}

function readJson(name: string, text: string): ReadFile {
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

function only(problem: Problem): ReadFile {
  return { records: [], problems: [problem] }
}

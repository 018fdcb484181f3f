import { Readable } from 'node:stream'
import { createGunzip, gzipSync } from 'node:zlib'
import { ByteStream } from './byte-stream.ts'
import type { ImportFile } from './read-files.ts'

/** More than a request can contain, so that any larger content is corrupt. */
const unpackedBytesMax = 128_000_000
const chunkBytes = 64 * 1024

/** A file with its complete content. */
interface CompleteFile {
  readonly name: string
  readonly content: string
}

/** The stored form of files: a line with names and lengths, then the contents one after the other. */
export function packFiles(files: readonly CompleteFile[]): Buffer {
  const contents = files.map(({ content }) => Buffer.from(content))
  const head = files.map(({ name }, index) => ({ name, bytes: contents[index]?.length ?? 0 }))
  return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents]))
}

/** The files of `packFiles`, one after the other, decompressed while they are read. */
export async function* unpackFiles(packed: Buffer): AsyncGenerator<ImportFile> {
  const bytes = new ByteStream(
    Readable.from([packed]).pipe(createGunzip({ chunkSize: chunkBytes })),
    unpackedBytesMax,
  )
  const { text, isWhole } = await bytes.line()
  // The previous release stored names and contents as one JSON text, which has no line breaks.
  if (isWhole) return yield* JSON.parse(text) as CompleteFile[]
  for (const { name, bytes: length } of JSON.parse(text) as { name: string; bytes: number }[]) {
    const content = bytes.take(length)
    yield { name, content: decoded(content) }
    // A consumer that refused the file may not have read it completely.
    for await (const _ of content);
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

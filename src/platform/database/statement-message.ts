/** Messages of PostgreSQL's extended query protocol, several of them in one buffer. */
import pg from 'pg'

export interface Statement {
  /** Under which it is prepared; always of the same text. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** Preceded by the `begin` of its transaction in the same message, which saves a round trip. */
  readonly begins: boolean
  /** Followed by the `commit`, which also saves one and releases row locks earlier. */
  readonly commits: boolean
}

/** How `pg` turns a parameter into what is sent: text, bytes, or null. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } }
).utils

const codes = { parse: 0x50, bind: 0x42 } as const

const executeMessage = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const describeMessage = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0])
const syncMessage = Buffer.from([0x53, 0, 0, 0, 4])
const beginMessage = Buffer.concat([bindWithoutValues('begin'), executeMessage])
const commitMessage = Buffer.concat([bindWithoutValues('commit'), executeMessage])

function bindWithoutValues(name: string): Buffer {
  const body = Buffer.from(`\0${name}\0\0\0\0\0\0\0`, 'latin1')
  const head = Buffer.alloc(5)
  head[0] = codes.bind
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Everything up to the end of the query, of which PostgreSQL skips the rest when a part of it fails. */
export function messageOf(
  { name, text, values, begins, commits }: Statement,
  { parses, describes }: { readonly parses: boolean; readonly describes: boolean },
): Buffer {
  const sent = values.map((value) => prepareValue(value))
  const lengths = sent.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const parsed = parses ? parseLength(name, text) : 0
  const length =
    (begins ? beginMessage.length : 0) +
    parsed +
    bindLength(name, lengths) +
    (describes ? describeMessage.length : 0) +
    executeMessage.length +
    (commits ? commitMessage.length : 0) +
    syncMessage.length
  const buffer = Buffer.allocUnsafe(length)
  let at = 0
  const add = (message: Buffer): void => {
    at += message.copy(buffer, at)
  }
  if (begins) add(beginMessage)
  if (parses) at = writeParse(buffer, at, { name, text, length: parsed })
  at = writeBind(buffer, at, { name, sent, lengths })
  if (describes) add(describeMessage)
  add(executeMessage)
  if (commits) add(commitMessage)
  add(syncMessage)
  return buffer
}

/** Names are hashes, which have one byte a character. */
function parseLength(name: string, text: string): number {
  return 5 + name.length + 1 + Buffer.byteLength(text) + 1 + 2
}

function writeParse(
  buffer: Buffer,
  start: number,
  { name, text, length }: { name: string; text: string; length: number },
): number {
  let at = writeHead(buffer, start, codes.parse, length)
  at = writeName(buffer, at, name)
  at += buffer.write(text, at)
  buffer[at] = 0
  // PostgreSQL infers the types of all parameters.
  return buffer.writeInt16BE(0, at + 1)
}

function bindLength(name: string, lengths: readonly number[]): number {
  let length = 5 + 1 + name.length + 1 + 2 + 2 * lengths.length + 2 + 4 * lengths.length + 4
  for (const each of lengths) length += each
  return length
}

function writeBind(
  buffer: Buffer,
  start: number,
  {
    name,
    sent,
    lengths,
  }: { name: string; sent: readonly (string | Buffer | null)[]; lengths: readonly number[] },
): number {
  let at = writeHead(buffer, start, codes.bind, bindLength(name, lengths))
  buffer[at] = 0
  at = writeName(buffer, at + 1, name)
  at = buffer.writeInt16BE(sent.length, at)
  for (const value of sent) at = buffer.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at)
  at = buffer.writeInt16BE(sent.length, at)
  for (const [index, value] of sent.entries()) {
    const length = lengths[index] ?? 0
    at = buffer.writeInt32BE(value === null ? -1 : length, at)
    if (typeof value === 'string')
      // Plain ASCII is copied; most values are.
      at += buffer.write(value, at, length, length === value.length ? 'latin1' : 'utf8')
    else if (value !== null) at += value.copy(buffer, at)
  }
  // All columns of the result as text.
  at = buffer.writeInt16BE(1, at)
  return buffer.writeInt16BE(0, at)
}

function writeHead(buffer: Buffer, at: number, code: number, length: number): number {
  buffer[at] = code
  return buffer.writeInt32BE(length - 1, at + 1)
}

function writeName(buffer: Buffer, at: number, name: string): number {
  const end = at + buffer.write(name, at, 'latin1')
  buffer[end] = 0
  return end + 1
}

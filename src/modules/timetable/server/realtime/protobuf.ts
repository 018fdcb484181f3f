/** Reads the wire format of Protocol Buffers: fields by number, each with all its values. */

/** Value of a field: an integer, or the bytes of a string or message. */
export type FieldValue = bigint | Uint8Array
export type Fields = ReadonlyMap<number, readonly FieldValue[]>

export class UnreadableMessage extends Error {}

const bytesPerFixed = { 1: 8, 5: 4 } as const

/** Values of one feed: a country's has some hundred thousand. Two bytes become an object of a hundred. */
const valuesMax = 1_000_000

/** What is left of the values that a message with everything inside it may have. */
interface Budget {
  left: number
}
const budgets = new WeakMap<Fields, Budget>()

/** Throws `UnreadableMessage` if the bytes are not a message, or have more values than a feed. */
export function readFields(bytes: Uint8Array, budget: Budget = { left: valuesMax }): Fields {
  const fields = new Map<number, FieldValue[]>()
  budgets.set(fields, budget)
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined) throw new UnreadableMessage('cut off')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new UnreadableMessage('a number without an end')
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [number, kind] = [tag >>> 3, tag & 7]
    if (kind === 0) add(number, varint())
    else if (kind === 1 || kind === 5) add(number, take(bytesPerFixed[kind]))
    else if (kind === 2) add(number, take(Number(varint())))
    else throw new UnreadableMessage(`wire type ${kind}`)
  }
  return fields

  function take(length: number): Uint8Array {
    if (!(length <= bytes.length - at)) throw new UnreadableMessage('cut off')
    at += length
    return bytes.subarray(at - length, at)
  }

  function add(number: number, value: FieldValue): void {
    budget.left -= 1
    if (budget.left < 0) throw new UnreadableMessage('too many values')
    const known = fields.get(number)
    if (known) known.push(value)
    else fields.set(number, [value])
  }
}

/** The messages in a field. */
export function messagesOf(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).flatMap((value) =>
    typeof value === 'bigint' ? [] : [readFields(value, budgets.get(fields))],
  )
}

export function messageOf(fields: Fields, number: number): Fields | null {
  return messagesOf(fields, number).at(-1) ?? null
}

const decoder = new TextDecoder()

/** Without the character zero, which the database refuses. */
export function textOf(fields: Fields, number: number): string | null {
  const value = fields.get(number)?.at(-1)
  return value === undefined || typeof value === 'bigint'
    ? null
    : decoder.decode(value).replaceAll('\0', '')
}

/** A signed integer, encoded as `int32` or `int64`. */
export function integerOf(fields: Fields, number: number): number | null {
  const value = fields.get(number)?.at(-1)
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : null
}

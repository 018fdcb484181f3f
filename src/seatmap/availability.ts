/**
 * What is free, apart from the layout and compact: one state a place, one number a pool.
 * State arrays are indexed by `placeId` like those of `expand.ts`: entry 0 is unused.
 */
import { invariant } from '#kernel/result.ts'

/** `yours` is held by the order of who looks; `resale` was given back and may be bought again. */
export const placeState = { free: 0, taken: 1, yours: 2, resale: 3, blocked: 4 } as const
export type PlaceState = (typeof placeState)[keyof typeof placeState]

/** The availability of one offering as it travels: `places` is text of `encodeAvailability`. */
export interface AvailabilitySnapshot {
  readonly places: string
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
}

/** The same, decoded: states by `placeId`, places left by `poolId`. */
export interface Availability {
  readonly states: Uint8Array
  readonly pools: ReadonlyMap<number, number>
}

export function createStates(placeCount: number): Uint8Array {
  return new Uint8Array(placeCount + 1)
}

/** Whether a place can be bought now: free, or free again. */
export function isFree(state: number | undefined): boolean {
  return state === placeState.free || state === placeState.resale
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

interface Reader {
  readonly bytes: Uint8Array
  at: number
}

function readVarint(reader: Reader): number {
  let value = 0
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new RangeError('Availability text ends too early')
    value |= (byte & 127) << shift
    if (byte < 128) return value
  }
  throw new RangeError('Availability text has a number out of range')
}

/** Runs of one state: 3 bits of state and 5 of length a byte, long runs in bytes that follow. */
function encodeRuns(states: Uint8Array): number[] {
  const bytes: number[] = []
  for (let at = 1; at < states.length;) {
    const state = states[at] ?? 0
    let end = at + 1
    while (end < states.length && states[end] === state) end += 1
    const length = end - at
    bytes.push((state << 5) | Math.min(length - 1, 31))
    if (length > 31) pushVarint(bytes, length - 32)
    at = end
  }
  return bytes
}

function decodeRuns(reader: Reader, states: Uint8Array): void {
  for (let at = 1; at < states.length;) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new RangeError('Availability text ends too early')
    const short = byte & 31
    const length = short < 31 ? short + 1 : 32 + readVarint(reader)
    const state = byte >> 5
    if (state > placeState.blocked || at + length > states.length)
      throw new RangeError('Availability text has a run out of range')
    states.fill(state, at, at + length)
    at += length
  }
}

/** One bit a place (taken or not), then the rarer states as steps from one to the next. */
function encodeBits(states: Uint8Array): number[] {
  const bytes = Array.from({ length: Math.ceil((states.length - 1) / 8) }, () => 0)
  let last = 0
  const rare: number[] = []
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const state = states[placeId] ?? 0
    const index = placeId - 1
    if (state === placeState.taken)
      bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
    if (state < placeState.yours) continue
    pushVarint(rare, (placeId - last) * 3 + (state - placeState.yours))
    last = placeId
  }
  return [...bytes, ...rare]
}

function decodeBits(reader: Reader, states: Uint8Array): void {
  const length = Math.ceil((states.length - 1) / 8)
  if (reader.bytes.length < length) throw new RangeError('Availability text ends too early')
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const index = placeId - 1
    states[placeId] = ((reader.bytes[index >> 3] ?? 0) >> (index & 7)) & 1
  }
  reader.at = length
  let placeId = 0
  while (reader.at < reader.bytes.length) {
    const value = readVarint(reader)
    placeId += Math.floor(value / 3)
    if (placeId < 1 || placeId >= states.length)
      throw new RangeError('Availability text names a place out of range')
    states[placeId] = (value % 3) + placeState.yours
  }
}

function toBase64(bytes: readonly number[]): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 4_096)
    binary += String.fromCharCode(...bytes.slice(at, at + 4_096))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1)
    throw new RangeError('Availability text is not base64url')
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/**
 * `r<places>.<base64url>` (runs) or `b<places>.<base64url>` (bits), whichever is shorter.
 * 54,202 places take about 9 KB at worst while few are resale, blocked or yours.
 */
export function encodeAvailability(states: Uint8Array): string {
  invariant(states.length > 0, 'states have an unused entry 0')
  const runs = encodeRuns(states)
  const bits = encodeBits(states)
  const way = runs.length <= bits.length ? 'r' : 'b'
  return `${way}${states.length - 1}.${toBase64(way === 'r' ? runs : bits)}`
}

/** The states by `placeId`. Throws a RangeError for text that `encodeAvailability` never wrote. */
export function decodeAvailability(text: string): Uint8Array {
  const head = /^([rb])(\d{1,7})\./.exec(text)
  if (!head) throw new RangeError('Availability text has no head')
  const states = createStates(Number(head[2]))
  const reader = { bytes: fromBase64(text.slice(head[0].length)), at: 0 }
  if (head[1] === 'r') decodeRuns(reader, states)
  else decodeBits(reader, states)
  if (reader.at !== reader.bytes.length) throw new RangeError('Availability text is too long')
  return states
}

export function readSnapshot(snapshot: AvailabilitySnapshot): Availability {
  return {
    states: decodeAvailability(snapshot.places),
    pools: new Map(snapshot.pools.map((pool) => [pool.poolId, pool.left])),
  }
}

/**
 * Availability in a compact form separate from the layout: one state per place, one number per pool. State arrays
 * are indexed by `placeId` as in `expand.ts`: entry 0 is unused.
 */
import { seatStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'

/**
 * The specification's seat status, and two states without a number: `held` by another order, and `yours`, held by
 * the viewer's own order. Both are sent as `Blocked` and listed separately. `refunded` places were returned and may
 * be bought again.
 */
export const placeState = {
  free: seatStatus.Free,
  blocked: seatStatus.Blocked,
  refunded: seatStatus.Refunded,
  sold: seatStatus.Sold,
  held: 4,
  yours: 5,
} as const
export type PlaceState = (typeof placeState)[keyof typeof placeState]

/** The availability of one offering as sent: `places` is text of `encodeAvailability`, `held` of `encodeHeld`. */
export interface AvailabilitySnapshot {
  readonly places: string
  readonly held?: string
  /** Places held by the viewer's own order. */
  readonly yours?: readonly number[]
  readonly pools: readonly { readonly poolId: number; readonly left: number }[]
}

/** The same, decoded: states by `placeId`, remaining places by `poolId`. */
export interface Availability {
  readonly states: Uint8Array
  readonly pools: ReadonlyMap<number, number>
}

export function createStates(placeCount: number): Uint8Array {
  return new Uint8Array(placeCount + 1)
}

/** Whether a place can be bought: free, or returned. */
export function isFree(state: number | undefined): boolean {
  return state === placeState.free || state === placeState.refunded
}

/** The specification's seat status of a state. */
export function statusOf(state: number): number {
  return state > placeState.sold ? placeState.blocked : state
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

/** Run-length encoding: 3 bits of state and 5 of length per byte, long runs in the bytes that follow. */
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
    if (state > placeState.sold || at + length > states.length)
      throw new RangeError('Availability text has a run out of range')
    states.fill(state, at, at + length)
    at += length
  }
}

/** One bit per place (sold or not), then the rarer states as distances between places. */
function encodeBits(states: Uint8Array): number[] {
  const bytes = Array.from({ length: Math.ceil((states.length - 1) / 8) }, () => 0)
  let last = 0
  const rare: number[] = []
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const state = states[placeId] ?? 0
    if (state === placeState.sold) setBit(bytes, placeId - 1)
    if (state === placeState.free || state === placeState.sold) continue
    pushVarint(rare, (placeId - last) * 2 + (state - placeState.blocked))
    last = placeId
  }
  return [...bytes, ...rare]
}

function decodeBits(reader: Reader, states: Uint8Array): void {
  readBits(reader, states, placeState.sold)
  let placeId = 0
  while (reader.at < reader.bytes.length) {
    const value = readVarint(reader)
    placeId += value >> 1
    if (placeId < 1 || placeId >= states.length)
      throw new RangeError('Availability text names a place out of range')
    states[placeId] = (value & 1) + placeState.blocked
  }
}

/** Two bits per place, for when no state is rare. */
function encodePairs(states: Uint8Array): number[] {
  const bytes = Array.from({ length: Math.ceil((states.length - 1) / 4) }, () => 0)
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const index = placeId - 1
    bytes[index >> 2] = (bytes[index >> 2] ?? 0) | ((states[placeId] ?? 0) << ((index & 3) * 2))
  }
  return bytes
}

function decodePairs(reader: Reader, states: Uint8Array): void {
  const length = Math.ceil((states.length - 1) / 4)
  if (reader.bytes.length < length) throw new RangeError('Availability text ends too early')
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const index = placeId - 1
    states[placeId] = ((reader.bytes[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3
  }
  reader.at = length
}

function setBit(bytes: number[], index: number): void {
  bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (1 << (index & 7))
}

/** Writes `state` for every place whose bit is set, and 0 for the others. */
function readBits(reader: Reader, states: Uint8Array, state: number): void {
  const length = Math.ceil((states.length - 1) / 8)
  if (reader.bytes.length < length) throw new RangeError('Availability text ends too early')
  for (let placeId = 1; placeId < states.length; placeId += 1) {
    const index = placeId - 1
    states[placeId] = (((reader.bytes[index >> 3] ?? 0) >> (index & 7)) & 1) * state
  }
  reader.at = length
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

type MethodOption = 'r' | 'b' | 'd'

const decoders: Readonly<Record<MethodOption, (reader: Reader, states: Uint8Array) => void>> = {
  r: decodeRuns,
  b: decodeBits,
  d: decodePairs,
}

/**
 * The seat status of each place: `r<places>.<base64url>` (runs), `b<places>.<base64url>` (bits) or
 * `d<places>.<base64url>` (two bits a place), whichever is shortest. 54,202 places take about 9 KB while few are
 * blocked or refunded, and 18 KB at worst.
 */
export function encodeAvailability(states: Uint8Array): string {
  invariant(states.length > 0, 'states have an unused entry 0')
  const statuses = states.map(statusOf)
  const runs = encodeRuns(statuses)
  const bits = encodeBits(statuses)
  const [way, bytes] = runs.length <= bits.length ? (['r', runs] as const) : (['b', bits] as const)
  const head = String(states.length - 1)
  // Two bits per place have a fixed length and are written only if that is shorter.
  if (bytes.length > Math.ceil((states.length - 1) / 4))
    return `d${head}.${toBase64(encodePairs(statuses))}`
  return `${way}${head}.${toBase64(bytes)}`
}

/** The seat status by `placeId`. Throws a RangeError for text that `encodeAvailability` cannot have written. */
export function decodeAvailability(text: string): Uint8Array {
  const head = /^([rbd])(\d{1,7})\./.exec(text)
  if (!head) throw new RangeError('Availability text has no head')
  const states = createStates(Number(head[2]))
  const reader = { bytes: fromBase64(text.slice(head[0].length)), at: 0 }
  decoders[head[1] as MethodOption](reader, states)
  if (reader.at !== reader.bytes.length) throw new RangeError('Availability text is too long')
  return states
}

/** The places currently held by others, in the same form: status 3 (a set bit) marks one. Empty when none are held. */
export function encodeHeld(states: Uint8Array): string {
  if (!states.includes(placeState.held)) return ''
  const marks = states.map((state) => (state === placeState.held ? placeState.sold : 0))
  return encodeAvailability(marks)
}

/** The places of the viewer's own order. */
export function yoursOf(states: Uint8Array): number[] {
  const placeIds: number[] = []
  states.forEach((state, placeId) => {
    if (state === placeState.yours) placeIds.push(placeId)
  })
  return placeIds
}

export function readSnapshot(snapshot: AvailabilitySnapshot): Availability {
  const states = decodeAvailability(snapshot.places)
  const { held = '', yours = [] } = snapshot
  const marks = held === '' ? null : decodeAvailability(held)
  marks?.forEach((mark, placeId) => {
    if (mark !== 0 && placeId < states.length) states[placeId] = placeState.held
  })
  for (const placeId of yours)
    if (placeId >= 1 && placeId < states.length) states[placeId] = placeState.yours
  return { states, pools: new Map(snapshot.pools.map((pool) => [pool.poolId, pool.left])) }
}

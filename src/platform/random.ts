import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '#kernel/ids.ts'

/** Size of the pool in bytes: a call of the system's generator for each value costs ten times as much as the value. */
const poolBytes = 16_384
/** Larger requests are fetched by themselves. */
const pooledMax = 256

const pool = Buffer.allocUnsafeSlow(poolBytes)
let used = poolBytes

/** Position of so many fresh bytes in the pool. */
function draw(count: number): number {
  if (used + count > poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += count
  return at
}

/** Cryptographically strong; bytes are erased from the pool when they are returned, so that no copy remains. */
function bytes(count: number): Uint8Array {
  if (count > pooledMax) return randomBytes(count)
  const at = draw(count)
  const drawn = new Uint8Array(count)
  for (let index = 0; index < count; index += 1) drawn[index] = pool[at + index] as number
  pool.fill(0, at, at + count)
  return drawn
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

let lastTime = 0
let lastTimeText = ''

/** The first two groups of a uuid; many are made in one millisecond. */
function timeText(now: number): string {
  if (now !== lastTime) {
    const text = now.toString(16).padStart(12, '0')
    lastTime = now
    lastTimeText = `${text.slice(0, 8)}-${text.slice(8)}`
  }
  return lastTimeText
}

/** 48 bits of Unix milliseconds, then random: RFC 9562. */
function uuidVersion7(): string {
  const at = draw(10)
  const two = (offset: number): string => {
    const first = hex[pool[at + offset] as number] as string
    return first + (hex[pool[at + offset + 1] as number] as string)
  }
  const version = `7${two(0).slice(1)}`
  const variant = hex[((pool[at + 2] as number) & 0x3f) | 0x80] as string
  const rest = `${hex[pool[at + 3] as number]}-${two(4)}${two(6)}${two(8)}`
  pool.fill(0, at, at + 10)
  return `${timeText(Date.now())}-${version}-${variant}${rest}`
}

export const systemRandom: Random = { bytes, uuid: uuidVersion7 }

import { hash, verify } from '@node-rs/argon2'
import { fail, ok, type Result } from '#kernel/result.ts'

/** argon2id, 46 MiB, one pass: the measured equal of 19 MiB and two (about 23 ms of one core). */
const parameters = { memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 }

/** Maximum concurrent hashes; more would starve all other requests of CPU time. */
const atOnceMax = 1
const waitingMax = 50

let running = 0
let begun = 0

/** Number of passwords hashed or compared by this process, for metrics. */
export function passwordsHashed(): number {
  return begun
}

const waiting: (() => void)[] = []

/** Thrown when too many are waiting already. */
export class PasswordQueueFull extends Error {}

/** Whether another hash would be rejected: checked first, before other work. */
export function isPasswordQueueFull(): boolean {
  return running >= atOnceMax && waiting.length >= waitingMax
}

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (isPasswordQueueFull()) throw new PasswordQueueFull('Too many passwords are being checked')
  if (running >= atOnceMax) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  begun += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), parameters))
}

/** The same inside a call: fails with a coded error when too many hashes are waiting. */
export async function hashNewPassword(
  password: string,
): Promise<Result<string, 'TooManyRequests'>> {
  try {
    return ok(await hashPassword(password))
  } catch (error) {
    if (error instanceof PasswordQueueFull) return fail('TooManyRequests')
    throw error
  }
}

/** Hash compared when there is no account, so that timing reveals nothing. */
let decoy: Promise<string> | undefined

/** Whether the password matches. Without a stored hash (null or empty) it returns false in the same time. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(`${Math.random()}`, parameters)
  const isSet = stored !== null && stored !== ''
  const against = isSet ? stored : await decoy
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')))
  return isSet && fits
}

/**
 * Each token of a wallet is sent to a bank once, whatever became of it: a second one is refused for any order, buyer,
 * kind and provider. Only digests are stored.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/**
 * Apple's tokens are encrypted for a certificate that is valid for 25 months, Google's expire within days: after this
 * time no bank can read a token any more.
 */
const keptDays = 800
/** Wallets nest their ciphertext three levels deep. */
const depthMax = 6
/** Names of the encrypted part: Apple's payment data, Google's signed message. */
const encryptedNames = new Set(['data', 'encryptedmessage', 'signedmessage'])

interface WalletToken {
  /** For the bank: exactly what the digests were taken of. */
  readonly text: string
  readonly digests: readonly Buffer[]
}

/**
 * A token can be written in many ways that a bank reads alike (spaces, escapes, order and spelling of names, notations of
 * base64, other signatures by the same key), so its ciphertexts are compared and not its text. A name that occurs twice is
 * resolved here: the bank receives the text of what was read.
 */
export function readWalletToken(token: string): WalletToken {
  const parsed = parseObject(token)
  const text = parsed === undefined ? token.trim() : JSON.stringify(parsed)
  const texts = new Set([digestOf(Buffer.from(text)), ...encryptedOf(parsed)])
  return { text, digests: [...texts].sort().map((digest) => Buffer.from(digest, 'hex')) }
}

function encryptedOf(value: unknown, depth = 0): string[] {
  const nested = typeof value === 'string' ? parseObject(value) : value
  if (depth > depthMax || typeof nested !== 'object' || nested === null) return []
  return Object.entries(nested).flatMap(([name, part]: [string, unknown]) => {
    const inner = encryptedOf(part, depth + 1)
    const isCiphertext = typeof part === 'string' && encryptedNames.has(name.toLowerCase())
    return isCiphertext && inner.length === 0 ? [digestOf(bytesOf(part))] : inner
  })
}

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length > 0 ? bytes : Buffer.from(base64)
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return parseObject(value)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Records that a token is sent for a payment; false when it was sent before. Inside the transaction that creates the
 * payment: of concurrent attempts the first to be committed sends it.
 */
export async function claimWalletToken(
  context: Context,
  paymentId: string,
  { digests }: WalletToken,
): Promise<boolean> {
  // Sorted, so that two attempts with the same ciphertexts wait for each other in one order only.
  const { numAffectedRows } = await sql`
    insert into wallet_token (digest, payment_id, sent_at)
    select digest, ${paymentId}::uuid, ${context.clock.now()}::timestamptz
    from unnest(${[...digests]}::bytea[]) with ordinality as sent (digest, place)
    order by place
    on conflict (digest) do nothing`.execute(context.db)
  return Number(numAffectedRows) === digests.length
}

export async function deleteWalletTokens({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  await db.deleteFrom('wallet_token').where('sent_at', '<', before).execute()
}

import fc from 'fast-check'
import { postHold, postTransfer, takeHold, voidHold } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'

type Operation =
  | { readonly kind: 'top-up'; readonly customerIndex: number; readonly amountMinor: number }
  | { readonly kind: 'hold'; readonly customerIndex: number; readonly amountMinor: number }
  | { readonly kind: 'post' | 'void'; readonly holdIndex: number }

const customerIndex = fc.integer({ min: 0, max: 3 })
const amountMinor = fc.integer({ min: 1, max: 300 })
const holdIndex = fc.nat(1_000)

/** Rounds of operations; those of one round run concurrently. */
export const rounds = (most: number): fc.Arbitrary<Operation[][]> =>
  fc.array(
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('top-up' as const), customerIndex, amountMinor }),
        fc.record({ kind: fc.constant('hold' as const), customerIndex, amountMinor }),
        fc.record({ kind: fc.constantFrom('post' as const, 'void' as const), holdIndex }),
      ),
      { minLength: 4, maxLength: 12 },
    ),
    { minLength: 2, maxLength: most },
  )

/** Executes the rounds for four customers created here. Returns the number of operations. */
export async function runRounds(
  context: Context,
  operations: readonly Operation[][],
): Promise<number> {
  const runId = context.random.uuid()
  const holds: string[] = []
  let count = 0
  for (const round of operations) {
    await Promise.all(round.map((operation) => execute(context, runId, holds, operation)))
    count += round.length
  }
  return count
}

async function execute(
  context: Context,
  runId: string,
  holds: string[],
  operation: Operation,
): Promise<unknown> {
  const currency = 'GEL'
  if (operation.kind === 'top-up') {
    return postTransfer(context, {
      idempotencyKey: context.random.uuid(),
      kind: 'top-up',
      reference: runId,
      postings: [
        { account: `provider:${runId}`, currency, amountMinor: operation.amountMinor },
        {
          account: `customer:${runId}-${operation.customerIndex}`,
          currency,
          amountMinor: -operation.amountMinor,
        },
      ],
    })
  }
  if (operation.kind === 'hold') {
    const account = `customer:${runId}-${operation.customerIndex}`
    const request = {
      account,
      currency,
      amountMinor: operation.amountMinor,
      reference: runId,
    } as const
    const hold = await takeHold(context, request)
    return hold.ok ? holds.push(hold.value.id) : null
  }
  const holdId = holds.at(operation.holdIndex % Math.max(holds.length, 1))
  if (holdId === undefined) return null
  if (operation.kind === 'void') return voidHold(context, holdId)
  return postHold(context, holdId, { account: `order:${runId}`, kind: 'spend', reference: runId })
}

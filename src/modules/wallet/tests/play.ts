import fc from 'fast-check'
import { postHold, postTransfer, takeHold, voidHold } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'

type Move =
  | { readonly kind: 'top-up'; readonly who: number; readonly amountMinor: number }
  | { readonly kind: 'hold'; readonly who: number; readonly amountMinor: number }
  | { readonly kind: 'post' | 'void'; readonly which: number }

const who = fc.integer({ min: 0, max: 3 })
const amountMinor = fc.integer({ min: 1, max: 300 })
const which = fc.nat(1_000)

/** Rounds of operations; those of one round run concurrently. */
export const rounds = (most: number): fc.Arbitrary<Move[][]> =>
  fc.array(
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('top-up' as const), who, amountMinor }),
        fc.record({ kind: fc.constant('hold' as const), who, amountMinor }),
        fc.record({ kind: fc.constantFrom('post' as const, 'void' as const), which }),
      ),
      { minLength: 4, maxLength: 12 },
    ),
    { minLength: 2, maxLength: most },
  )

/** Plays the rounds for four customers created here. Returns the number of moves. */
export async function playRounds(context: Context, played: readonly Move[][]): Promise<number> {
  const game = context.random.uuid()
  const holds: string[] = []
  let count = 0
  for (const round of played) {
    await Promise.all(round.map((move) => makeMove(context, game, holds, move)))
    count += round.length
  }
  return count
}

async function makeMove(
  context: Context,
  game: string,
  holds: string[],
  move: Move,
): Promise<unknown> {
  const currency = 'GEL'
  if (move.kind === 'top-up') {
    return postTransfer(context, {
      idempotencyKey: context.random.uuid(),
      kind: 'top-up',
      reference: game,
      postings: [
        { account: `provider:${game}`, currency, amountMinor: move.amountMinor },
        { account: `customer:${game}-${move.who}`, currency, amountMinor: -move.amountMinor },
      ],
    })
  }
  if (move.kind === 'hold') {
    const account = `customer:${game}-${move.who}`
    const request = { account, currency, amountMinor: move.amountMinor, reference: game } as const
    const hold = await takeHold(context, request)
    return hold.ok ? holds.push(hold.value.id) : null
  }
  const holdId = holds.at(move.which % Math.max(holds.length, 1))
  if (holdId === undefined) return null
  if (move.kind === 'void') return voidHold(context, holdId)
  return postHold(context, holdId, { account: `order:${game}`, kind: 'spend', reference: game })
}

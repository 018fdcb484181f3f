import type { Context } from '#platform/context.ts'
import { terminalKeyOf } from '../server/terminals.ts'

/** A card terminal of this organiser. */
export async function ownTerminal(
  context: Context,
  merchantId: number,
  number: string,
): Promise<void> {
  await context.db
    .insertInto('card_terminal')
    .values({
      key: terminalKeyOf(number),
      number,
      merchant_id: merchantId,
      given_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

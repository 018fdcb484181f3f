/**
 * The number under a code, which staff type where no code can be read. It admits like the code, so it is bound to the
 * issue number like the code: without that, who gave a ticket away could still enter with its number.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readableCode } from '#kernel/ids.ts'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'
import { tidyNumber } from '../code-format.ts'

interface NumberedTicket {
  readonly id: number
  readonly identifier: string
  readonly issueNumber: number
}

export interface PrintedNumbers {
  /** The identifier, from the second issue on with an ending that only the present holder is shown. */
  of(context: Pick<Context, 'db'>, ticket: NumberedTicket): Promise<string>
}

/** About 25 bits, which are typed into a scanner by hand. */
const endingLength = 5

/** Derived from the server's secret: nothing is stored. */
export function createPrintedNumbers(): PrintedNumbers {
  let secret: Promise<Buffer> | undefined
  return {
    async of(context, { id, identifier, issueNumber }) {
      if (issueNumber === 1) return identifier
      secret ??= readServerSecret(context)
      secret.catch(() => (secret = undefined))
      const key = await secret
      let block = 0
      const bytes = () => {
        block += 1
        return createHmac('sha512', key)
          .update(`printed number ${id} ${issueNumber} ${block}`)
          .digest()
      }
      return identifier + readableCode({ bytes, uuid: () => '' }, endingLength)
    },
  }
}

/**
 * The ticket of a typed number, and whether the number is that of its present holder; undefined for the number of no
 * ticket.
 */
export async function readTypedNumber<Ticket extends NumberedTicket>(
  context: Pick<Context, 'db'>,
  numbers: PrintedNumbers,
  typed: string,
  find: (identifier: string) => Promise<Ticket | undefined>,
): Promise<{ readonly ticket: Ticket; readonly isCurrent: boolean } | undefined> {
  const number = tidyNumber(typed)
  const ticket = (await find(number)) ?? (await find(number.slice(0, -endingLength)))
  if (!ticket) return undefined
  const [shown, expected] = [number, await numbers.of(context, ticket)].map((text) =>
    Buffer.from(text),
  )
  const isCurrent =
    shown !== undefined &&
    expected !== undefined &&
    shown.length === expected.length &&
    timingSafeEqual(shown, expected)
  return { ticket, isCurrent }
}

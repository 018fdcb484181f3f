import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { withReserve, type Database } from '#platform/database/database.ts'
import { repeatTransaction } from '#platform/database/repeat-transaction.ts'
import { isConnectionLoss } from '#platform/database/unavailable.ts'
import type { OfferSource, Quote } from '../offer-source.ts'
import type { Order } from '../order.ts'
import { holdChoices, type Choice } from './hold-choices.ts'

/** Choices that share one transaction at most: past this the wait grows faster than the throughput. */
const choicesTogetherMax = 32

/** With fewer requests it is cheaper to wait for the transaction under way than to start another. */
const choicesBesideMin = 26

type Answer = Result<Order, ErrorCode>

/** One request batcher for each database, so that two in one process (tests) never share a batch. */
const batchers = new WeakMap<Database, RequestBatcher<Choice, Answer>>()

export interface TakeOfferOptions<Request> {
  readonly request: Request
  /** An open order of the caller's to add to; a new one is opened when absent. */
  readonly orderKey?: string
  readonly host?: string
}

/**
 * Asks the source for priced places and holds them for the caller's order, until the order's deadline. All or nothing.
 * Prices and fees come from the source alone. Requests for one offering are batched and share a transaction; each is
 * answered on its own.
 */
export async function takeOffer<Request>(
  context: Context,
  source: OfferSource<Request>,
  options: TakeOfferOptions<Request>,
): Promise<Answer> {
  const quoted = await source.quote(context, options.request)
  if (!quoted.ok) return quoted
  return takeQuote(context, quoted.value, options)
}

async function takeQuote(
  context: Context,
  quote: Quote,
  options: { orderKey?: string; host?: string },
): Promise<Answer> {
  // Keys are compared as text with what the database answers, which is lower case.
  const orderKey = options.orderKey?.toLowerCase()
  const choice: Choice = { context, quote, orderKey, host: options.host }
  if (context.db.isTransaction) return (await holdChoices(context.db, [choice]))[0] as Answer
  return batcherOf(context.db).submit(quote.offeringId, choice)
}

function batcherOf(db: Database): RequestBatcher<Choice, Answer> {
  let batcher = batchers.get(db)
  if (!batcher) {
    batcher = createRequestBatcher<Choice, Answer>({
      batchMax: choicesTogetherMax,
      batchesAtOnce: 2,
      besideMin: choicesBesideMin,
      run: (_offeringId, choices) => holdApart(db, choices),
    })
    batchers.set(db, batcher)
  }
  return batcher
}

/**
 * When a shared transaction fails, each choice is retried in a separate one, so that only the failing choice is
 * refused.
 */
async function holdApart(db: Database, choices: readonly Choice[]): Promise<readonly Answer[]> {
  try {
    return await holdTogether(db, choices)
  } catch (error) {
    // Without a database none of them can succeed; whether the commit happened is unknown, so it is not retried.
    if (choices.length === 1 || isConnectionLoss(error)) throw error
    choices[0]?.context.log.warn({ error, choices: choices.length }, 'gathered choices failed')
  }
  const answers: Answer[] = []
  for (const choice of choices) {
    try {
      answers.push(...(await holdTogether(db, [choice])))
    } catch (error) {
      choice.context.log.error({ error }, 'a choice failed')
      const code = isConnectionLoss(error) ? 'ServiceUnavailable' : 'ServerSide'
      answers.push({ ok: false, code })
    }
  }
  return answers
}

/** Choices for the same order follow each other, because the second must see what the first did. */
async function holdTogether(db: Database, choices: readonly Choice[]): Promise<readonly Answer[]> {
  const answers = new Map<Choice, Answer>()
  let waiting = choices
  while (waiting.length > 0) {
    const round: Choice[] = []
    const later: Choice[] = []
    const orderKeys = new Set<string>()
    for (const choice of waiting) {
      const { orderKey } = choice
      if (orderKey !== undefined && orderKeys.has(orderKey)) later.push(choice)
      else {
        round.push(choice)
        if (orderKey !== undefined) orderKeys.add(orderKey)
      }
    }
    // Payments may have taken all connections, each for many statements; choosing does not wait for them.
    const hold = () =>
      withReserve(db)
        .transaction()
        .execute((transaction) => holdChoices(transaction, round, { mayCommit: true }))
    const [first] = round as [Choice]
    const granted = await repeatTransaction(first.context.log, hold)
    round.forEach((choice, index) => {
      const answer = granted[index] as Answer
      answers.set(choice, answer)
      const { unwrittenSession } = choice.context
      // Its order refers to it, so both were written together.
      if (answer.ok && unwrittenSession) unwrittenSession.isWritten = true
    })
    waiting = later
  }
  return choices.map((choice) => answers.get(choice) as Answer)
}

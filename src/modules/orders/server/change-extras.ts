/** Changes of documents and delivery after the purchase; the caller decides which fields may still change. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { ExtraQuestionView } from '../extra-contract.ts'
import { problemOfAnswer } from './answers.ts'
import {
  answersOf,
  presentQuestion,
  questionsOf,
  writeAnswers,
  type AskingSource,
  type GivenExtra,
} from './extras.ts'
import type { Order } from './order.ts'

/** Default number of hours before the start after which an answer is final. */
const usualChangeHours = 24

/** A question of an order with its answer, and the data that decides until when it may be changed. */
export interface ExtraWithAnswer {
  readonly view: ExtraQuestionView
  readonly source: string
  readonly itemId: number
  readonly changeHoursBefore: number
}

/** Current fields of an order, with their answers. */
export async function readExtrasWithAnswers(
  context: Context,
  sources: readonly AskingSource[],
  order: Order,
): Promise<ExtraWithAnswer[]> {
  const questions = await questionsOf(context, sources, order)
  if (questions.length === 0) return []
  const answers = await answersOf(context.db, order.id)
  return questions.map((question) => ({
    source: question.source,
    itemId: question.itemId,
    changeHoursBefore: question.field.changeHoursBefore ?? usualChangeHours,
    view: presentQuestion(context, question, answers),
  }))
}

/**
 * Changes the named answers of an order that the open transaction has locked; all others stay. `DetailsClosed` when one
 * of them may not be changed; `ExtraFieldsMissing` names each that is wrong as `body.extras.<id>`.
 */
export async function changeExtras(
  context: Context,
  sources: readonly AskingSource[],
  order: Order,
  given: readonly GivenExtra[],
  openIds: ReadonlySet<string>,
): Promise<Result<undefined, ErrorCode>> {
  if (given.some(({ id }) => !openIds.has(id))) return fail('DetailsClosed')
  const questions = await questionsOf(context, sources, order)
  const values = await answersOf(context.db, order.id)
  const fields = given.flatMap(({ id, value }) => {
    const question = questions.find((one) => one.id === id)
    const problem = question ? problemOfAnswer(question.field, value) : 'extraWrong'
    return problem === null ? [] : [{ path: `body.extras.${id}`, message: problem }]
  })
  if (fields.length > 0) return fail('ExtraFieldsMissing', { fields })
  for (const { id, value } of given) values.set(id, value)
  await writeAnswers(context, order.id, questions, values)
  return ok(undefined)
}

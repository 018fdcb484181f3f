/** Fields for documents and delivery in the calls of checkout. */
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { withoutMarks } from '#kernel/person-name.ts'
import { extraKinds } from '#modules/sale-rules/contract.ts'

/** A field required in addition to the buyer's details: once per order, or once per ticket. */
export const extraQuestionView = z.object({
  /** Its name in `extras` of the checkout call. */
  id: z.string(),
  /** The ticket it belongs to; null for a field of the whole order. */
  lineId: z.number().int().nullable(),
  /** Which ticket of the line, from 0. */
  unit: z.number().int(),
  kind: z.enum(extraKinds),
  /** In the language of the request, as the labels of the options. */
  label: z.string(),
  isRequired: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  autoComplete: z.string().nullable(),
  /** The stored answer. */
  value: z.string(),
})
export type ExtraQuestionView = z.output<typeof extraQuestionView>

/** Answers by the ids of their questions. */
export const extraAnswers = z
  .array(z.object({ id: text(80, 1), value: text(400).overwrite(withoutMarks) }))
  .max(1_000)
  .optional()

/** A question of an item, as a heading of its answers. */
export const answerField = z.object({
  /** The same for all tickets of the item. */
  key: z.string(),
  /** Asked for each ticket, or once for the order. */
  per: z.enum(['ticket', 'order']),
  /** In the language of the request. */
  label: z.string(),
})
export type AnswerFieldView = z.output<typeof answerField>

/** An answer to it. */
export const answerView = z.object({
  key: z.string(),
  label: z.string(),
  /** In the language of the request, where the answer was chosen. */
  value: z.string(),
})
export type AnswerView = z.output<typeof answerView>

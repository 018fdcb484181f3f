/** Documents and delivery, as the calls of the checkout ask for them and take them. */
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { extraKinds } from '#modules/sale-rules/contract.ts'

/** Something the order has to bring beside the buyer: once for the order, or once for each of its tickets. */
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
  .array(z.object({ id: text(80, 1), value: text(400) }))
  .max(1_000)
  .optional()

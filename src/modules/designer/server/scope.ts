import type { Context } from '#platform/context.ts'

/** Whose plans a caller sees, and where it is written down what they change. */
export interface PlanScope {
  /** Null: of everybody, as whoever runs the shop does. */
  readonly merchantId: number | null
  log(
    context: Context,
    entry: {
      readonly action: string
      readonly subject: string
      readonly detail: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

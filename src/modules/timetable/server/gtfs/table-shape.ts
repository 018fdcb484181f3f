import type { z } from 'zod'
import type { PassedOver } from './on-demand.ts'

export type ColumnType =
  | 'text'
  | 'time'
  | 'date'
  | 'integer'
  /** A whole number that may be negative. */
  | 'signed'
  | 'number'
  | 'latitude'
  | 'longitude'
  | 'zone'
  | 'color'
  | 'currency'
  /** In major units; negative for discounts. */
  | 'amount'
  | { readonly most: number }
  /** JSON of this shape, in columns of our own. */
  | { readonly json: z.ZodType }
  | { readonly among: readonly string[] }

export interface Column {
  readonly type: ColumnType
  readonly isRequired?: true
}

export interface FeedTable {
  readonly file: string
  readonly isRequired?: true
  readonly columns: Readonly<Record<string, Column>>
  /** Columns that identify a row. */
  readonly key: readonly string[]
  /** A column, and the file and column that must contain its value. */
  readonly references?: readonly (readonly [string, string, string])[]
  /** By the columns that the file has: which rows are left out, and what is said of them. */
  readonly passedOver?: (headings: readonly (string | null)[]) => PassedOver | undefined
}

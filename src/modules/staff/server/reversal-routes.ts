import { implement, type Implementation } from '#platform/http/implement.ts'
import { staffReversal, staffReverse } from '../reversal-contract.ts'
import { readReversal, reverseChange, type ChangeReverser } from './changes/reverse.ts'

/** Calls of the page that the link in a letter about a change opens. */
export const reversalRoutes = (reversers: readonly ChangeReverser[]): readonly Implementation[] => [
  implement(staffReversal, (context, { body }) => readReversal(context, body.key)),
  implement(staffReverse, (context, { body }) => reverseChange(context, reversers, body.key)),
]

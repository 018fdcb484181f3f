import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { multipassShow } from '../contract.ts'

/** Sends a call: in process on the server, over HTTP in the browser. */
export type Send = <C extends Call>(call: C, input?: CallInput<C>) => Promise<ReplyOf<C>>

/** What is sold and what the visitor has. Cards change with every use, so nothing of it is kept in a cache. */
export function loadPasses(send: Send): Promise<ReplyOf<typeof multipassShow>> {
  return send(multipassShow)
}

/** In groups of six, as it is printed. */
export function groupedNumber(cardNumber: string): string {
  return cardNumber.replaceAll(/(\d{6})(?=\d)/g, '$1 ')
}

import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { multipassShow } from '../contract.ts'

/** Sends a call: in process on the server, over HTTP in the browser. */
export type Send = <C extends Call>(call: C, input?: CallInput<C>) => Promise<ReplyOf<C>>

/** Passes on sale and the visitor's cards. Not cached, because cards change with every use. */
export function loadPasses(send: Send): Promise<ReplyOf<typeof multipassShow>> {
  return send(multipassShow)
}

/** The number in groups of six digits, as printed. */
export function groupedNumber(cardNumber: string): string {
  return cardNumber.replaceAll(/(\d{6})(?=\d)/g, '$1 ')
}

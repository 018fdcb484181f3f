import type { LoaderFunctionArgs } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'

/** The reply of a call for a plan page; without a session it redirects to the sign-in. */
export function planReply<C extends Call>(
  { url, context }: LoaderFunctionArgs,
  call: C,
  input: CallInput<C> = {},
): Promise<ReplyOf<C>> {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(call, input))
}

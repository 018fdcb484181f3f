import type { LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { operatorProfile } from '#modules/operator/contract.ts'

/** Only the operator sees the frame: others are sent to sign in, or told that this is not theirs. */
export function operatorLoader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorProfile))
}

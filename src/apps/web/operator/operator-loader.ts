import type { LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { operatorProfile } from '#modules/operator/contract.ts'

/** Operators only: others are redirected to the sign-in, or get a refusal. */
export function operatorLoader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorProfile))
}

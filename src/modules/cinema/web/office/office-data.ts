import type { LoaderFunctionArgs } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'

/** The reply of a call for a page of the back office; without a session it redirects to the sign-in. */
export function officeReply<C extends Call>(
  { url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>,
  call: C,
  input: CallInput<C>,
): Promise<ReplyOf<C>> {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(call, input))
}

/** Cinema and days from the search parameters; invalid values are ignored. */
export function choiceOf({ searchParams }: Pick<URL, 'searchParams'>) {
  const cinema = searchParams.get('cinema') ?? ''
  const dayOf = (name: string) => {
    const value = searchParams.get(name) ?? ''
    return /^20\d\d-\d\d-\d\d$/.test(value) ? value : undefined
  }
  return {
    ...(/^[1-9]\d{0,8}$/.test(cinema) && { cinemaId: Number(cinema) }),
    date: dayOf('date'),
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

import type { LoaderFunctionArgs } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'

/**
 * The reply of a call for a page of the back office, or null if no cinema is named and there is none. Without a session it
 * redirects to the sign-in.
 */
export function officeReply<C extends Call>(
  { url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>,
  call: C,
  input: CallInput<C>,
): Promise<ReplyOf<C> | null> {
  const calls = context.get(serverCallsContext)
  const isNamed = choiceOf(url).cinemaId !== undefined
  const work = calls.send(call, input).catch((error: unknown) => {
    if (!isNamed && error instanceof CallError && error.code === 'NotFound') return null
    throw error
  })
  return signInFirst(calls, url, work)
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

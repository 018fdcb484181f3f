import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { splitLocale } from '#kernel/locale.ts'
import { visitorState } from '../visitor-contract.ts'

export type VisitorState = ReplyOf<typeof visitorState>

/** The signed-in customer, never cached. */
export function visitorLoader({ context }: LoaderFunctionArgs): Promise<VisitorState> {
  return context.get(serverCallsContext).send(visitorState)
}

export function visitorClientLoader({ request }: ClientLoaderFunctionArgs): Promise<VisitorState> {
  const { locale } = splitLocale(new URL(request.url).pathname)
  return browserClient(locale).send(visitorState)
}

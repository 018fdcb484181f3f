import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import { browserClient } from './browser-calls.ts'

/** Fetched data stays fresh for five minutes. */
export const freshMilliseconds = 5 * 60 * 1000

/**
 * Fresh for five minutes, not fetched again on focus, not retried. No `gcTime` here: on the server a finite
 * one keeps every request's cache alive by its timer.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: freshMilliseconds, refetchOnWindowFocus: false, retry: false },
      mutations: { retry: false },
    },
  })
}

let shared: QueryClient | undefined

/** The browser's cache, shared by navigation loaders and components. */
export function browserQueryClient(): QueryClient {
  return (shared ??= createQueryClient())
}

export function queryKeyOf(call: Call, input: CallInput<Call>, locale: Locale): readonly unknown[] {
  return [call.id, input, locale]
}

/** Query options of a declared call; the client-side equivalent of a server loader's call. */
export function callQuery<C extends Call>(call: C, input: CallInput<C>, locale: Locale) {
  return queryOptions({
    queryKey: queryKeyOf(call, input, locale),
    queryFn: ({ signal }): Promise<ReplyOf<C>> =>
      browserClient(locale).send(call, input, { signal }),
  })
}

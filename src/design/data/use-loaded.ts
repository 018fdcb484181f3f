import { useCallback, useEffect, useState } from 'react'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from './browser-calls.ts'
import { useLocale } from '../texts.tsx'

export type Loaded<Value> =
  | { readonly state: 'loading'; readonly value: Value | null }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly problem: string | null; readonly value: null }

/**
 * The response of a call to this input, requested again when the input changes; until then the previous response is
 * kept. The staff session is in a cookie that only calls receive, so staff pages load in the browser.
 */
export function useLoaded<C extends Call>(call: C, input: CallInput<C>) {
  const locale = useLocale()
  const [loaded, setLoaded] = useState<Loaded<ReplyOf<C>>>({ state: 'loading', value: null })
  const [round, setRound] = useState(0)
  // A reload is a new request although the input is the same.
  const key = JSON.stringify({ input, round })
  useEffect(() => {
    const leaving = new AbortController()
    const { input: asked } = JSON.parse(key) as { readonly input: CallInput<C> }
    async function load(): Promise<void> {
      setLoaded(({ value }) => ({ state: 'loading', value }))
      try {
        const value = await browserClient(locale).send(call, asked, { signal: leaving.signal })
        if (!leaving.signal.aborted) setLoaded({ state: 'loaded', value })
      } catch (error) {
        const problem = error instanceof CallError ? error.message : null
        if (!leaving.signal.aborted) setLoaded({ state: 'failed', problem, value: null })
      }
    }
    void load()
    return () => leaving.abort()
  }, [call, key, locale])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { loaded, reload }
}

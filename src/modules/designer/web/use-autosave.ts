import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import type { PlanDocument } from '../plan/document.ts'
import { serializePlan } from '../plan/serialize.ts'
import { usePlanPort } from './plan-port.ts'

/** `conflict`: somebody else has saved; nothing is sent until one of the two versions is chosen. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

export interface Autosave {
  readonly state: SaveState
  readonly revision: number
  /** Sends unsaved changes now; returns the saved revision, or null on failure. */
  flush(): Promise<number | null>
  /** Continues with the version that somebody else has saved. */
  resume(document: PlanDocument, revision: number): void
}

const pauseMilliseconds = 900
const retryMilliseconds = 5_000

/** Saves the plan shortly after each change, one request at a time. */
export function useAutosave(
  planId: number,
  document: PlanDocument,
  start: { readonly revision: number },
): Autosave {
  const locale = useLocale()
  const { calls } = usePlanPort()
  const [state, setState] = useState<SaveState>('saved')
  const [revision, setRevision] = useState(start.revision)
  const saved = useRef({ document, revision: start.revision })
  const running = useRef<Promise<number | null> | null>(null)
  const latest = useRef(document)
  latest.current = document

  /** After a lost reply: whether the server has stored what was sent. */
  async function isOurs(sent: PlanDocument): Promise<number | null> {
    const plan = await browserClient(locale).send(calls.readPlan, { params: { planId } })
    return sameContent(plan.document, sent) ? plan.revision : null
  }

  async function send(): Promise<number | null> {
    const sent = latest.current
    if (sent === saved.current.document) return saved.current.revision
    setState('saving')
    try {
      const before = saved.current.revision
      const reply = await browserClient(locale).send(
        calls.savePlan,
        { params: { planId }, body: { revision: before, document: sent } },
        { serializedBody: `{"revision":${before},"document":${serializePlan(sent)}}` },
      )
      saved.current = { document: sent, revision: reply.revision }
    } catch (error) {
      const isConflict = error instanceof CallError && error.code === 'PlanChangedElsewhere'
      const known = isConflict ? await isOurs(sent).catch(() => null) : null
      if (known === null) {
        setState(isConflict ? 'conflict' : 'failed')
        return null
      }
      saved.current = { document: sent, revision: known }
    }
    setRevision(saved.current.revision)
    if (latest.current !== sent) return send()
    setState('saved')
    return saved.current.revision
  }

  async function flush(): Promise<number | null> {
    const before = running.current
    const work = before ? before.then(() => send()) : send()
    running.current = work
    const result = await work
    if (running.current === work) running.current = null
    return result
  }

  const save = useEffectEvent(() => void flush())
  useEffect(() => {
    if (document === saved.current.document || state === 'conflict') return undefined
    setState((before) => (before === 'saving' || before === 'failed' ? before : 'waiting'))
    const timer = setTimeout(save, state === 'failed' ? retryMilliseconds : pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [document, state])

  // Unsaved changes are sent when the page is left.
  useEffect(() => save, [])

  const isUnsaved = state !== 'saved'
  useEffect(() => {
    if (!isUnsaved) return undefined
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [isUnsaved])

  return {
    state,
    revision,
    flush,
    resume(next, at) {
      saved.current = { document: next, revision: at }
      latest.current = next
      setRevision(at)
      setState('saved')
    },
  }
}

/** Compares values regardless of the order of keys, which `jsonb` does not preserve. */
function sameContent(one: unknown, other: unknown): boolean {
  const written = (value: unknown): string =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    )
  return written(one) === written(other)
}

import { useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import {
  publishDraft,
  saveDraft,
  type DraftContent,
  type DraftProblem,
  type DraftView,
} from '../../shows-contract.ts'

const pauseMilliseconds = 700

export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'outdated'

/**
 * State of a draft: each change is saved automatically after a short pause, one request at a time, and the reply
 * contains its problems. Problems of untouched fields are shown only when publishing.
 */
export function useDraft(initial: DraftView) {
  const locale = useLocale()
  const [draft, setDraft] = useState(initial)
  const [content, setContent] = useState(initial.content)
  const [problems, setProblems] = useState<readonly DraftProblem[]>([])
  const [unprintable, setUnprintable] = useState<readonly string[]>([])
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isPublishAttempted, setPublishAttempted] = useState(false)
  const [saving, setSaving] = useState<Saving>('saved')
  const [refusal, setRefusal] = useState<string | null>(null)
  const draftRef = useRef({
    version: initial.version,
    pending: null as DraftContent | null,
    running: null as Promise<void> | null,
    timer: 0,
  })

  async function saveChanges(): Promise<void> {
    const { current } = draftRef
    while (current.pending) {
      const sent = current.pending
      current.pending = null
      setSaving('saving')
      try {
        const body = { draftId: initial.draftId, version: current.version, content: sent }
        const answer = await browserClient(locale).send(saveDraft, { body })
        current.version = answer.version
        setProblems(answer.problems)
        setUnprintable(answer.unprintable)
        setRefusal(null)
        setSaving('saved')
      } catch (error) {
        const isOutdated = error instanceof CallError && error.code === 'ShowDraftChanged'
        setRefusal(error instanceof CallError ? error.message : null)
        setSaving(isOutdated ? 'outdated' : 'failed')
        current.pending ??= sent
        return
      }
    }
  }

  function flush(): Promise<void> {
    const { current } = draftRef
    window.clearTimeout(current.timer)
    current.running ??= saveChanges().finally(() => {
      current.running = null
    })
    return current.running
  }

  useEffect(() => {
    const { current } = draftRef
    // Unsaved changes are sent when the page is left.
    const leave = () => void flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      if (current.pending) leave()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it reads its state from the ref alone
  }, [])

  function change(next: DraftContent, ...paths: string[]): void {
    const { current } = draftRef
    setContent(next)
    setTouched((before) => new Set([...before, ...paths]))
    current.pending = next
    setSaving('waiting')
    window.clearTimeout(current.timer)
    current.timer = window.setTimeout(() => void flush(), pauseMilliseconds)
  }

  /** Publishes the show; returns whether it succeeded. Throws `CallError`. */
  async function publish(isPublic: boolean): Promise<boolean> {
    setPublishAttempted(true)
    await flush()
    if (draftRef.current.pending) return false
    const { draftId } = initial
    const body = { draftId, version: draftRef.current.version, isPublic }
    const answer = await browserClient(locale).send(publishDraft, { body })
    setProblems(answer.problems)
    setDraft(answer.draft)
    return answer.problems.length === 0
  }

  const shown = problems.filter(({ path }) => isPublishAttempted || touched.has(path))
  return {
    draft,
    setDraft,
    content,
    change,
    publish,
    saving,
    refusal,
    problemOf: (path: string) => shown.find((problem) => problem.path === path)?.message,
    unprintable,
    problemCount: isPublishAttempted ? problems.length : 0,
  }
}

export type DraftEditing = ReturnType<typeof useDraft>

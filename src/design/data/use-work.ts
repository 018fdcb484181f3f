import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { useKitTexts } from '../kit-texts.ts'

/** An asynchronous action of a button or panel: one at a time, with the refusal's text. */
export function useWork() {
  const t = useKitTexts()
  const running = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (running.current) return
    running.current = true
    setWaiting(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
    running.current = false
    setWaiting(false)
  }

  return { run, isWaiting, refusal }
}

/** An action that changes the page's data: the page is reloaded before the action counts as done. */
export function usePageWork() {
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  return {
    run: (work: () => Promise<unknown>) =>
      run(async () => {
        await work()
        await revalidate()
      }),
    isWaiting,
    refusal,
  }
}

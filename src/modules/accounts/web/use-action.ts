import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { useTexts } from './texts.ts'

/**
 * A button that changes the account: one request at a time, with the server's refusal as text, and the page's data
 * reloaded afterwards.
 */
export function useAction() {
  const t = useTexts()
  const { revalidate } = useRevalidator()
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
      await revalidate()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
    running.current = false
    setWaiting(false)
  }

  return { run, isWaiting, refusal }
}

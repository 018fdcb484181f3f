import { useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'

/** The work of a panel: once at a time, with what the server refused in words, or these when it did not answer. */
export function useWork(networkProblem: string) {
  const running = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setWaiting(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : networkProblem)
    }
    running.current = false
    setWaiting(false)
  }

  return { run, isWaiting, refusal }
}

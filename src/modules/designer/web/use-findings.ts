import { useEffect, useState } from 'react'
import type { PlanDocument } from '../plan/document.ts'
import { findFindings, type Finding } from '../plan/findings.ts'

const pauseMilliseconds = 250
/** Of each turn; between turns the browser draws. */
const turnMilliseconds = 5

/** What is wrong with a plan, looked for a little at a time after it has rested; null while nothing is known yet. */
export function useFindings(document: PlanDocument): readonly Finding[] | null {
  const [findings, setFindings] = useState<readonly Finding[] | null>(null)
  useEffect(() => {
    let timer = 0
    const search = findFindings(document)
    function turn(): void {
      const until = performance.now() + turnMilliseconds
      for (;;) {
        const step = search.next()
        if (step.done) return setFindings(step.value)
        if (performance.now() > until) break
      }
      timer = window.setTimeout(turn, 8)
    }
    timer = window.setTimeout(turn, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [document])
  return findings
}

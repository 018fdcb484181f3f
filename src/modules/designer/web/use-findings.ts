import { useEffect, useState } from 'react'
import type { PlanDocument } from '../plan/document.ts'
import { findFindings, type Finding } from '../plan/findings.ts'

const pauseMilliseconds = 250
/** Time slice; the browser renders between slices. */
const sliceMilliseconds = 5

/** Findings of a plan, computed in slices after a pause in editing; null before the first result. */
export function useFindings(document: PlanDocument): readonly Finding[] | null {
  const [findings, setFindings] = useState<readonly Finding[] | null>(null)
  useEffect(() => {
    let timer = 0
    const search = findFindings(document)
    function runSlice(): void {
      const until = performance.now() + sliceMilliseconds
      for (;;) {
        const step = search.next()
        if (step.done) return setFindings(step.value)
        if (performance.now() > until) break
      }
      timer = window.setTimeout(runSlice, 8)
    }
    timer = window.setTimeout(runSlice, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [document])
  return findings
}

import { fail, ok, type Result } from '#kernel/result.ts'
import { documentProblems } from '../plan/check.ts'
import { planDocumentSchema, type PlanDocument } from '../plan/document.ts'
import { capacityOf } from '../plan/findings.ts'
import type { PlanContent } from './store.ts'

/** Validates a received document completely; unknown keys are dropped. */
export function readDocument(value: unknown): Result<PlanContent, 'PlanNotWhole'> {
  const read = planDocumentSchema.safeParse(value)
  if (!read.success) {
    const problems = read.error.issues
      .slice(0, 10)
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
    return fail('PlanNotWhole', { problems })
  }
  const problems = documentProblems(read.data)
  if (problems.length > 0) return fail('PlanNotWhole', { problems: problems.slice(0, 10) })
  return ok(contentOf(read.data))
}

export function contentOf(document: PlanDocument): PlanContent {
  return { document, ...capacityOf(document) }
}

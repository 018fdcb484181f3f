/**
 * The thread's half of `prepareInThread`: reads the file, checks it as the call declares, prepares it, posts one
 * answer.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { z } from 'zod'
import { isTooDeep } from './json-body.ts'
import { checkPart, type FieldProblem } from './check-part.ts'

/** Prepares the large body of a call for its handler; a module exports it as `preparation`. */
export interface BodyPreparation<Body extends z.ZodType = z.ZodType, Prepared = unknown> {
  readonly body: Body
  readonly prepare: (body: z.output<Body>) => Prepared
}

export type PreparedAnswer =
  | { readonly kind: 'prepared'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly fields: readonly FieldProblem[] }
  | { readonly kind: 'too-deep' }

async function run(): Promise<PreparedAnswer> {
  const { file, module } = workerData as { file: string; module: string }
  const text = readFileSync(file, 'utf8')
  if (isTooDeep(text)) return { kind: 'too-deep' }
  const { preparation } = (await import(module)) as { preparation: BodyPreparation }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'refused', fields: [{ path: 'body', message: 'Invalid JSON' }] }
  }
  const fields: FieldProblem[] = []
  const body = checkPart('body', preparation.body, value, fields)
  if (fields.length > 0) return { kind: 'refused', fields: fields.slice(0, 20) }
  return { kind: 'prepared', value: preparation.prepare(body) }
}

// This file is also imported for its types, where there is no parent port.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await run())

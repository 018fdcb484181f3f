/** A thread of `PreparePool`: reads a body, checks it as the call declares, prepares it, posts one answer for each. */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { z } from 'zod'
import { isTooDeep } from './json-body.ts'
import { checkPart, type FieldProblem } from './check-part.ts'

/** Prepares the body of a call for its handler; a module exports it as `preparation`. */
export interface BodyPreparation<Body extends z.ZodType = z.ZodType, Prepared = unknown> {
  readonly body: Body
  readonly prepare: (body: z.output<Body>) => Prepared
}

/** A body that was written to a file as it arrived, or a small one that is already parsed and checked. */
export type PrepareRequest = { readonly module: string } & (
  | { readonly file: string }
  | { readonly checked: unknown }
)

export type PreparedBody =
  | { readonly kind: 'prepared'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly fields: readonly FieldProblem[] }
  | { readonly kind: 'too-deep' }

export type PreparedAnswer = PreparedBody | { readonly kind: 'failed'; readonly error: Error }

async function run(request: PrepareRequest): Promise<PreparedBody> {
  const { preparation } = (await import(request.module)) as { preparation: BodyPreparation }
  if ('checked' in request)
    return { kind: 'prepared', value: preparation.prepare(request.checked as never) }
  const text = readFileSync(request.file, 'utf8')
  if (isTooDeep(text)) return { kind: 'too-deep' }
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
parentPort?.on('message', (request: PrepareRequest) => {
  void run(request)
    .catch((error: Error): PreparedAnswer => ({ kind: 'failed', error }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    .then((answer) => parentPort?.postMessage(answer))
})

import type { z } from 'zod'
import { savePlan } from '../contract.ts'
import { readDocument } from './read-document.ts'

/** Parses a plan that is saved; large plans are parsed by a worker thread. */
export const preparation = {
  module: new URL(import.meta.url),
  body: savePlan.body,
  prepare({ revision, document }: z.output<typeof savePlan.body>) {
    return { revision, read: readDocument(document) }
  },
}

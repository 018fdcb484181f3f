/** Goal: errors of the job queue's background work fail the tests of their context, and nothing else. */
import { expect, test } from 'vitest'
import { recordErrors } from './context.ts'

test('an error fails when the context is closed, not where it is emitted', () => {
  const errors = recordErrors()
  errors.record(new Error('the queue is broken'))
  const report = errors.end()
  expect(report).toThrow('job queue: the queue is broken')
})

test('a connection that did not open in time, and what happens while closing, are no failures', () => {
  const warnings: string[] = []
  const errors = recordErrors((message) => warnings.push(message))
  const emitted = { message: 'timeout exceeded when trying to connect', name: 'Error' }
  errors.record(emitted)
  const report = errors.end()
  errors.record(new Error('terminated by an administrator'))
  report()
  expect(warnings).toEqual(['job queue: timeout exceeded when trying to connect'])
})

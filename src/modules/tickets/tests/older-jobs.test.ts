/**
 * Goal: jobs enqueued by a release without sources run after an upgrade. Method: payloads in the format of that
 * release.
 */
import { expect, test } from 'vitest'
import { eventMovedJob, movedEmailJob, reminderJob } from '../server/jobs.ts'

test.each([
  [eventMovedJob, { itemId: 7, offeringId: 8, movedAt: '2026-11-21T10:00:00.000Z' }],
  [movedEmailJob, { orderId: 5, itemId: 7 }],
  [reminderJob, { orderId: 5, itemId: 7 }],
])('a payload without a source is one of an event', (job, stored) => {
  expect(job.upgrade?.(stored)).toEqual({ ...stored, source: 'event' })
  expect(job.upgrade?.({ ...stored, source: 'bus' })).toEqual({ ...stored, source: 'bus' })
})

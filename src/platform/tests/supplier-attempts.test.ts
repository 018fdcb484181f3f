/**
 * Goal: a supplier is asked soon, not too often, and operators are alerted once. Method: the pure rule, attempt by
 * attempt.
 */
import { expect, test } from 'vitest'
import { leaseUntil, postpone } from '../supplier-attempts.ts'

const now = new Date('2026-12-01T12:00:00Z')
const seconds = (later: Date): number => (later.getTime() - now.getTime()) / 1_000

test('pauses double from five seconds to five minutes', () => {
  const pauses = [1, 2, 3, 6, 7, 8, 200].map((attemptCount) =>
    seconds(postpone(now, { attemptCount, overdueAt: null }, false, '').columns.next_attempt_at),
  )
  expect(pauses).toEqual([5, 10, 20, 160, 300, 300, 300])
  expect(seconds(leaseUntil(now))).toBe(90)
})

test('an attempt that is late alerts once, and no column says otherwise', () => {
  const first = postpone(now, { attemptCount: 9, overdueAt: null }, true, 'busy')
  expect(first).toMatchObject({ isOverdueNow: true, columns: { overdue_at: now } })
  const again = postpone(now, { attemptCount: 10, overdueAt: now }, true, 'x'.repeat(900))
  expect(again.isOverdueNow).toBe(false)
  expect(again.columns).not.toHaveProperty('overdue_at')
  expect(again.columns.last_detail).toHaveLength(500)
})

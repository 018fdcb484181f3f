/**
 * Goal: a database that is away fills no log. Method: the log of a process, with lines of sweeps, queues and requests
 * about it and about other things.
 */
import { expect, test, vi } from 'vitest'
import { asUnavailable, openLog } from '#apps/server/services.ts'
import { watchAway } from '#platform/away-lines.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'

function openRead() {
  const lines: string[] = []
  const log = openLog({ LOG_LEVEL: 'info' }, 'test', {
    write: (line: string) => void lines.push(line),
  })
  return { log, read: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('one line says that it is away, and one with a count that it is back', async () => {
  vi.useFakeTimers()
  try {
    const { log, read } = openRead()
    let isBack = false
    const watch = watchAway(log, async () => isBack)
    const away = new DatabaseUnavailable(new Error('connect ECONNREFUSED'))
    const request = log.child({ reqId: 'one' })
    for (let count = 0; count < 70; count += 1)
      log.error({ err: away, sweep: 'holds' }, 'sweep failed')
    // As a worker of the job queue reports it: no error, but its fields.
    const reported = { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', queue: 'push' }
    log.error({ err: asUnavailable(reported as never) }, 'job queue')
    request.warn({ err: new Error('failed', { cause: away }), path: '/v2/x' }, 'request failed')
    log.error({ err: new Error('connect ECONNREFUSED'), job: 'ticket-letter' }, 'job failed')
    await vi.advanceTimersByTimeAsync(3_000)
    isBack = true
    await vi.advanceTimersByTimeAsync(1_000)
    log.error({ err: away }, 'sweep failed')
    watch.close()
    expect(read().map(({ msg }) => msg)).toEqual([
      'the database is away',
      'job failed',
      'the database is back',
      'the database is away',
    ])
    expect(read()[2]).toMatchObject({ lines: 72 })
  } finally {
    vi.useRealTimers()
  }
})

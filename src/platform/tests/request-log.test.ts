import { pino } from 'pino'
import { expect, test } from 'vitest'
import { RequestLog } from '#platform/http/request-log.ts'

test('each line of a request carries its id, at the level of its logger', () => {
  const lines: string[] = []
  const parent = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const log = new RequestLog(parent as never, { reqId: 'one' })
  log.info('not this')
  log.warn({ places: 2 }, 'this')
  log.error('and this')
  log.child({ part: 'x' }).warn('of a part')
  const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(read.map(({ reqId, msg }) => [reqId, msg])).toEqual([
    ['one', 'this'],
    ['one', 'and this'],
    ['one', 'of a part'],
  ])
  expect(read[0]?.['places']).toBe(2)
  expect(log.level).toBe('warn')
})

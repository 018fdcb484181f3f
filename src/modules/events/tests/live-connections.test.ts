import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { Watcher } from '../server/live/watcher.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { makeEvent } from './factories.ts'

/** A response whose reader is as slow as a test requires. */
class SlowStream extends EventEmitter {
  readonly sent: string[] = []
  isFull = false
  isDestroyed = false

  write(message: Buffer | string): boolean {
    this.sent.push(String(message))
    return !this.isFull
  }

  end(message: string): void {
    this.sent.push(message, 'end')
  }

  destroy(): void {
    this.isDestroyed = true
  }
}

test('skips a slow reader and sends the missing changes when it has caught up', () => {
  // Goal: slow clients do not fill memory. Method: a stream that reports that it is full, then drained.
  const stream = new SlowStream()
  const caughtUp: number[] = []
  const watcher = new Watcher({
    stream: stream as unknown as ServerResponse,
    ip: '127.0.0.1',
    catchUp: (late) => caughtUp.push(late.sequence),
  })
  watcher.update('one', 1)
  stream.isFull = true
  watcher.update('two', 2)
  for (let sequence = 3; sequence < 1_000; sequence += 1) watcher.update('more', sequence)
  watcher.send('sale')
  expect(stream.sent).toEqual(['one', 'two'])
  expect(watcher.isStuck(performance.now() + 59_000)).toBe(false)
  expect(watcher.isStuck(performance.now() + 61_000)).toBe(true)
  stream.isFull = false
  stream.emit('drain')
  expect(caughtUp).toEqual([2])
  expect(watcher.isStuck(performance.now() + 61_000)).toBe(false)
  watcher.update('all', 1_000)
  expect(stream.sent).toEqual(['one', 'two', 'all'])
  stream.emit('drain')
  expect(caughtUp).toEqual([2])

  watcher.end('bye')
  expect(stream.sent.at(-1)).toBe('end')
  stream.isFull = true
  watcher.update('last', 1_001)
  watcher.end('bye')
  expect(stream.isDestroyed).toBe(true)
})

test('spreads the reconnections of watchers when the server stops', async () => {
  // Goal: a deployment neither waits for open maps nor gets all reconnections at once. Method: stop with ten open.
  const shop = await openShop()
  const event = await makeEvent(shop.context)
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(`${origin}/v2/Events/Map/live?eventId=${event.eventId}&api_key=demo-web`),
    ),
  )
  const texts = responses.map((response) => response.text())
  const startedAt = performance.now()
  await shop.close()
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  const waits = (await Promise.all(texts)).map((text) => /retry: (\d+)\n\n$/.exec(text)?.[1])
  for (const wait of waits) {
    expect(Number(wait)).toBeGreaterThanOrEqual(1_000)
    expect(Number(wait)).toBeLessThan(5_000)
  }
  expect(new Set(waits).size).toBeGreaterThan(1)
})

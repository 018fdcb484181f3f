/**
 * Goal: what a device keeps is the scanner's page and built files, whatever it is told to keep; and nothing of a station comes
 * back after its staff member has signed out. Method: the worker's own file with a cache that can be looked at; the scanner with
 * replies that arrive late.
 */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { entranceList, entrancePassengers } from '../contract.ts'
import { Scanner } from '../web/scanner/scanner.ts'

const origin = 'https://tickets.example'

test('only built files and the scanner’s page are kept', async () => {
  const kept: string[] = []
  const waits: Promise<unknown>[] = []
  const listeners = new Map<string, (event: object) => void>()
  const cache = {
    match: async () => undefined,
    put: async (address: string) => void kept.push(address),
    keys: async () => [],
  }
  const self = {
    location: { origin },
    registration: { scope: `${origin}/en/scan` },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
  }
  const source = readFileSync(new URL('../../../apps/web/public/scan-worker.js', import.meta.url))
  const open = async () => cache
  runInNewContext(String(source), {
    self,
    caches: { open },
    fetch: async () => ({ ok: true }),
    URL,
    AbortSignal,
  })
  const wanted = ['/en/scan', '/assets/a.js', 'https://files.example/assets/b.js']
  const others = ['/en/account', '/v2/tickets', '/en/scan?x=1', 'https://evil.example/en/scan']
  listeners.get('message')?.({
    data: { keep: [...others, ...wanted] },
    waitUntil: (wait: Promise<unknown>) => waits.push(wait),
  })
  await Promise.all(waits)
  expect(kept).toEqual(wanted)
})

test('passengers that arrive after the sign-out are not shown', async () => {
  let arrive: (passengers: object) => void = () => {}
  const onTheirWay = new Promise((resolve) => (arrive = resolve))
  const forged = { keys: [], signature: '', signedBy: 'x', lines: [], isWhole: true }
  const client = {
    send: async (call: { id: string }) => {
      if (call.id === entranceList.id) return forged
      return call.id === entrancePassengers.id ? onTheirWay : {}
    },
  }
  const scanner = new Scanner(client as never)
  const station = { source: 'transport', itemId: 1, gateId: null, stop: 0, typeIds: null }
  const taken = scanner.take(station as never)
  await expect.poll(() => scanner.read().isListForged).toBe(true)
  await scanner.forget()
  arrive({ items: ['Nino Beridze'] })
  await taken
  expect(scanner.read().passengers).toBeNull()
})

/**
 * Goal: what an outside party sends takes a bounded part of the memory, packed or not, and the rest is not received. Method: a
 * server that sends without end and counts what has been taken, and the clients of banks and suppliers that read it.
 */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVista } from '../../src/modules/cinema/server/supplier/vista.ts'
import { createFacebook } from '../../src/modules/accounts/server/facebook.ts'
import { sendToSupplier } from '../../src/modules/flights/server/supplier-http.ts'
import { askOverHttp } from '../../src/modules/payments/server/provider-http.ts'
import { openPayoutBank } from '../../src/modules/wallet/server/payout-bank.ts'
import { openSms } from '#platform/sms/sms.ts'
import { readJson, readStart, readText, ReplyTooLong } from '#platform/bounded-reply.ts'

/** Much more than the largest limit, and less than would hurt this process. */
const bytesMax = 200 * 1024 * 1024
const part = Buffer.alloc(256 * 1024, ' ')

let server: Server
let origin: string
let status = 200
/** Bytes written to the last reader, before packing. */
let sent = 0

async function sendEndlessly(response: ServerResponse, isPacked: boolean): Promise<void> {
  sent = 0
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  const gzip = createGzip({ level: 1 })
  gzip.pipe(response)
  const target = isPacked ? gzip : response
  while (sent < bytesMax && !response.destroyed) {
    sent += part.length
    if (!target.write(part)) await Promise.race([once(target, 'drain'), once(response, 'close')])
  }
  target.end()
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.on('error', () => {})
    request.resume()
    void sendEndlessly(response, request.url?.includes('packed') ?? false)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each(['/plain', '/packed'])('the rest of %s is not received', async (path) => {
  status = 200
  await expect(readText(await fetch(origin + path), 1_000_000)).rejects.toThrow(ReplyTooLong)
  await expect(readJson(await fetch(origin + path))).rejects.toThrow(ReplyTooLong)
  const { content, isWhole } = await readStart(await fetch(origin + path), 300)
  expect([content.length, isWhole]).toEqual([300, false])
  // What is packed is small on its way.
  if (path === '/plain') expect(sent).toBeLessThan(bytesMax)
})

test.each([200, 400])('clients take an endless reply with the status %s for none', async (code) => {
  status = code
  const address = { method: 'GET', url: `${origin}/plain`, headers: {} } as const
  const vista = createVista({ url: `${origin}/plain`, apiKey: 'k' })
  const bank = openPayoutBank({ url: `${origin}/plain`, apiKey: 'k' })
  const payout = { id: '1', iban: 'GE', holderName: 'Nino', amountMinor: 100, text: '' }
  const sms = openSms({ url: `${origin}/plain`, apiKey: 'k', sender: 's' })
  const facebook = createFacebook({
    dialogUrl: origin,
    graphUrl: `${origin}/plain`,
    appId: 'a',
    appSecret: 's',
  })
  const kindOf = async (answer: Promise<{ kind: string }>) => (await answer).kind
  expect(await kindOf(askOverHttp(`${origin}/plain`, {}))).toBe(code < 400 ? 'unknown' : 'refused')
  expect(sent).toBeLessThan(bytesMax)
  expect(await kindOf(sendToSupplier({ ...address, milliseconds: 60_000 }))).toBe('silent')
  expect(sent).toBeLessThan(bytesMax)
  expect(await kindOf(vista.listSessions())).toBe('unknown')
  expect(sent).toBeLessThan(bytesMax)
  expect(await kindOf(bank.put(payout))).toBe('unknown')
  expect(sent).toBeLessThan(bytesMax)
  await expect(sms.send({ to: '+995555123456', text: 'x' })).rejects.toThrow()
  expect(sent).toBeLessThan(bytesMax)
  const identity = facebook.identify({ code: 'c', returnAddress: origin })
  await (code < 400
    ? expect(identity).rejects.toThrow(ReplyTooLong)
    : expect(identity).resolves.toBeNull())
})

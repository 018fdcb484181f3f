/** Goal: one caller is one network, however its addresses are written or change. Method: addresses and their networks. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readForwarded } from '../http/forwarded.ts'
import { networkOf, ownProxies } from '../network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
  ['2001:DB8:0001:00ff::6', '2001:db8:1:0::/56'],
  ['2001:db8:1:100::6', '2001:db8:1:100::/56'],
  ['2001:db8:1:12ab::6', '2001:db8:1:1200::/56'],
  ['2001:db8::6', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  [0, '192.0.2.1'],
  [1, '203.0.113.9'],
  [2, '198.51.100.7'],
  [5, '10.9.9.9'],
])('behind %i proxies the caller is %s', async (count, caller) => {
  const app = Fastify({ trustProxy: ownProxies(count) })
  app.get('/', (request) => ({ ip: request.ip }))
  const reply = await app.inject({
    url: '/',
    remoteAddress: '192.0.2.1',
    // The first is what the caller wrote itself.
    headers: { 'x-forwarded-for': '10.9.9.9, 198.51.100.7, 203.0.113.9' },
  })
  expect(reply.json()).toEqual({ ip: caller })
  await app.close()
})

test.each([
  ['203.0.113.9:50123', '203.0.113.9'],
  ['[2001:db8:1::9]:443', '2001:db8:1::9'],
  ['"[2001:db8:1::9]"', '2001:db8:1::9'],
  ['2001:db8:1::9', '2001:db8:1::9'],
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  // No address: it is left as it came, and is nobody else's.
  ['203.0.113.9:port', '203.0.113.9:port'],
])('a proxy that writes %s means %s', async (written, caller) => {
  const app = Fastify({ trustProxy: ownProxies(2) })
  app.addHook('onRequest', readForwarded)
  app.get('/', (request) => ({ ip: request.ip, network: networkOf(request.ip) }))
  const ask = async (port: number) => {
    const headers = { 'x-forwarded-for': `10.9.9.9,${written}, 198.51.100.7:${port}` }
    return (await app.inject({ url: '/', headers })).json()
  }
  expect(await ask(1)).toEqual({ ip: caller, network: networkOf(caller) })
  expect(await ask(2)).toEqual(await ask(1))
  await app.close()
})

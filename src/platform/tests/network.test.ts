/** Goal: one caller is one network, however its addresses are written or change. Method: addresses and their networks. */
import { expect, test } from 'vitest'
import { networkOf } from '../network.ts'

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

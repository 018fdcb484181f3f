import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, the only notion of "one caller's addresses" for limits, queues and counts: an IPv4 address
 * as it is (it may be many people's), the /56 block of an IPv6 address, which is what a household is given and may
 * change its addresses within. Anything else is returned unchanged.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [first, second, third, fourth = 0] = groupsOf(plain)
  const parts = [first, second, third, fourth & 0xff_00]
  return `${parts.map((part) => (part ?? 0).toString(16)).join(':')}::/56`
}

/**
 * An address as some proxies write it into `X-Forwarded-For`: with a port, which changes with each connection and would
 * make each of them another caller (`203.0.113.9:50123`, `[2001:db8::1]:443`), quoted or not.
 */
export function addressOf(written: string): string {
  const text = written.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? []
  if (bracketed !== undefined) return bracketed
  const [, address] = /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/.exec(text) ?? []
  return address ?? text
}

/** The eight groups of an IPv6 address, its zeros written out. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const read = (part: string | undefined) =>
    (part ?? '')
      .split(':')
      .filter(Boolean)
      .flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]))
  const before = read(head)
  const after = read(tail)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after]
}

/**
 * Which addresses of a request Fastify takes for our own proxies: the first `count`, from the connection outwards. What a
 * caller writes into `X-Forwarded-For` itself is further left and never believed.
 */
export function ownProxies(count: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < count
}

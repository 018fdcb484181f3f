/** One POST to a merchant's URL: limited in time and size, and to public addresses. */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const timeoutMilliseconds = 10_000
const problemMax = 200

/** Private, reserved and special-purpose networks, to which no request is sent. */
const privateV4 = new BlockList()
const privateV6 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateV4.addSubnet(network, prefix, 'ipv4')
// Of IPv6 only `2000::/3` is public, without tunnels (Teredo, 6to4) and documentation prefixes. Forms that embed an
// IPv4 address are thereby excluded.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateV6.addSubnet(network, prefix, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return family === 4 ? privateV4.check(address, 'ipv4') : privateV6.check(address, 'ipv6')
}

/** The machine itself: the only private address that tests and the demo need. */
function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** Whether a URL may be registered; the resolved IP address is checked again when connecting. */
export function isAllowedAddress(url: string, allowsLoopback: boolean): boolean {
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  const host = hostname.replaceAll(/[[\]]|\.$/g, '')
  if (allowsLoopback && (host === 'localhost' || isLoopback(host)))
    return protocol === 'https:' || protocol === 'http:'
  if (isIP(host) !== 0 && isPrivateAddress(host)) return false
  return protocol === 'https:' && !/(^|\.)(localhost|local|internal)$/.test(host)
}

export interface PostOutcome {
  /** Null without an HTTP response. */
  readonly httpStatus: number | null
  readonly problem: string | null
}

/**
 * Sends a body. The resolved address is checked by the connection itself, so DNS rebinding cannot bypass the check.
 * Redirects are not followed, and only the status of the response is read.
 */
export function post(
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  options: { readonly allowsLoopback: boolean; readonly timeoutMs?: number },
): Promise<PostOutcome> {
  const target = new URL(url)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const timeoutMs = options.timeoutMs ?? timeoutMilliseconds
  return new Promise((done) => {
    const failed = (error: Error): void =>
      done({ httpStatus: null, problem: error.message.slice(0, problemMax) })
    if (!isAllowedAddress(url, options.allowsLoopback))
      return failed(new Error('The address is not public'))
    const request = send(
      target,
      {
        method: 'POST',
        headers: {
          ...message.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(message.body),
          'user-agent': 'Bileti-Webhooks/1',
        },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        lookup: lookupOf(options.allowsLoopback),
      },
      (response) => {
        const { statusCode = 0 } = response
        response.resume()
        response.destroy()
        const isAccepted = statusCode >= 200 && statusCode < 300
        done({ httpStatus: statusCode, problem: isAccepted ? null : `HTTP ${statusCode}` })
      },
    )
    request.on('error', failed)
    request.end(message.body)
  })
}

/** The system's resolver; private addresses are reported as errors. */
function lookupOf(allowsLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      const isPrivate = found.some(
        ({ address }) => isPrivateAddress(address) && !(allowsLoopback && isLoopback(address)),
      )
      const [first] = found
      if (isPrivate || !first) return callback(new Error('The address is not public'), '', 0)
      if (options.all) return callback(null, found as never, 0)
      callback(null, first.address, first.family)
    })
  }
}

import { connect, type Socket } from 'node:net'
import { postRequest, sendAll } from './http-crowd.ts'

/**
 * Joins a queue many times, keeps a connection open for each place and measures the age of its information. Runs as
 * a separate process that its parent controls and gets the figures from.
 */
const [origin = '', showText = '', countText = ''] = process.argv.slice(2)
const port = Number(new URL(origin).port)
const showId = Number(showText)
const count = Number(countText)
const openAtOnce = 100

export interface QueueLoadReport {
  /** Age of the known state in milliseconds, immediately before each update. */
  readonly ages: { readonly p50: number; readonly p99: number; readonly oldest: number }
  /** Milliseconds between a state and its arrival. */
  readonly delay: { readonly p50: number; readonly p99: number }
  readonly messages: number
  readonly admitted: number
  readonly lost: number
}

const ages: number[] = []
const delays: number[] = []
/** The time of each connection's known state; null before the first message. */
const known = new Set<{ asOf: number | null }>()
let isMeasuring = false
let admitted = 0
let lost = 0

async function join(): Promise<string[]> {
  const tokens: string[] = []
  let left = count
  await sendAll({
    port,
    connections: 32,
    next: () =>
      left-- > 0
        ? postRequest('/v2/shows/queue?api_key=demo-web', JSON.stringify({ showId }))
        : null,
    onAnswer: (_status, body) => {
      const token = /"waitingRoomToken":"([^"]+)"/.exec(body)?.[1]
      if (token !== undefined) tokens.push(token)
    },
  })
  return tokens
}

function listen(token: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const mine: { asOf: number | null } = { asOf: null }
    let isIn = false
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('connect', () => {
      const path = `/v2/shows/queue/live?api_key=demo-web&waitingRoomToken=${token}`
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    })
    socket.on('data', (chunk: string) => {
      if (chunk.startsWith('HTTP/1.1 200')) resolve(socket)
      else if (chunk.startsWith('HTTP/')) reject(new Error(chunk.slice(0, 200)))
      const heardAt = Date.now()
      for (const [, moment] of chunk.matchAll(/^(?:id)?: (\d{13})$/gm)) {
        if (isMeasuring) {
          if (mine.asOf !== null) ages.push(heardAt - mine.asOf)
          delays.push(heardAt - Number(moment))
        }
        mine.asOf = Number(moment)
        known.add(mine)
      }
      if (!chunk.includes('"state":"Admitted"')) return
      isIn = true
      admitted += 1
    })
    socket.on('close', () => {
      known.delete(mine)
      if (!isIn) lost += 1
      reject(new Error('The server closed a connection at once'))
    })
  })
}

function at(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const tokens = await join()
for (let from = 0; from < tokens.length; from += openAtOnce)
  await Promise.all(tokens.slice(from, from + openAtOnce).map(listen))
process.send?.({ waiting: tokens.length })
process.on('message', (word) => {
  if (word === 'measure') {
    isMeasuring = true
    return
  }
  // Connections still waiting for an update have information of that age.
  const now = Date.now()
  for (const { asOf } of known) if (asOf !== null) ages.push(now - asOf)
  const report: QueueLoadReport = {
    ages: { p50: at(ages, 0.5), p99: at(ages, 0.99), oldest: at(ages, 1) },
    delay: { p50: at(delays, 0.5), p99: at(delays, 0.99) },
    messages: delays.length,
    admitted,
    lost,
  }
  process.send?.(report, () => process.exit(0))
})

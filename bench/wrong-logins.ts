import { setTimeout as pause } from 'node:timers/promises'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/**
 * Two hundred wrong sign-ins per second while other visitors browse. Both are sent at a fixed rate independent of
 * the responses, so that a slow server does not reduce its own load.
 */
const seconds = 10
const loginsPerSecond = 200
const callsPerSecond = 40
const p99Max = 200

interface Watched {
  readonly p50: number
  readonly p99: number
  readonly failed: number
  readonly statuses: Readonly<Record<number, number>>
}

export async function benchWrongLogins(shop: BenchShop): Promise<BenchFigure[]> {
  return shop.withServer({}, async (origin) => {
    const paths = ['/v2/Events/Top', '/en']
    const figures: BenchFigure[] = []
    const browse = (path: string) =>
      send(callsPerSecond, () =>
        fetch(`${origin}${path}${path === '/en' ? '' : '?api_key=demo-web'}`),
      )
    for (const path of paths) await browse(path)
    for (const path of paths) {
      const quiet = await browse(path)
      const [attacked, logins] = await Promise.all([
        browse(path),
        send(loginsPerSecond, (index) => wrongLogin(origin, index)),
      ])
      figures.push(figureOf(path, { quiet, attacked, logins }))
    }
    return figures
  })
}

function figureOf(
  path: string,
  { quiet, attacked, logins }: Readonly<Record<'quiet' | 'attacked' | 'logins', Watched>>,
): BenchFigure {
  const strange = Object.keys(logins.statuses).filter((status) => !/^(401|429)$/.test(status))
  return {
    name: `p99 of ${path} during ${loginsPerSecond} wrong sign-ins a second`,
    value: attacked.p99,
    unit: 'ms',
    baseline: { name: 'without them', value: quiet.p99 },
    ratio: attacked.p99 / quiet.p99,
    target: `under ${p99Max} ms, none refused; sign-ins 401 or 429`,
    met: attacked.p99 < p99Max && attacked.failed === 0 && strange.length === 0,
    note: `median ${attacked.p50.toFixed(1)} ms; sign-ins answered ${JSON.stringify(logins.statuses)}, p99 ${logins.p99.toFixed(0)} ms`,
  }
}

function wrongLogin(origin: string, index: number): Promise<Response> {
  return fetch(`${origin}/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `demo@bileti.example`, password: `wrong ${index}` }),
  })
}

/** Sends a fixed number per second regardless of the answers, and waits for the last answer. */
async function send(
  perSecond: number,
  ask: (index: number) => Promise<Response>,
): Promise<Watched> {
  const took: number[] = []
  const statuses: Record<number, number> = {}
  const under: Promise<void>[] = []
  const began = performance.now()
  const one = async (index: number): Promise<void> => {
    const due = began + (index * 1_000) / perSecond
    let status = 0
    try {
      const reply = await ask(index)
      await reply.arrayBuffer()
      status = reply.status
    } catch {
      // Counted as a failure without a status.
    }
    took.push(performance.now() - due)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const wait = began + (index * 1_000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    under.push(one(index))
  }
  await Promise.all(under)
  const sorted = took.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99), failed: took.length - (statuses[200] ?? 0), statuses }
}

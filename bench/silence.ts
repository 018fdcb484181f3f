import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { BenchFigure } from './figures.ts'
import type { BenchShop } from './shop.ts'

/**
 * Duration of sign-up, sign-in, password reset and phone change with and without an existing account. Both cases
 * alternate in random order, so that other load affects them equally.
 */
const password = 'a horse on the hill'
const headers = { 'content-type': 'application/json', 'accept-language': 'en' }

interface Question {
  readonly name: string
  readonly times: number
  /** Sends the request about the `index`th existing or unknown account, and reads the whole response. */
  readonly ask: (about: 'somebody' | 'nobody', index: number) => Promise<void>
}

export async function benchSilence(shop: BenchShop): Promise<BenchFigure[]> {
  const people = 400
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return await shop.withServer({}, async (origin) => {
      await addPeople(client, people)
      const token = await signIn(origin)
      const proof = await proveIdentity(origin, token)
      const figures: BenchFigure[] = []
      for (const question of questions(origin, { token, proof }, people))
        figures.push(await compare(question))
      return figures
    })
  } finally {
    await client.end()
  }
}

/** Creates customers with the demo customer's password hash, each with a mailbox and a phone. */
async function addPeople(client: pg.Client, people: number): Promise<void> {
  await client.query(
    `insert into customer (id, email, full_name, password_hash, phone, phone_verified_at, activated_at)
     select gen_random_uuid(), 'somebody-' || n || '@example.com', 'N', d.password_hash,
       '+9955770' || lpad(n::text, 5, '0'), now(), now()
     from generate_series(1, $1) n, customer d where d.email = 'demo@bileti.example'`,
    [people],
  )
}

async function signIn(origin: string): Promise<string> {
  const body = JSON.stringify({ email: 'demo@bileti.example', password: 'bileti-demo' })
  const reply = await fetch(`${origin}/v2/auth/login`, { method: 'POST', headers, body })
  const { accessToken } = (await reply.json()) as { accessToken: string }
  return accessToken
}

/** A change of phone requires re-authentication; the proof is valid for five minutes. */
async function proveIdentity(origin: string, token: string): Promise<string> {
  const reply = await fetch(`${origin}/v2/auth/step-up`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ purpose: 'phone', password: 'bileti-demo' }),
  })
  const { proof } = (await reply.json()) as { proof: string }
  return proof
}

function questions(
  origin: string,
  { token, proof }: { readonly token: string; readonly proof: string },
  people: number,
): Question[] {
  const send = async (path: string, body: object, expected: number, method: 'POST' | 'PUT') => {
    const authorization = `Bearer ${token}`
    const request = { body: JSON.stringify(body), headers }
    const reply = await (method === 'POST'
      ? fetch(origin + path, { ...request, method: 'POST' })
      : fetch(origin + path, {
          ...request,
          method: 'PUT',
          headers: { ...headers, authorization, 'step-up-proof': proof },
        }))
    const text = await reply.text()
    if (reply.status !== expected) throw new Error(`${path} answered ${reply.status}: ${text}`)
  }
  const run = randomBytes(4).toString('hex')
  const address = (about: string, index: number) =>
    about === 'somebody'
      ? `somebody-${(index % people) + 1}@example.com`
      : `${about}-${run}-${index}@example.com`
  // With the same length as an existing address, because a longer one would take more work.
  const phoneOf = (about: string, index: number) =>
    `+9955${about === 'somebody' ? '770' : '880'}${String(index + 1).padStart(5, '0')}`
  return [
    {
      name: 'sign-in with a wrong password',
      times: 200,
      ask: (about, index) =>
        send('/v2/auth/login', { email: address(about, index), password }, 401, 'POST'),
    },
    {
      name: 'sign-up',
      times: people,
      ask: (about, index) =>
        send('/v2/auth/signup', { email: address(about, index), name: 'Nino' }, 200, 'POST'),
    },
    {
      name: 'a forgotten password',
      times: people,
      ask: (about, index) =>
        send('/v2/auth/password/reset-request', { email: address(about, index) }, 200, 'POST'),
    },
    {
      name: 'a code to a new phone',
      times: people,
      ask: (about, index) =>
        send('/groot/Auth/change-phone', { phone: phoneOf(about, index) }, 200, 'PUT'),
    },
  ]
}

async function compare({ name, times, ask }: Question): Promise<BenchFigure> {
  const spent = { somebody: [] as number[], nobody: [] as number[] }
  for (let index = 0; index < times; index += 1) {
    const order = Math.random() < 0.5 ? ['somebody', 'nobody'] : ['nobody', 'somebody']
    for (const about of order as ('somebody' | 'nobody')[]) {
      const began = performance.now()
      await ask(about, index)
      // The first requests are a warm-up.
      if (index >= times / 10) spent[about].push(performance.now() - began)
    }
  }
  const [known, unknown] = [median(spent.somebody), median(spent.nobody)]
  const share = rankShare(spent.somebody, spent.nobody)
  const deviation = Math.sqrt(
    (spent.somebody.length + spent.nobody.length + 1) /
      (12 * spent.somebody.length * spent.nobody.length),
  )
  return {
    name: `${name}, of an address or phone that is known`,
    value: known,
    unit: 'ms',
    baseline: { name: 'of one that is not', value: unknown },
    ratio: known / unknown,
    target: 'no telling apart: rank share within 3 deviations of 0.5',
    met: Math.abs(share - 0.5) <= 3 * deviation,
    note: `rank share ${share.toFixed(3)} (one deviation is ${deviation.toFixed(3)}), ${spent.somebody.length} of each`,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

/** The Mann–Whitney statistic as a share: how often a value of the first sample exceeds one of the second. */
function rankShare(first: readonly number[], second: readonly number[]): number {
  let slower = 0
  for (const one of first)
    for (const other of second) slower += one > other ? 1 : one === other ? 0.5 : 0
  return slower / (first.length * second.length)
}

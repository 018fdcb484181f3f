import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../call.ts'
import { CallError, createClient, RequiredParameterError, type ClientOptions } from '../client.ts'

/**
 * Goal: the client rejects missing parameters before sending, and sends the rest with key, language, credentials and
 * bearer. Method: two calls declared here; the network is a function that records requests and returns prepared
 * answers.
 */
const findSeat = defineCall({
  id: 'own-test-find-seat',
  area: 'own',
  method: 'GET',
  path: '/v2/test/{row}/seats',
  summary: 'A call with a value in its path and values in its query.',
  credential: 'api-key',
  params: z.object({ row: z.string() }),
  query: z.object({ since: z.string(), quantity: z.number(), isFree: z.boolean() }),
  required: ['row', 'since', 'quantity', 'isFree'],
  reply: z.object({}),
})
const takeSeat = defineCall({
  id: 'own-test-take-seat',
  area: 'own',
  method: 'POST',
  path: '/v2/test/seat',
  summary: 'A call with a body, for customers.',
  credential: 'customer',
  body: z.object({ seat: z.number() }),
  required: ['body', 'authorization'],
  reply: z.object({}),
})

interface Sent {
  readonly url: URL
  readonly init: RequestInit
  readonly headers: Headers
}

interface ListenOptions {
  readonly accessToken?: () => string | undefined
  readonly hasCookieSession?: boolean
  readonly answer?: Response
  /** One answer after the other. */
  readonly answers?: readonly Response[]
  readonly proveWork?: ClientOptions['proveWork']
}

function listen(options: ListenOptions = {}) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://gateway.test',
    apiKey: 'key-1',
    locale: 'ka',
    ...(options.accessToken ? { accessToken: options.accessToken } : {}),
    ...(options.hasCookieSession ? { hasCookieSession: true } : {}),
    ...(options.proveWork ? { proveWork: options.proveWork } : {}),
    fetch: async (address, init = {}) => {
      sent.push({ url: new URL(String(address)), init, headers: new Headers(init.headers) })
      return options.answers?.[sent.length - 1] ?? options.answer ?? Response.json({})
    },
  })
  return { sent, client }
}

describe('a required parameter', () => {
  const whole = { row: 'A', since: '2026-11-21', quantity: 1, isFree: true }

  it.each(['row', 'since', 'quantity', 'isFree'] as const)(
    'that is null or undefined is an error that names it, and nothing is sent: %s',
    async (name) => {
      for (const nothing of [null, undefined]) {
        const { sent, client } = listen()
        const { row, ...query } = { ...whole, [name]: nothing } as typeof whole
        const sending = client.send(findSeat, { params: { row }, query })
        await expect(sending).rejects.toBeInstanceOf(RequiredParameterError)
        await expect(sending).rejects.toThrow(
          new RegExp(
            `^Required parameter ${name} was null or undefined when calling [A-Za-z]+\\.$`,
          ),
        )
        expect(sent).toEqual([])
      }
    },
  )

  it('may be a body or the authorization', async () => {
    const { sent, client } = listen()
    const withoutBody = client.send(takeSeat, {} as never, { authorization: 'token' })
    await expect(withoutBody).rejects.toThrow('Required parameter body ')
    const withoutBearer = client.send(takeSeat, { body: { seat: 1 } })
    await expect(withoutBearer).rejects.toThrow('Required parameter authorization ')
    expect(sent).toEqual([])
  })

  it('is the authorization no longer where the session is in a cookie that scripts cannot read', async () => {
    const { sent, client } = listen({ hasCookieSession: true })
    await client.send(takeSeat, { body: { seat: 1 } })
    expect(
      sent.map(({ init, headers }) => [init.credentials, headers.has('authorization')]),
    ).toEqual([['include', false]])
    await expect(client.send(takeSeat, {} as never)).rejects.toThrow('Required parameter body ')
  })

  it('may be empty text, 0 and false: those are values', async () => {
    const { sent, client } = listen()
    const query = { since: '', quantity: 0, isFree: false }
    await client.send(findSeat, { params: { row: '' }, query })
    expect(Object.fromEntries(sent[0]!.url.searchParams)).toEqual({
      since: '',
      quantity: '0',
      isFree: 'false',
      api_key: 'key-1',
    })
  })
})

describe('a request', () => {
  const body = { seat: 7 }

  it('carries the key, the language, the credentials and the bearer that the cookie holds', async () => {
    const { sent, client } = listen({ accessToken: () => 'token-1' })
    await client.send(takeSeat, { body })
    const { url, init, headers } = sent[0]!
    expect(url.href).toBe('https://gateway.test/v2/test/seat?api_key=key-1')
    expect(init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"seat":7}' })
    expect(headers.get('authorization')).toBe('Bearer token-1')
    expect(headers.get('accept-language')).toBe('ka')
    expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  it('prefers the bearer it is given, and goes without one where none is needed', async () => {
    const { sent, client } = listen()
    await client.send(takeSeat, { body }, { authorization: 'Bearer token-2' })
    expect(sent[0]!.headers.get('authorization')).toBe('Bearer token-2')
    const query = { since: '2026-11-21', quantity: 1, isFree: true }
    await client.send(findSeat, { params: { row: 'a/b' }, query })
    expect(sent[1]!.headers.has('authorization')).toBe(false)
    expect(sent[1]!.url.pathname).toBe('/v2/test/a%2Fb/seats')
  })

  it('is answered in lower-camel case, at every depth', async () => {
    const answer = Response.json({ UserId: 5, Cards: [{ CardNumber: 'A' }] })
    const { client } = listen({ answer })
    const reply = await client.send(takeSeat, { body }, { authorization: 'token' })
    expect(reply).toEqual({ userId: 5, cards: [{ cardNumber: 'A' }] })
  })

  it('that is refused is an error with its code, and is not sent again', async () => {
    const answer = Response.json(
      { error: { code: 'SeatNotAvailable', number: 14, message: 'Taken' } },
      { status: 409 },
    )
    const { sent, client } = listen({ answer, accessToken: () => 'token' })
    const refused = client.send(takeSeat, { body })
    await expect(refused).rejects.toBeInstanceOf(CallError)
    await expect(refused).rejects.toMatchObject({
      code: 'SeatNotAvailable',
      status: 409,
      number: 14,
    })
    expect(sent).toHaveLength(1)
  })

  describe('that is asked for a proof of work', () => {
    const asked = () =>
      Response.json(
        { error: { code: 'HoldWorkNeeded', message: '', detail: { challenge: 'c', bits: 16 } } },
        { status: 428 },
      )

    it('is sent again with it', async () => {
      const answers = [asked(), Response.json({})]
      const { sent, client } = listen({
        answers,
        accessToken: () => 'token',
        proveWork: async ({ challenge, bits }) => `${challenge}:${challenge}-${bits}`,
      })
      await client.send(takeSeat, { body })
      expect(sent.map(({ headers }) => headers.get('work-proof'))).toEqual([null, 'c:c-16'])
      expect(sent[1]!.init.body).toBe(sent[0]!.init.body)
    })

    it('is refused when the work is given up, or asked for again and again', async () => {
      const code = 'HoldWorkNeeded'
      const given = listen({ answers: [asked()], proveWork: async () => null })
      const send = { authorization: 'token' }
      await expect(given.client.send(takeSeat, { body }, send)).rejects.toMatchObject({ code })
      const answers = Array.from({ length: 10 }, asked)
      const endless = listen({ answers, proveWork: async () => '1' })
      await expect(endless.client.send(takeSeat, { body }, send)).rejects.toMatchObject({ code })
      expect(endless.sent).toHaveLength(4)
    })
  })
})

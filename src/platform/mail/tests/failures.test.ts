/**
 * Goal: a failed attempt says whether the mail server is away or one receiver has a trouble, and repeats no address.
 * Method: an SMTP server that answers each command as it is told.
 */
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermanentFailure, ReceiverDelays, ServiceAway } from '#platform/jobs/queue.ts'
import { openMailer, withoutAddresses, type MailService } from '../mail.ts'

let answers: Record<string, string> = {}
let server: Server
let smtpUrl: string

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(`${answers['greeting'] ?? '220 ready'}\r\n`)
    socket.on('data', (data) => {
      const [, command = ''] = /^(\w+)/.exec(String(data)) ?? []
      socket.write(`${answers[command] ?? '250 ok'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  smtpUrl = `smtp://127.0.0.1:${port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
})

/** A new one each time: a pooled connection has its greeting behind it. */
async function withMailer<Value>(work: (mailer: MailService) => Promise<Value>): Promise<Value> {
  const mailer = openMailer({ smtpUrl, from: 'Bileti <b@bileti.example>' })
  try {
    return await work(mailer)
  } finally {
    mailer.close()
  }
}

async function failureOf(to: string, replies: Record<string, string>): Promise<Error> {
  answers = replies
  const error: unknown = await withMailer((mailer) =>
    mailer.send({ to, subject: 'S', text: 'T', html: '<p>T</p>' }, `id-${to}`),
  ).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  return error as Error
}

test.each([
  [
    'a mailbox that does not exist',
    { RCPT: '550 5.1.1 <nino@shop.example>: unknown user' },
    PermanentFailure,
  ],
  ['a mailbox that is full', { RCPT: '452 4.2.2 <nino@shop.example> is full' }, ReceiverDelays],
  ['a server that takes no connections', { greeting: '421 try again later' }, ServiceAway],
])('%s', async (_, replies, kind) => {
  const error = await failureOf('nino@shop.example', replies)
  expect(error).toBeInstanceOf(kind)
  // Neither the message nor what a log shows of the cause names the buyer.
  expect(JSON.stringify([error.message, error.stack, String(error.cause)])).not.toContain('nino')
})

test('the server can be asked whether it works', async () => {
  answers = {}
  expect(await withMailer((mailer) => mailer.isReachable())).toBe(true)
  answers = { greeting: '421 try again later' }
  expect(await withMailer((mailer) => mailer.isReachable())).toBe(false)
})

test.each([
  ['550 <ნინო@მაგ.გე> rejected', 'ნინო@მაგ.გე', '550 <[address]> rejected'],
  [
    '550 relay of a+b@x.example, see postmaster@x.example',
    'a+b@x.example',
    '550 relay of [address], see [address]',
  ],
  ['421 no', 'a@b.example', '421 no'],
])('%s', (text, receiver, told) => {
  expect(withoutAddresses(text, receiver)).toBe(told)
})

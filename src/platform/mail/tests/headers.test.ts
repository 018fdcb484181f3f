/**
 * Goal: mail programs show who writes, show a button only for emails that can be turned off, and send for their readers
 * only where the address accepts it. Method: emails over SMTP to the demo mailbox, read as they arrived.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { openMailer, type Email, type Mailer } from '../mail.ts'

let mailbox: MailboxFake
let mailer: Mailer

beforeAll(async () => {
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <b@bileti.example>' })
})
afterAll(async () => {
  mailer.close()
  await mailbox.stop()
})

/** Headers of an email as it arrived. */
async function headersOf(
  to: string,
  options: Pick<Email, 'stopUrl' | 'isOneClick' | 'author'>,
  wanted = /^List-/,
) {
  await mailer.send({ to, subject: 'S', text: 'T', html: '<p>T</p>', ...options }, to)
  const [mail] = mailbox.list({ to })
  const raw = await (await fetch(`${mailbox.url}/api/messages/${mail?.id}/raw`)).text()
  const [head = ''] = raw.split('\r\n\r\n', 1)
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => wanted.test(line))
    .toSorted()
}

test('an email that everybody gets has none', async () => {
  expect(await headersOf('receipt@example.ge', {})).toEqual([])
})

test('a page where the reader turns emails off is named', async () => {
  const stopUrl = 'https://bileti.example/en/account'
  expect(await headersOf('reminder@example.ge', { stopUrl })).toEqual([
    `List-Unsubscribe: <${stopUrl}>`,
  ])
})

test('an address that accepts one request says so', async () => {
  const stopUrl = 'https://bileti.example/en/letters/1.a.b'
  expect(await headersOf('news@example.ge', { stopUrl, isOneClick: true })).toEqual([
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    `List-Unsubscribe: <${stopUrl}>`,
  ])
})

test('the shop writes under its own name', async () => {
  expect(await headersOf('order@example.ge', {}, /^(From|Reply-To):/)).toEqual([
    'From: Bileti <b@bileti.example>',
  ])
})

test('what an organiser writes has its name, the shop’s address, and gets answers to the organiser', async () => {
  const author = { name: 'Kulisa via Bileti', replyTo: 'kulisa@example.ge' }
  expect(await headersOf('holder@example.ge', { author }, /^(From|Reply-To):/)).toEqual([
    'From: Kulisa via Bileti <b@bileti.example>',
    'Reply-To: kulisa@example.ge',
  ])
})

test('no name of an organiser looks like another address, or adds a header', async () => {
  const author = { name: 'Bank <a@bank.ge>\r\nBcc: x@example.ge' }
  const lines = await headersOf('careful@example.ge', { author }, /^(From|Bcc):/)
  expect(lines).toEqual([
    expect.stringMatching(/^From: "?Bank a bank\.ge Bcc: x example\.ge"? <b@bileti\.example>$/),
  ])
})

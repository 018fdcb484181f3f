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

test.each([
  ['a receipt', {}, ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All']],
  [
    'news that can be turned off',
    { stopUrl: 'https://bileti.example/en/account' },
    ['Auto-Submitted: auto-generated', 'Precedence: bulk', 'X-Auto-Response-Suppress: All'],
  ],
  [
    'a letter of an organiser',
    { stopUrl: 'https://bileti.example/en/letters/1.a.b', author: { name: 'Kulisa' } },
    ['Precedence: bulk', 'X-Auto-Response-Suppress: All'],
  ],
] as const)('programs that answer mail know %s', async (_kind, options, expected) => {
  const wanted = /^(?:Auto-Submitted|Precedence|X-Auto)/
  expect(await headersOf(`${crypto.randomUUID()}@example.ge`, options, wanted)).toEqual(expected)
})

test('an address that accepts one request says so', async () => {
  const stopUrl = 'https://bileti.example/en/letters/1.a.b'
  expect(await headersOf('news@example.ge', { stopUrl, isOneClick: true })).toEqual([
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    `List-Unsubscribe: <${stopUrl}>`,
  ])
})

// The demo mailbox lists the domain of a recipient in letters, whichever form it arrived in.
test.each([
  ['nino@ბილეთი.გე', 'nino@xn--modgjccj.xn--node', 'nino@ბილეთი.გე'],
  ['nino@xn--e1afmkfd.xn--p1ai', 'nino@xn--e1afmkfd.xn--p1ai', 'nino@пример.рф'],
  ['user@straße.example', 'user@xn--strae-oqa.example', 'user@straße.example'],
  ['a&b@bileti.example', 'a&b@bileti.example', 'a&b@bileti.example'],
  ['"quoted.word"@bileti.example', 'quoted.word@bileti.example', 'quoted.word@bileti.example'],
])('mail to %s goes to %s alone', async (to, ascii, listed) => {
  await mailer.send({ to, subject: 'S', text: 'T', html: '<p>T</p>' }, 'typed')
  const [mail] = mailbox.list({ to: listed })
  expect(mail?.envelope.to).toEqual([listed])
  const raw = await (await fetch(`${mailbox.url}/api/messages/${mail?.id}/raw`)).text()
  expect(raw).toContain(`\r\nTo: ${ascii}\r\n`)
})

test.each([
  'nino@bileti.example\r\nBcc: other@bileti.example',
  'nino@bileti.example\r\nX-Added: 1',
])('no header is added by an address: %j', async (to) => {
  await mailer.send({ to, subject: 'S', text: 'T', html: '<p>T</p>' }, 'added').catch(() => null)
  for (const { id } of mailbox.list({})) {
    const raw = await (await fetch(`${mailbox.url}/api/messages/${id}/raw`)).text()
    expect(raw).not.toMatch(/^(?:Bcc|X-Added):/im)
  }
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

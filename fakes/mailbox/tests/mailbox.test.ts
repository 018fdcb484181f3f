/**
 * Goal: the mailbox stores emails completely, displays them safely, and refuses or leaves unanswered
 * exactly the configured number. Method: real emails sent by nodemailer to a mailbox on free ports, read
 * over HTTP.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { createTransport } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import type { MailboxFake, MailboxOptions } from '../start.ts'
import { startMailbox } from '../start.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function openMailbox(options: Partial<MailboxOptions> = {}): Promise<MailboxFake> {
  const mailbox = await startMailbox({ port: 0, smtpPort: 0, ...options })
  cleanups.push(() => mailbox.stop())
  return mailbox
}

async function send(mailbox: MailboxFake, more: SendMailOptions = {}) {
  const sender = createTransport(`${mailbox.smtpUrl}?ignoreTLS=true`)
  return sender.sendMail({
    from: 'ბილეთი <tickets@bileti.example>',
    to: 'nino@example.com',
    subject: 'თქვენი ბილეთი',
    text: 'გადით ბმულზე.',
    html: '<p>გადით <a href="https://bileti.example/t/1">ბმულზე</a>.<img src="cid:logo"></p>',
    attachments: [
      { filename: 'ბილეთი.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' },
      {
        cid: 'logo',
        filename: 'logo.png',
        content: Buffer.from([1, 2, 3]),
        contentType: 'image/png',
      },
    ],
    ...more,
  })
}

const json = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>

test('lists an email by recipient and returns its content, Georgian text and files included', async () => {
  const mailbox = await openMailbox()
  await send(mailbox)
  await send(mailbox, { to: 'anino@example.com', bcc: 'hidden@example.com' })
  const list = await json(`${mailbox.url}/api/messages?to=NINO@example.com`)
  expect(list).toMatchObject({
    count: 1,
    messages: [{ subject: 'თქვენი ბილეთი', envelope: { to: ['nino@example.com'] } }],
  })
  expect((await json(`${mailbox.url}/api/messages?to=hidden@example.com`)).count).toBe(1)
  expect((await json(`${mailbox.url}/api/messages?like=nino`)).count).toBe(2)
  const { id } = mailbox.list({ to: 'nino@example.com' })[0]!
  const mail = await json(`${mailbox.url}/api/messages/${id}`)
  expect(mail).toMatchObject({ text: 'გადით ბმულზე.', from: 'ბილეთი <tickets@bileti.example>' })
  const files = mail.attachments as { index: number; filename: string; inline: boolean }[]
  const ticket = files.find(({ filename }) => filename === 'ბილეთი.pdf')!
  expect(files.filter(({ inline }) => inline)).toHaveLength(1)
  const file = await fetch(`${mailbox.url}/api/messages/${id}/attachments/${ticket.index}`)
  expect(await file.text()).toBe('%PDF-1.7')
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent('ბილეთი.pdf')}`,
  )
})

test('displays a malicious email in a sandboxed frame and escapes its text', async () => {
  const mailbox = await openMailbox()
  const script = '<script>alert(1)</script>'
  await send(mailbox, { subject: script, text: script, html: `${script}<img src="cid:logo">` })
  const { id } = mailbox.list()[0]!
  for (const view of ['html', 'text', 'headers']) {
    const page = await (await fetch(`${mailbox.url}/m/${id}?view=${view}`)).text()
    expect(page).not.toContain(script)
  }
  const frame = await fetch(`${mailbox.url}/api/messages/${id}/html`)
  const policy = frame.headers.get('content-security-policy')
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  expect(policy).not.toContain('allow-scripts')
  expect(await frame.text()).toContain('data:image/png;base64,AQID')
  expect((await fetch(`${mailbox.url}/api/messages/..%2F..%2Fetc%2Fpasswd/raw`)).status).toBe(404)
})

test('keeps emails across a restart, at most five hundred', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'mailbox-test-'))
  cleanups.push(() => rmSync(stateDir, { recursive: true }))
  const first = await startMailbox({ port: 0, smtpPort: 0, stateDir })
  for (let number = 1; number <= 502; number += 1) {
    await first.mails.add(
      { from: 'a@b.c', to: ['d@e.f'] },
      Buffer.from(`Subject: ${number}\r\n\r\nhi`),
    )
  }
  await first.stop()
  const second = await openMailbox({ stateDir })
  const subjects = second.list().map(({ subject }) => subject)
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, '502', '3'])
  second.clear()
  expect(second.list()).toEqual([])
})

test('refuses the configured number of emails, temporarily or permanently', async () => {
  const mailbox = await openMailbox()
  mailbox.misbehave({ refuseNext: 1 })
  await expect(send(mailbox)).rejects.toMatchObject({ responseCode: 451 })
  mailbox.misbehave({ refuseNext: 1, refuseCode: 550, refuseAt: 'rcpt' })
  await expect(send(mailbox)).rejects.toMatchObject({ responseCode: 550 })
  await send(mailbox)
  expect(mailbox.counts).toEqual({ accepted: 1, refused: 2, silent: 0 })
})

test('accepts an email without a response, so that the sender does not know the outcome', async () => {
  const mailbox = await openMailbox()
  mailbox.misbehave({ silentNext: 1 })
  await expect(send(mailbox)).rejects.toThrow()
  await send(mailbox)
  expect(mailbox.list()).toHaveLength(2)
})

test('sets, shows and resets faults by control calls, for local callers only', async () => {
  const mailbox = await openMailbox()
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${mailbox.url}/__control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  expect((await post('misbehave', { nonsense: 1 })).status).toBe(400)
  expect((await post('misbehave', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  await post('misbehave', { refuseNext: 3 })
  expect(await json(`${mailbox.url}/__control/state`)).toMatchObject({
    misbehaviour: { refuseNext: 3 },
  })
  await post('reset', {})
  await send(mailbox)
})

test('notifies open pages and waiting callers of a new email', async () => {
  const mailbox = await openMailbox()
  const events = await fetch(`${mailbox.url}/api/events`)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  const waiting = mailbox.waitFor('nino@example.com')
  await send(mailbox)
  const { id } = await waiting
  expect((await reader.read()).value).toContain(id)
  await reader.cancel()
})

/**
 * Goal: a mail server gets each Message-ID once, whichever worker sends it and however often, and gets it again only
 * when a worker crashed while sending. Method: two mailers on one database over SMTP to the demo mailbox, which refuses
 * on request.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { PermanentFailure } from '#platform/jobs/queue.ts'
import { openMailer, type Mailer } from '../mail.ts'
import { deleteDeliveries, sendOnce } from '../send-once.ts'

let context: TestContext
let mailbox: MailboxFake
let workers: Mailer[]
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  workers = [1, 2].map(() =>
    sendOnce(
      openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <b@bileti.example>' }),
      context.db,
    ),
  )
})
afterAll(async () => {
  for (const worker of workers) worker.close()
  await mailbox.stop()
  await context.close()
  await drop()
})

const mail = (to: string) => ({ to, subject: 'S', text: 'T', html: '<p>T</p>' })
const send = (to: string, id: string, worker = 0) => (workers[worker] as Mailer).send(mail(to), id)
const count = (to: string) => mailbox.list({ to }).length

test('of many concurrent senders of one e-mail, exactly one sends it', async () => {
  const tries = Array.from({ length: 12 }, (_, index) =>
    send('race@example.com', 'race-1', index % 2),
  )
  const results = await Promise.allSettled(tries)
  expect(count('race@example.com')).toBe(1)
  // The others either see that it was sent, or that another worker is sending it; those retry and send nothing.
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toContain('Another worker')
  await send('race@example.com', 'race-1', 1)
  expect(count('race@example.com')).toBe(1)
})

test('an e-mail that was refused for now is sent by the next try', async () => {
  mailbox.misbehave({ refuseNext: 1, refuseCode: 451, refuseAt: 'data' })
  const refused = await send('later@example.com', 'later-1').catch((error: unknown) => error)
  expect(refused).not.toBeInstanceOf(PermanentFailure)
  expect(String(refused)).toContain('451')
  await send('later@example.com', 'later-1', 1)
  expect(count('later@example.com')).toBe(1)
})

test('a permanent refusal is reported as such', async () => {
  mailbox.misbehave({ refuseNext: 1, refuseCode: 550, refuseAt: 'rcpt' })
  await expect(send('nobody@example.com', 'never-1')).rejects.toBeInstanceOf(PermanentFailure)
})

test('what a dead worker had in its hands goes to another, under the same Message-ID', async () => {
  await context.db
    .insertInto('email_delivery')
    .values({ message_key: 'dead-1', lease_until: sql<Date>`now() + interval '1 minute'` })
    .execute()
  await expect(send('dead@example.com', 'dead-1')).rejects.toThrow('Another worker')
  await context.db
    .updateTable('email_delivery')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('message_key', '=', 'dead-1')
    .execute()
  await send('dead@example.com', 'dead-1')
  expect(mailbox.list({ to: 'dead@example.com' }).map(({ messageId }) => messageId)).toEqual([
    '<dead-1@bileti.example>',
  ])
})

test('notes of old e-mails are deleted, those of new ones stay', async () => {
  await context.db
    .updateTable('email_delivery')
    .set({ created_at: sql<Date>`now() - interval '61 days'` })
    .where('message_key', '=', 'dead-1')
    .execute()
  await deleteDeliveries(context)
  const rows = await context.db.selectFrom('email_delivery').select('message_key').execute()
  const keys = rows.map(({ message_key }) => message_key)
  expect(keys).toContain('race-1')
  expect(keys).not.toContain('dead-1')
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { addLocalGuard } from '../local-guard.ts'
import type { EmailSummary } from './emails.ts'
import { Emails } from './emails.ts'
import type { Misbehaviour, SmtpCounts } from './smtp.ts'
import { buildSmtp } from './smtp.ts'
import { addWeb } from './web.ts'

export type MailboxOptions = {
  /** Port of the web page; 0 takes any free one. */
  port: number
  /** SMTP port; 0 takes any free one. */
  smtpPort: number
  host?: string
  /** Directory where emails are kept across restarts; without it they are in memory only. */
  stateDir?: string
}

/** A running mailbox, with controls for tests in the same process. */
export type MailboxFake = {
  url: string
  port: number
  smtpPort: number
  /** For the configuration of the email sender. */
  smtpUrl: string
  list(filter?: { to?: string }): EmailSummary[]
  /** Resolves to the first email to this address; rejects after the timeout in milliseconds. */
  waitFor(to: string, timeoutMs?: number): Promise<EmailSummary>
  mails: Emails
  misbehave(misbehaviour: Misbehaviour): void
  counts: SmtpCounts
  clear(): void
  stop(): Promise<void>
}

/** Starts the mailbox and resolves once both servers listen. */
export async function startMailbox(options: MailboxOptions): Promise<MailboxFake> {
  const mails = await Emails.open(options.stateDir ?? null)
  const faults: Misbehaviour = {}
  const counts: SmtpCounts = { accepted: 0, refused: 0, silent: 0 }
  const host = options.host ?? '127.0.0.1'
  const smtp = buildSmtp(mails, faults, counts)
  const listener = smtp.listen(options.smtpPort, host)
  await once(listener, 'listening')
  const web = fastify({ forceCloseConnections: true })
  addLocalGuard(web)
  addWeb(web, { mails, faults, counts })
  await web.listen({ port: options.port, host })
  const { port } = web.server.address() as AddressInfo
  const { port: smtpPort } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    smtpPort,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    list: (filter) => mails.list(filter),
    waitFor: (to, timeoutMs = 10_000) => waitForEmail(mails, to, timeoutMs),
    mails,
    misbehave: (misbehaviour) => Object.assign(faults, misbehaviour),
    counts,
    clear: () => mails.clear(),
    stop: async () => {
      for (const connection of smtp.connections) connection.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      await web.close()
      mails.close()
    },
  }
}

function waitForEmail(mails: Emails, to: string, timeoutMs: number): Promise<EmailSummary> {
  const first = () => mails.list({ to }).at(-1)
  const there = first()
  if (there) return Promise.resolve(there)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`No email to ${to} came within ${timeoutMs} ms.`))
    }, timeoutMs)
    const stop = mails.listen(() => {
      const mail = first()
      if (!mail) return
      clearTimeout(timer)
      stop()
      resolve(mail)
    })
  })
}

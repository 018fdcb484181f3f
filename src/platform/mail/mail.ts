import { readFileSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { markId } from './html.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { PermanentFailure, ReceiverDelays, ServiceAway } from '#platform/jobs/queue.ts'
import { traced } from '#platform/telemetry/tracing.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Unsubscribe page, which mail programs show as a button. Absent for transactional emails. */
  readonly stopUrl?: string
  /** Whether `stopUrl` also accepts the request that a mail program sends for its reader (RFC 8058). */
  readonly isOneClick?: true
  readonly attachments?: readonly EmailAttachment[]
  /** Who writes, where it is not the shop: the sender's name, at the shop's address, and where answers go. */
  readonly author?: EmailAuthor
}

export interface EmailAuthor {
  readonly name: string
  readonly replyTo?: string | undefined
}

export interface EmailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Content id of a picture shown in the HTML (`cid:…`), which is then not listed as an attachment. */
  readonly contentId?: string
}

/** The shop's logo, attached to each email that shows it. */
const mark = readFileSync(new URL('mark.png', import.meta.url))

/**
 * Port that sends emails, implemented with SMTP. Throws when an email was not accepted, with `PermanentFailure` when it
 * never will be.
 */
export interface Mailer {
  /** `id` becomes the Message-ID, so that an email sent twice after a crash is recognised as one. */
  send(mail: Email, id: string): Promise<void>
  close(): void
}

/** A mailer that can be asked whether its server works. */
export interface MailService extends Mailer {
  isReachable(): Promise<boolean>
}

/** Maximum number of emails per SMTP connection: some servers accept no more than a hundred. */
const messagesPerConnection = 100
/** Time without a reply after which an attempt is aborted and retried later. */
const silenceMilliseconds = 20_000
const connectMilliseconds = 10_000

/** Sends over SMTP on a pool of connections that are opened on demand and reused. */
export function openMailer(options: {
  readonly smtpUrl: string
  readonly from: string
  /** 4 when absent. */
  readonly connectionsMax?: number
}): MailService {
  const transport = createTransport(
    {
      url: options.smtpUrl,
      pool: true,
      maxConnections: options.connectionsMax ?? 4,
      maxMessages: messagesPerConnection,
      connectionTimeout: connectMilliseconds,
      greetingTimeout: connectMilliseconds,
      socketTimeout: silenceMilliseconds,
    },
    { from: options.from },
  )
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    async send(mail, id) {
      const composed = new MailComposer({
        from: senderOf(options.from, mail.author),
        ...(mail.author?.replyTo && { replyTo: mail.author.replyTo }),
        // The library converts the domain to its ASCII form and takes needless quotes off.
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        headers: {
          ...answeringHeaders(mail),
          ...(mail.stopUrl && { 'List-Unsubscribe': `<${mail.stopUrl}>` }),
          ...(mail.isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        attachments: attachmentsOf(mail).map(({ contentId, ...attachment }) => ({
          ...attachment,
          content: Buffer.from(attachment.content),
          ...(contentId && { cid: contentId, contentDisposition: 'inline' as const }),
        })),
      }).compile()
      try {
        // One buffer is written to the socket in one piece; streamed, it would be hundreds of small writes.
        const raw = await composed.build()
        await traced({ name: 'send email', kind: 'client' }, () =>
          transport.sendMail({ envelope: composed.getEnvelope(), raw }),
        )
        countOutcome('message', 'email', 'sent')
      } catch (error) {
        throw failureOf(error as SmtpError, mail.to)
      }
    },
    isReachable: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    close: () => transport.close(),
  }
}

/**
 * What programs that answer mail read: nobody is told that its receiver is away. What an organiser writes is sent to many,
 * and is not made by a program.
 */
function answeringHeaders({ author, stopUrl }: Email): Readonly<Record<string, string>> {
  return {
    ...(author ? {} : { 'Auto-Submitted': 'auto-generated' }),
    ...(author || stopUrl ? { Precedence: 'bulk' } : {}),
    'X-Auto-Response-Suppress': 'All',
  }
}

/** Longer names of senders hide the address in mail programs. */
const nameMax = 70

/** The address stays the shop's, whose domain is proven by DKIM and SPF. */
function senderOf(from: string, author: EmailAuthor | undefined) {
  if (!author) return from
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  // No name may look like another address.
  const name = author.name.replaceAll(/[\p{C}\s@<>"]+/gu, ' ').trim()
  return { name: name.slice(0, nameMax), address }
}

function attachmentsOf({ html, attachments = [] }: Email): readonly EmailAttachment[] {
  if (!html.includes(`cid:${markId}`)) return attachments
  return [
    ...attachments,
    { filename: 'bileti.png', contentType: 'image/png', content: mark, contentId: markId },
  ]
}

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/** The commands that name this email's receiver and content; others are about the connection. */
const aboutEmail = /^(MAIL FROM|RCPT TO|DATA)/

/**
 * What a failed attempt means. A 5xx about receiver or content, or an invalid address, is permanent; a 4xx about them
 * is the receiver's delay; anything else (no connection, a refused sign-in) says that the server is away for all.
 */
function failureOf(error: SmtpError, to: string): Error {
  const { code, responseCode = 0, command = '' } = error
  const message = withoutAddresses(error.message, to)
  const isAboutEmail = aboutEmail.test(command) && responseCode >= 400
  if ((code === 'EENVELOPE' && responseCode === 0) || (isAboutEmail && responseCode >= 500)) {
    countOutcome('message', 'email', isFirstOf(to) ? 'refused' : 'refused-again')
    return new PermanentFailure(message)
  }
  countOutcome('message', 'email', isAboutEmail ? 'delayed' : 'away')
  return isAboutEmail ? new ReceiverDelays(message) : new ServiceAway('email', message)
}

/** Servers repeat the receiver's address in their replies, which are logged and kept with the job. */
export function withoutAddresses(text: string, receiver: string): string {
  return text
    .replaceAll(receiver, '[address]')
    .replaceAll(/[^\s<>"'()[\]:;,]+@[^\s<>"'()[\]:;,]+/g, '[address]')
}

/** One wrong address counts once a day, however many emails are for it: many of them are a fault of ours. */
const refused = new LRUCache<string, true>({ max: 10_000, ttl: 24 * 3_600_000 })

function isFirstOf(address: string): boolean {
  const isKnown = refused.has(address)
  refused.set(address, true)
  return !isKnown
}

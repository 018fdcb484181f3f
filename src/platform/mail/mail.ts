import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { PermanentFailure } from '#platform/jobs/queue.ts'
import { traced } from '#platform/telemetry/tracing.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Page where its reader turns such emails off; mail programs show it as a button. Absent: it is no news. */
  readonly stopUrl?: string
  readonly attachments?: readonly EmailAttachment[]
}

export interface EmailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Uint8Array
  /** Of a picture that the HTML shows (`cid:…`); it is no file of its own then. */
  readonly contentId?: string
}

/** The shop's mark as emails show it; it is sent along with each that does. */
export const markId = 'mark@bileti'
const mark = readFileSync(new URL('mark.png', import.meta.url))

/**
 * Sends emails. A port: SMTP here, something else elsewhere; it throws when an email was not taken, and a
 * `PermanentFailure` when it never will be.
 */
export interface Mailer {
  /** `id` becomes the Message-ID, so that an email sent twice after a crash is recognised as one. */
  send(mail: Email, id: string): Promise<void>
  close(): void
}

/** Emails over one SMTP connection before it is closed: some servers take no more than a hundred. */
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
}): Mailer {
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
        from: options.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${id}@${domain}>`,
        ...(mail.stopUrl && { list: { unsubscribe: mail.stopUrl } }),
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
      } catch (error) {
        throw isPermanent(error)
          ? new PermanentFailure((error as Error).message, { cause: error })
          : error
      }
    },
    close: () => transport.close(),
  }
}

function attachmentsOf({ html, attachments = [] }: Email): readonly EmailAttachment[] {
  if (!html.includes(`cid:${markId}`)) return attachments
  return [
    ...attachments,
    { filename: 'bileti.png', contentType: 'image/png', content: mark, contentId: markId },
  ]
}

/**
 * Whether the server has refused this very email for good: a 5xx about its receiver or its content, or an address
 * that is none. A refused sign-in is a matter of settings and is tried again.
 */
function isPermanent(error: unknown): boolean {
  const {
    code,
    responseCode = 0,
    command = '',
  } = error as {
    readonly code?: string
    readonly responseCode?: number
    readonly command?: string
  }
  if (code === 'EENVELOPE' && responseCode === 0) return true
  return responseCode >= 500 && /^(MAIL FROM|RCPT TO|DATA)/.test(command)
}

/** Text for HTML: names and titles are other people's words. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

import { createTransport } from 'nodemailer'

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly {
    readonly filename: string
    readonly contentType: string
    readonly content: Uint8Array
  }[]
}

/** Sends letters. A port: SMTP here, something else elsewhere; it throws when a letter was not taken. */
export interface Mailer {
  /** `id` becomes the Message-ID, so that a letter sent twice after a crash is recognised as one. */
  send(letter: Letter, id: string): Promise<void>
  close(): void
}

export function openMailer(options: { readonly smtpUrl: string; readonly from: string }): Mailer {
  const transport = createTransport(options.smtpUrl, {
    from: options.from,
  })
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    async send(letter, id) {
      await transport.sendMail({
        to: letter.to,
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        messageId: `<${id}@${domain}>`,
        attachments: (letter.attachments ?? []).map((attachment) => ({
          filename: attachment.filename,
          contentType: attachment.contentType,
          content: Buffer.from(attachment.content),
        })),
      })
    },
    close: () => transport.close(),
  }
}

/** Text for HTML: names and titles are other people's words. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Attachment, Email } from 'postal-mime'
import PostalMime from 'postal-mime'

/** What a list shows of an email. Times are ISO 8601, sizes bytes. */
export type EmailSummary = {
  id: string
  receivedAt: string
  /** The addresses given to the SMTP server, which decide who got it. */
  envelope: { from: string; to: string[] }
  from: string
  to: string
  subject: string
  messageId: string | null
  preview: string
  /** `inline` ones are pictures of the email's own HTML. */
  attachments: {
    index: number
    filename: string
    mimeType: string
    size: number
    inline: boolean
  }[]
}

/** A whole email. */
export type StoredEmail = EmailSummary & {
  text: string | null
  html: string | null
  headers: { name: string; value: string }[]
}

/** A file that came with an email. */
export type EmailFile = { filename: string; mimeType: string; content: Uint8Array }

export type EmailFilter = {
  to?: string | undefined
  like?: string | undefined
  limit?: number | undefined
}

const lengthMax = 500
const previewSigns = 140
const extension = '.eml'

/**
 * The emails received, the newest 500 of them, each one file in the state directory. The envelope
 * is in three lines before the email's own headers. A file is written whole and then renamed,
 * and its name begins with the time, so a directory read in order is the mailbox in order.
 */
export class Emails {
  readonly #directory: string
  readonly #temporary: boolean
  readonly #summaries: EmailSummary[] = []
  readonly #listeners = new Set<(summary: EmailSummary | null) => void>()
  #count = 0

  private constructor(stateDir: string | null) {
    this.#temporary = stateDir === null
    this.#directory = stateDir ?? mkdtempSync(join(tmpdir(), 'mailbox-'))
    mkdirSync(this.#directory, { recursive: true })
  }

  /** Opens the mailbox and reads what it holds. Without a directory it is gone when closed. */
  static async open(stateDir: string | null): Promise<Emails> {
    const mails = new Emails(stateDir)
    const names = readdirSync(mails.#directory).filter((name) => name.endsWith(extension))
    for (const name of names.sort().slice(-lengthMax)) {
      const mail = await mails.read(name.slice(0, -extension.length))
      if (mail) mails.#summaries.push(summarise(mail))
    }
    return mails
  }

  /** Takes an email in and tells the listeners. */
  async add(envelope: { from: string; to: string[] }, raw: Buffer): Promise<EmailSummary> {
    this.#count += 1
    const receivedAt = new Date()
    const order = String(this.#count % 1_000_000).padStart(6, '0')
    const id = `${receivedAt.toISOString().replace(/\D/g, '')}-${order}`
    const lines = [
      `X-Received-At: ${receivedAt.toISOString()}`,
      `X-Envelope-From: ${envelope.from}`,
      `X-Envelope-To: ${envelope.to.join(', ')}`,
      '',
    ]
    const path = this.#path(id)
    writeFileSync(`${path}.new`, Buffer.concat([Buffer.from(lines.join('\r\n')), raw]))
    renameSync(`${path}.new`, path)
    const mail = await this.read(id)
    if (!mail) throw new Error(`The email ${id} has vanished from the mailbox.`)
    const summary = summarise(mail)
    this.#summaries.push(summary)
    const surplus = Math.max(this.#summaries.length - lengthMax, 0)
    for (const old of this.#summaries.splice(0, surplus)) this.#remove(old)
    for (const listener of this.#listeners) listener(summary)
    return summary
  }

  /**
   * Lists the emails, newest first: those sent to exactly the address `to`, or those with `like`
   * somewhere in a recipient's address.
   */
  list(filter: EmailFilter = {}): EmailSummary[] {
    const to = filter.to?.trim().toLowerCase()
    const like = filter.like?.trim().toLowerCase()
    const found = this.#summaries.filter(({ envelope }) => {
      const recipients = envelope.to.map((address) => address.toLowerCase())
      if (to && !recipients.includes(to)) return false
      return !like || recipients.some((address) => address.includes(like))
    })
    return found.toReversed().slice(0, filter.limit ?? lengthMax)
  }

  async read(id: string): Promise<StoredEmail | null> {
    const parsed = await this.#parse(id)
    return parsed && presentEmail(id, parsed)
  }

  /** The email as it came, the envelope's lines before it. */
  readRaw(id: string): Buffer | null {
    if (!/^[\d-]+$/.test(id)) return null
    try {
      return readFileSync(this.#path(id))
    } catch {
      return null
    }
  }

  async readFile(id: string, index: number): Promise<EmailFile | null> {
    const attachment = (await this.#parse(id))?.attachments[index]
    return attachment ? presentFile(attachment, index) : null
  }

  /** The email's HTML with its inline pictures put into it, for a frame that may fetch nothing. */
  async readHtml(id: string): Promise<string | null> {
    const parsed = await this.#parse(id)
    if (!parsed?.html) return null
    return parsed.attachments.reduce((html, attachment, index) => {
      if (!attachment.contentId) return html
      const file = presentFile(attachment, index)
      const data = `data:${file.mimeType};base64,${Buffer.from(file.content).toString('base64')}`
      return html.replaceAll(`cid:${attachment.contentId.replace(/^<|>$/g, '')}`, data)
    }, parsed.html)
  }

  /** Calls back with each new email, and with null when the mailbox is emptied. */
  listen(listener: (summary: EmailSummary | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Throws every letter away. */
  clear(): void {
    for (const summary of this.#summaries.splice(0)) this.#remove(summary)
    for (const listener of this.#listeners) listener(null)
  }

  close(): void {
    this.#listeners.clear()
    if (this.#temporary) rmSync(this.#directory, { recursive: true, force: true })
  }

  async #parse(id: string): Promise<Email | null> {
    const raw = this.readRaw(id)
    return raw && PostalMime.parse(raw)
  }

  #remove(summary: EmailSummary): void {
    rmSync(this.#path(summary.id), { force: true })
  }

  #path(id: string): string {
    return join(this.#directory, `${id}${extension}`)
  }
}

function presentEmail(id: string, email: Email): StoredEmail {
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const text = email.text ?? null
  const words = text ?? email.html?.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ') ?? ''
  return {
    id,
    receivedAt: header('x-received-at'),
    envelope: {
      from: header('x-envelope-from'),
      to: header('x-envelope-to').split(', ').filter(Boolean),
    },
    from: email.from ? writeAddress(email.from) : '',
    to: (email.to ?? []).map(writeAddress).join(', '),
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    preview: words.replace(/\s+/g, ' ').trim().slice(0, previewSigns),
    attachments: email.attachments.map((attachment, index) => {
      const { filename, mimeType, content } = presentFile(attachment, index)
      return {
        index,
        filename,
        mimeType,
        size: content.byteLength,
        inline: attachment.related === true,
      }
    }),
    text,
    html: email.html ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
  }
}

function summarise({
  text: _text,
  html: _html,
  headers: _headers,
  ...summary
}: StoredEmail): EmailSummary {
  return summary
}

function presentFile(attachment: Attachment, index: number): EmailFile {
  const { content } = attachment
  return {
    filename: attachment.filename ?? `part-${index + 1}`,
    mimeType: attachment.mimeType,
    content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}

function writeAddress(address: Address): string {
  if (address.group) return address.group.map(writeAddress).join(', ')
  return address.name ? `${address.name} <${address.address}>` : (address.address ?? '')
}

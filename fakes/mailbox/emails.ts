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

/** Summary of an email for lists. Times are ISO 8601, sizes in bytes. */
export type EmailSummary = {
  id: string
  receivedAt: string
  /** The SMTP envelope, which determines the recipients. */
  envelope: { from: string; to: string[] }
  from: string
  to: string
  subject: string
  messageId: string | null
  preview: string
  /** `inline` attachments are images of the email's HTML. */
  attachments: {
    index: number
    filename: string
    mimeType: string
    size: number
    inline: boolean
  }[]
}

/** An email with its content. */
export type StoredEmail = EmailSummary & {
  text: string | null
  html: string | null
  headers: { name: string; value: string }[]
}

/** An attachment. */
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
 * The latest 500 emails, each in a file of the state directory. Three lines with the envelope precede the
 * email's own headers. Files are written completely and then renamed; their names begin with the time, so
 * that sorting by name sorts by time.
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

  /** Opens the mailbox and reads its emails. Without a directory they are in memory only. */
  static async open(stateDir: string | null): Promise<Emails> {
    const mails = new Emails(stateDir)
    const names = readdirSync(mails.#directory).filter((name) => name.endsWith(extension))
    for (const name of names.sort().slice(-lengthMax)) {
      const mail = await mails.read(name.slice(0, -extension.length))
      if (mail) mails.#summaries.push(summarise(mail))
    }
    return mails
  }

  /** Stores an email and calls the listeners. */
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
    if (!mail) throw new Error(`The email ${id} is not in the mailbox.`)
    const summary = summarise(mail)
    this.#summaries.push(summary)
    const surplus = Math.max(this.#summaries.length - lengthMax, 0)
    for (const old of this.#summaries.splice(0, surplus)) this.#remove(old)
    for (const listener of this.#listeners) listener(summary)
    return summary
  }

  /** Lists emails, newest first: sent to exactly the address `to`, or with `like` in a recipient's address. */
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

  /** The email as received, preceded by the envelope lines. */
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

  /** The HTML with inline images embedded, for a frame that must not load anything. */
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

  /**
   * Subscribes to new emails; the listener gets null when the mailbox is emptied. Returns the function to
   * unsubscribe.
   */
  listen(listener: (summary: EmailSummary | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Deletes all emails. */
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

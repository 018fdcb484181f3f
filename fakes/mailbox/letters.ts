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

/** What a list shows of a letter. Times are ISO 8601, sizes bytes. */
export type LetterSummary = {
  id: string
  receivedAt: string
  /** The addresses given to the SMTP server, which decide who got it. */
  envelope: { from: string; to: string[] }
  from: string
  to: string
  subject: string
  messageId: string | null
  preview: string
  /** `inline` ones are pictures of the letter's own HTML. */
  attachments: {
    index: number
    filename: string
    mimeType: string
    size: number
    inline: boolean
  }[]
}

/** A whole letter. */
export type Letter = LetterSummary & {
  text: string | null
  html: string | null
  headers: { name: string; value: string }[]
}

/** A file that came with a letter. */
export type LetterFile = { filename: string; mimeType: string; content: Uint8Array }

export type LetterFilter = {
  to?: string | undefined
  like?: string | undefined
  limit?: number | undefined
}

const lettersMax = 500
const previewSigns = 140
const extension = '.eml'

/**
 * The letters received, the newest 500 of them, each one file in the state directory. The envelope
 * stands in three lines before the letter's own headers. A file is written whole and then renamed,
 * and its name begins with the time, so a directory read in order is the mailbox in order.
 */
export class Letters {
  readonly #directory: string
  readonly #temporary: boolean
  readonly #summaries: LetterSummary[] = []
  readonly #listeners = new Set<(summary: LetterSummary | null) => void>()
  #count = 0

  private constructor(stateDir: string | null) {
    this.#temporary = stateDir === null
    this.#directory = stateDir ?? mkdtempSync(join(tmpdir(), 'mailbox-'))
    mkdirSync(this.#directory, { recursive: true })
  }

  /** Opens the mailbox and reads what it holds. Without a directory it is gone when closed. */
  static async open(stateDir: string | null): Promise<Letters> {
    const letters = new Letters(stateDir)
    const names = readdirSync(letters.#directory).filter((name) => name.endsWith(extension))
    for (const name of names.sort().slice(-lettersMax)) {
      const letter = await letters.read(name.slice(0, -extension.length))
      if (letter) letters.#summaries.push(summarise(letter))
    }
    return letters
  }

  /** Takes a letter in and tells the listeners. */
  async add(envelope: { from: string; to: string[] }, raw: Buffer): Promise<LetterSummary> {
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
    const letter = await this.read(id)
    if (!letter) throw new Error(`The letter ${id} has vanished from the mailbox.`)
    const summary = summarise(letter)
    this.#summaries.push(summary)
    const surplus = Math.max(this.#summaries.length - lettersMax, 0)
    for (const old of this.#summaries.splice(0, surplus)) this.#remove(old)
    for (const listener of this.#listeners) listener(summary)
    return summary
  }

  /**
   * Lists the letters, newest first: those sent to exactly the address `to`, or those with `like`
   * somewhere in a recipient's address.
   */
  list(filter: LetterFilter = {}): LetterSummary[] {
    const to = filter.to?.trim().toLowerCase()
    const like = filter.like?.trim().toLowerCase()
    const found = this.#summaries.filter(({ envelope }) => {
      const recipients = envelope.to.map((address) => address.toLowerCase())
      if (to && !recipients.includes(to)) return false
      return !like || recipients.some((address) => address.includes(like))
    })
    return found.toReversed().slice(0, filter.limit ?? lettersMax)
  }

  async read(id: string): Promise<Letter | null> {
    const parsed = await this.#parse(id)
    return parsed && presentLetter(id, parsed)
  }

  /** The letter as it came, the envelope's lines before it. */
  readRaw(id: string): Buffer | null {
    if (!/^[\d-]+$/.test(id)) return null
    try {
      return readFileSync(this.#path(id))
    } catch {
      return null
    }
  }

  async readFile(id: string, index: number): Promise<LetterFile | null> {
    const attachment = (await this.#parse(id))?.attachments[index]
    return attachment ? presentFile(attachment, index) : null
  }

  /** The letter's HTML with its inline pictures put into it, for a frame that may fetch nothing. */
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

  /** Calls back with each new letter, and with null when the mailbox is emptied. */
  listen(listener: (summary: LetterSummary | null) => void): () => void {
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

  #remove(summary: LetterSummary): void {
    rmSync(this.#path(summary.id), { force: true })
  }

  #path(id: string): string {
    return join(this.#directory, `${id}${extension}`)
  }
}

function presentLetter(id: string, email: Email): Letter {
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
}: Letter): LetterSummary {
  return summary
}

function presentFile(attachment: Attachment, index: number): LetterFile {
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

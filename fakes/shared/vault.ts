import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const fileName = 'payments.jsonl'

/**
 * A payment service's memory: every payment by its id, in a file of JSON lines under the state directory.
 * A change appends the whole payment as one line before the caller goes on, so a killed service knows
 * on restart all it has ever answered; the last line of a payment wins. Opening rewrites the file
 * without the superseded lines, beside the old one and renamed over it.
 */
export class Vault<Payment extends object> {
  readonly #idOf: (payment: Payment) => string
  readonly #payments: Map<string, Payment>
  readonly #path: string | null
  #file: number | null = null

  /** Opens the vault. Without a directory nothing outlives the process. */
  constructor(stateDir: string | null, idOf: (payment: Payment) => string) {
    this.#idOf = idOf
    this.#path = stateDir === null ? null : join(stateDir, fileName)
    if (stateDir !== null) mkdirSync(stateDir, { recursive: true })
    this.#payments = this.#path === null ? new Map() : readPayments(this.#path, idOf)
    this.#rewrite()
  }

  get(id: string): Payment | undefined {
    return this.#payments.get(id)
  }

  all(): Payment[] {
    return [...this.#payments.values()]
  }

  /** Keeps a payment as it is now, in memory and on disk. */
  save(payment: Payment): void {
    this.#payments.set(this.#idOf(payment), payment)
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(payment)}\n`)
  }

  /** Forgets every payment. */
  clear(): void {
    this.#payments.clear()
    this.#rewrite()
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #rewrite(): void {
    if (this.#path === null) return
    this.close()
    const lines = this.all().map((payment) => `${JSON.stringify(payment)}\n`)
    writeFileSync(`${this.#path}.new`, lines.join(''))
    renameSync(`${this.#path}.new`, this.#path)
    this.#file = openSync(this.#path, 'a')
  }
}

function readPayments<Payment extends object>(
  path: string,
  idOf: (payment: Payment) => string,
): Map<string, Payment> {
  const payments = new Map<string, Payment>()
  for (const line of readLines(path)) {
    const payment = parseLine<Payment>(line)
    if (payment) payments.set(idOf(payment), payment)
  }
  return payments
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The last line is torn when the process died while writing it; nothing was answered then. */
function parseLine<Payment extends object>(line: string): Payment | null {
  if (line === '') return null
  try {
    return JSON.parse(line) as Payment
  } catch {
    return null
  }
}

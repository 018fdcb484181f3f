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
 * Stores payments by id in memory and in a JSON Lines file of the state directory. Each change is appended
 * before the caller continues, so that nothing answered is lost by a crash; the last line of a payment
 * applies. Opening compacts the file: a new one is written and renamed over it.
 */
export class PaymentStore<Payment extends object> {
  readonly #idOf: (payment: Payment) => string
  readonly #payments: Map<string, Payment>
  readonly #path: string | null
  #file: number | null = null

  /** Opens the store; without a directory, payments are in memory only. */
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

  /** Stores the current state of a payment in memory and on disk. */
  save(payment: Payment): void {
    this.#payments.set(this.#idOf(payment), payment)
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(payment)}\n`)
  }

  /** Deletes all payments. */
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

/** The last line is incomplete if the process ended while writing it; that change was not answered. */
function parseLine<Payment extends object>(line: string): Payment | null {
  if (line === '') return null
  try {
    return JSON.parse(line) as Payment
  } catch {
    return null
  }
}

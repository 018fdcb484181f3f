/** Validation notices, with the codes of MobilityData's GTFS validator. */
import type { NoticeCode } from '../../notice-codes.ts'

export type Severity = 'error' | 'warning'

export interface Notice {
  readonly severity: Severity
  readonly code: NoticeCode
  readonly file: string
  /** 1 is the header line; null if the notice concerns the whole file. */
  readonly line: number | null
  readonly field: string | null
  readonly value: string | null
}

/** Number of notices stored for each code and file; the others are only counted. */
const noticesPerCodeMax = 50
const valueLengthMax = 80

export class Notices {
  readonly #kept: Notice[] = []
  readonly #counts = new Map<string, number>()
  #errors = 0

  add(notice: Omit<Notice, 'severity' | 'line' | 'field' | 'value'> & Partial<Notice>): void {
    const { severity = 'error', line = null, field = null, value = null } = notice
    if (severity === 'error') this.#errors += 1
    const key = `${notice.file} ${notice.code}`
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    if (count <= noticesPerCodeMax)
      this.#kept.push({
        severity,
        code: notice.code,
        file: notice.file,
        line,
        field,
        value: value === null ? null : value.slice(0, valueLengthMax),
      })
  }

  get errors(): number {
    return this.#errors
  }

  /** The stored notices, errors first, by file and line. */
  get kept(): readonly Notice[] {
    return this.#kept.toSorted(
      (left, right) =>
        left.severity.localeCompare(right.severity) ||
        left.file.localeCompare(right.file) ||
        (left.line ?? 0) - (right.line ?? 0),
    )
  }

  /** Number of notices by code and file. */
  get counts(): readonly {
    readonly file: string
    readonly code: string
    readonly count: number
  }[] {
    return [...this.#counts].map(([key, count]) => {
      // Names of files may have blanks, codes have none.
      const at = key.lastIndexOf(' ')
      return { file: key.slice(0, at), code: key.slice(at + 1), count }
    })
  }
}

import type { RawBuilder } from 'kysely'
import type { NoticeCode } from '../../notice-codes.ts'
import type { Severity } from './notices.ts'

export interface Check {
  readonly code: NoticeCode
  readonly file: string
  readonly severity?: Severity
  readonly query: RawBuilder<unknown>
}

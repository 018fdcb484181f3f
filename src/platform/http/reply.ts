import { choiceNumberOf } from '#contract/choice-errors.ts'
import { errorTable, isErrorCode, type ErrorCode, type ErrorReply } from '#contract/errors.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Failure } from '#kernel/result.ts'

/** A text with the values that its refusal names, such as a date. */
function withValues(text: string, detail: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(detail[name] ?? whole))
}

export interface ReplyOptions {
  readonly requestId?: string
  /** Of a choice of places, which carries a number whatever the refusal. */
  readonly isNumbered?: boolean
}

/** A failure as an HTTP reply: its status and body, with the text in the caller's language. */
export function errorReply(
  failure: Failure,
  locale: Locale,
  { requestId, isNumbered = false }: ReplyOptions = {},
): { status: number; body: ErrorReply } {
  const code: ErrorCode = isErrorCode(failure.code) ? failure.code : 'ServerSide'
  const entry: { status: number; number?: number; ka: string; en: string } = errorTable[code]
  const number = isNumbered ? choiceNumberOf(code, entry) : entry.number
  const { fields, ...detail } = (failure.detail ?? {}) as { fields?: ErrorReply['error']['fields'] }
  return {
    status: entry.status,
    body: {
      error: {
        code,
        ...(number === undefined ? {} : { number }),
        message: withValues(entry[locale], detail),
        ...(fields ? { fields } : {}),
        ...(Object.keys(detail).length > 0 ? { detail } : {}),
        ...(requestId ? { requestId } : {}),
      },
    },
  }
}

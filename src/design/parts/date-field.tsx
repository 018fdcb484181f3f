import { useState } from 'react'
import { dateParts, formatDateShort } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { useLocale } from '../texts.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** A date, date and time, or time; `date` by default. Values are `2026-12-05`, `2026-12-05T19:00`, `19:00`. */
  readonly kind?: 'date' | 'datetime-local' | 'time'
  /** Shown in a controlled date field without a value, instead of the pattern of the browser's language. */
  readonly placeholder?: string
  /** False for dates whose day of the week does not matter: of birth, of a document. */
  readonly hasWeekday?: boolean
}

/**
 * A native date or time field: phones show their usual picker, and it can be typed into. Browsers write dates in their own
 * language, so a controlled date is shown in the page's language until a key is pressed in the field; screen readers
 * have the native value.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, hint, error, frameClassName, className, ...rest } = props
  const { kind = 'date', placeholder, hasWeekday = true, ...input } = rest
  const locale = useLocale()
  const [isTyping, setTyping] = useState(false)
  const isInWords = kind === 'date' && !isTyping
  const words = isInWords ? wordsOf(locale, input.value, { placeholder, hasWeekday }) : undefined
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => (
        <>
          <input
            {...input}
            {...ties}
            type={kind}
            className={`field figures ${kind === 'date' ? roomForWords : ''} ${className ?? ''}`}
            onKeyDown={({ key }) => {
              if (key !== 'Tab' && key !== 'Shift') setTyping(true)
            }}
            onBlur={() => setTyping(false)}
          />
          {words !== undefined && (
            <span aria-hidden="true" className="date-words figures">
              {input.value === '' ? <span className="text-soft">{words}</span> : words}
            </span>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** As wide as its column; where that depends on the field, the year is not cut off. */
const roomForWords = 'w-52 min-w-full max-w-full'

/** A controlled value in words; undefined where the native text stays visible. */
function wordsOf(
  locale: Locale,
  value: unknown,
  { placeholder, hasWeekday }: Pick<DateFieldProps, 'placeholder' | 'hasWeekday'>,
): string | undefined {
  if (value === '') return placeholder
  if (typeof value !== 'string') return undefined
  const noon = `${value}T12:00:00Z`
  if (Number.isNaN(Date.parse(noon))) return undefined
  const { day, monthShort } = dateParts(locale, noon)
  const date = hasWeekday ? formatDateShort(locale, noon) : `${day} ${monthShort}`
  return `${date} ${value.slice(0, 4)}`
}

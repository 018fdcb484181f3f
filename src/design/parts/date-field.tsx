import { useEffect, useImperativeHandle, useRef, useState, type InputHTMLAttributes } from 'react'
import { dateParts, formatDateShort } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import english from '../messages/date-en.json'
import georgian from '../messages/date-ka.json'
import { ownTexts } from '../own-texts.ts'
import { useLocale } from '../texts.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { TextFieldProps } from './text-field.tsx'

const useDateTexts = ownTexts(georgian, english)

type Kind = 'date' | 'datetime-local' | 'time'

interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** A date, date and time, or time; `date` by default. Values are `2026-12-05`, `2026-12-05T19:00`, `19:00`. */
  readonly kind?: Kind
  /** Shown in a field without a value, instead of a general request. */
  readonly placeholder?: string
  /** False for dates whose day of the week does not matter: of birth, of a document. */
  readonly hasWeekday?: boolean
}

/**
 * A native date or time field: phones show their usual picker, and it can be typed into. Browsers write dates in their own
 * language, so the value is shown in the page's language until a key is pressed in the field; screen readers have the
 * native value.
 */
export function DateField(props: DateFieldProps) {
  const { label, isLabelHidden, hint, error, frameClassName, className, ref, ...rest } = props
  const { kind = 'date', placeholder, hasWeekday = true, onChange, ...input } = rest
  const t = useDateTexts()
  const locale = useLocale()
  const [isTyping, setTyping] = useState(false)
  const { field, value, setContained } = useShownValue(input)
  useImperativeHandle(ref, () => field.current as HTMLInputElement)
  const words = wordsOf(locale, { kind, value, hasWeekday })
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => (
        <>
          <input
            {...input}
            {...ties}
            ref={field}
            type={kind}
            className={`field figures ${kind === 'date' ? roomForWords : ''} ${className ?? ''}`}
            onChange={(event) => {
              setContained(event.target.value)
              onChange?.(event)
            }}
            onKeyDown={({ key }) => {
              if (key !== 'Tab' && key !== 'Shift') setTyping(true)
            }}
            onBlur={() => setTyping(false)}
          />
          {!isTyping && words !== undefined && (
            <span aria-hidden="true" className="date-words figures">
              {words || <span className="text-soft">{placeholder ?? t(requests[kind])}</span>}
            </span>
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** As wide as its column; where that depends on the field, the year is not cut off. */
const roomForWords = 'w-52 min-w-full max-w-full'

const requests = {
  date: 'chooseDate',
  'datetime-local': 'chooseMoment',
  time: 'chooseTime',
} as const

/** The value of a controlled field, or what an uncontrolled one contains: its form may have been filled in or reset. */
function useShownValue(input: InputHTMLAttributes<HTMLInputElement>) {
  const field = useRef<HTMLInputElement>(null)
  const [contained, setContained] = useState(String(input.defaultValue ?? ''))
  useEffect(() => {
    const form = field.current?.form
    const follow = (): void => setContained(field.current?.value ?? '')
    // Fields are emptied after the event.
    const followReset = (): void => void setTimeout(follow)
    // Browsers restore what was entered before this runs.
    follow()
    form?.addEventListener('reset', followReset)
    return () => form?.removeEventListener('reset', followReset)
  }, [])
  return { field, value: String(input.value ?? contained), setContained }
}

/** A value in words, empty without one; undefined where the native text stays visible. */
function wordsOf(
  locale: Locale,
  field: { readonly kind: Kind; readonly value: string; readonly hasWeekday: boolean },
): string | undefined {
  const { kind, value, hasWeekday } = field
  if (value === '') return ''
  if (kind === 'time') return value.slice(0, 5)
  const date = value.slice(0, 10)
  const noon = `${date}T12:00:00Z`
  if (Number.isNaN(Date.parse(noon))) return undefined
  const { day, monthShort } = dateParts(locale, noon)
  const year = date.slice(0, 4)
  if (kind === 'datetime-local') return `${day} ${monthShort} ${year}, ${value.slice(11, 16)}`
  return `${hasWeekday ? formatDateShort(locale, noon) : `${day} ${monthShort}`} ${year}`
}

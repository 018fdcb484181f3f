import { useState } from 'react'
import english from '../messages/file-en.json'
import georgian from '../messages/file-ka.json'
import { ownTexts } from '../own-texts.ts'
import { FieldFrame } from './field-frame.tsx'
import type { TextFieldProps } from './text-field.tsx'

const useFileTexts = ownTexts(georgian, english)

/**
 * A labelled field for one file. Browsers write its button in their own language, and few know Georgian: the words of the
 * page are shown instead; screen readers have the native value.
 */
export function FileField(props: Omit<TextFieldProps, 'type' | 'end' | 'value'>) {
  const { label, isLabelHidden, hint, error, frameClassName, className, onChange, ...input } = props
  const t = useFileTexts()
  const [name, setName] = useState<string | null>(null)
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => (
        <>
          <input
            {...input}
            {...ties}
            type="file"
            className={`field cursor-pointer text-transparent file:hidden ${className ?? ''}`}
            onChange={(event) => {
              setName(event.target.files?.[0]?.name ?? null)
              onChange?.(event)
            }}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 flex items-center gap-tight px-3.5"
          >
            <span className="shrink-0 font-semibold">{t('choose')}</span>
            <span className="truncate text-soft">{name ?? t('none')}</span>
          </span>
        </>
      )}
    </FieldFrame>
  )
}

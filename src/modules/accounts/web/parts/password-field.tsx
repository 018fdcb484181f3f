import { Eye, EyeOff } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { TextField, type TextFieldProps } from '#design/parts/text-field.tsx'
import { useTexts } from '../texts.ts'

/** The server has the same minimum and also refuses common passwords. */
export const passwordLengthLeast = 8

/** A password field that can be revealed, with a hint when Caps Lock is on. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useTexts()
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const Sign = isShown ? EyeOff : Eye
  return (
    <div>
      <TextField
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={() => setCapsLock(false)}
        end={
          <button
            type="button"
            aria-label={isShown ? t('passwordHide') : t('passwordShow')}
            onClick={() => setShown(!isShown)}
            className="grid size-11 place-items-center rounded-md text-soft hover:text-ink"
          >
            <Sign size={22} aria-hidden="true" />
          </button>
        }
      />
      <output className="block text-note text-warn empty:hidden">
        {isCapsLock ? t('capsLock') : ''}
      </output>
    </div>
  )
}

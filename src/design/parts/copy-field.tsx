import { useState } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

interface CopyFieldProps {
  /** Describes the address or code; read out with it. */
  readonly label: string
  readonly value: string
  readonly className?: string
}

/** A link or code to copy: shown in full, selected by a click, copied by the button beside it. */
export function CopyField({ label, value, className }: CopyFieldProps) {
  const t = useKitTexts()
  const [copied, setCopied] = useState<string | null>(null)
  async function copy(): Promise<void> {
    // If the browser denies it, the text can still be copied from the field.
    await navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => setCopied(null),
    )
  }
  return (
    <div className={`flex gap-tight ${className ?? ''}`}>
      <TextField
        label={label}
        isLabelHidden
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
        frameClassName="min-w-0 grow"
      />
      <Button look="quiet" onClick={() => void copy()} className="shrink-0">
        <output>{t(copied === value ? 'copied' : 'copy')}</output>
      </Button>
    </div>
  )
}

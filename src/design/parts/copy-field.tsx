import { useState } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

interface CopyFieldProps {
  /** What the address or code is, read out with it. */
  readonly label: string
  readonly value: string
  readonly className?: string
}

/** A link or a code to hand on: shown whole, selected by a press, copied by the button beside it. */
export function CopyField({ label, value, className }: CopyFieldProps) {
  const t = useKitTexts()
  const [copied, setCopied] = useState<string | null>(null)
  async function copy(): Promise<void> {
    // A browser that forbids it leaves the field, from which it can be copied by hand.
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

import { MinusIcon, PlusIcon } from './control-icons.tsx'

interface StepperProps {
  /** The counted item. */
  readonly label: string
  readonly value: number
  readonly min?: number
  readonly max: number
  /** Labels of the two buttons. */
  readonly lessLabel: string
  readonly moreLabel: string
  /** Id of the text that explains the maximum. */
  readonly reasonId?: string | undefined
  readonly onChange: (value: number) => void
}

/** A small number with buttons to increase and decrease it. */
export function Stepper(props: StepperProps) {
  const { label, value, min = 0, max, lessLabel, moreLabel, reasonId, onChange } = props
  return (
    <fieldset className="flex items-center gap-tight" aria-describedby={reasonId}>
      <legend className="sr-only">{label}</legend>
      <button
        type="button"
        className="stepper-button"
        disabled={value <= min}
        aria-label={lessLabel}
        onClick={() => onChange(value - 1)}
      >
        <MinusIcon size={18} />
      </button>
      <output aria-live="polite" className="figures min-w-8 text-center text-lg font-[650]">
        {value}
      </output>
      <button
        type="button"
        className="stepper-button"
        disabled={value >= max}
        aria-label={moreLabel}
        onClick={() => onChange(value + 1)}
      >
        <PlusIcon size={18} />
      </button>
    </fieldset>
  )
}

import type { SeatMapTranslate } from './labels.ts'

export interface PoolStepperProps {
  /** The area's name, announced with the buttons. */
  readonly name: string
  readonly quantity: number
  /** The maximum quantity. */
  readonly quantityMax: number
  readonly translate: SeatMapTranslate
  onChange(quantity: number): void
}

/** Selects a quantity of unnumbered places in an area. */
export function PoolStepper({
  name,
  quantity,
  quantityMax,
  translate,
  onChange,
}: PoolStepperProps) {
  return (
    <fieldset className="seatmap-stepper" aria-label={translate('howMany', { name })}>
      <button
        type="button"
        className="seatmap-button"
        aria-label={translate('fewer', { name })}
        disabled={quantity <= 0}
        onClick={() => onChange(quantity - 1)}
      >
        −
      </button>
      <output aria-live="polite">{quantity}</output>
      <button
        type="button"
        className="seatmap-button"
        aria-label={translate('more', { name })}
        disabled={quantity >= quantityMax}
        onClick={() => onChange(quantity + 1)}
      >
        +
      </button>
    </fieldset>
  )
}

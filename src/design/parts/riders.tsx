import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { Stepper } from './stepper.tsx'

const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))

/** A rider type. */
export interface RiderKind {
  readonly code: string
  readonly label: string
  /** Ages, required proofs. */
  readonly note?: string | undefined
  readonly min?: number
  readonly max?: number
}

interface RidersProps {
  readonly label: string
  /** Text of the button: the number of riders. */
  readonly summary: string
  readonly kinds: readonly RiderKind[]
  /** By code; absent types count zero. */
  readonly counts: Readonly<Record<string, number>>
  /** Maximum of all types together. */
  readonly max: number
  readonly doneLabel: string
  /** Labels of a type's buttons. */
  readonly lessLabel: (label: string) => string
  readonly moreLabel: (label: string) => string
  /** Further options about riders. */
  readonly children?: ReactNode
  readonly className?: string
  readonly onChange: (counts: Readonly<Record<string, number>>) => void
}

/** A button with the number of riders, and a sheet for changing the number of each type. */
export function Riders(props: RidersProps) {
  const { label, summary, kinds, counts, max, doneLabel, className, onChange } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className={className}>
      <span id={`${id}-label`} className="block font-semibold">
        {label}
      </span>
      <button
        id={id}
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        className="field field-opens mt-1.5 text-left"
        onClick={() => setOpen(true)}
      >
        {summary}
      </button>
      {isOpen && (
        <Suspense>
          <Dialog isOpen isSheet title={label} onClose={() => setOpen(false)}>
            <ul className="mt-4">
              {kinds.map((kind) => {
                const count = counts[kind.code] ?? 0
                return (
                  <li
                    key={kind.code}
                    className="flex items-center justify-between gap-group border-b border-rule py-3"
                  >
                    <div className="min-w-0">
                      <p className="font-semibold">{kind.label}</p>
                      {kind.note && <p className="text-note text-soft">{kind.note}</p>}
                    </div>
                    <Stepper
                      label={kind.label}
                      value={count}
                      min={kind.min ?? 0}
                      max={Math.min(kind.max ?? max, count + max - total)}
                      lessLabel={props.lessLabel(kind.label)}
                      moreLabel={props.moreLabel(kind.label)}
                      onChange={(value) => onChange({ ...counts, [kind.code]: value })}
                    />
                  </li>
                )
              })}
            </ul>
            {props.children}
            <div className="dialog-foot">
              <button type="button" className="button button-wide" onClick={() => setOpen(false)}>
                {doneLabel}
              </button>
            </div>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { Stepper } from './stepper.tsx'

const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))

/** One kind of who travels. */
export interface RiderKind {
  readonly code: string
  readonly label: string
  /** Ages, proofs. */
  readonly note?: string | undefined
  readonly min?: number
  readonly max?: number
}

interface RidersProps {
  readonly label: string
  /** Label of the button: how many there are, in words. */
  readonly summary: string
  readonly kinds: readonly RiderKind[]
  /** By code; absent ones are none. */
  readonly counts: Readonly<Record<string, number>>
  /** Of all kinds together. */
  readonly max: number
  readonly doneLabel: string
  /** Names of a kind's buttons. */
  readonly lessLabel: (label: string) => string
  readonly moreLabel: (label: string) => string
  /** Further choices about who travels. */
  readonly children?: ReactNode
  readonly className?: string
  readonly onChange: (counts: Readonly<Record<string, number>>) => void
}

/** Who travels: a button that says it, and a sheet in which each kind is counted. */
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
        className="field mt-1.5 text-left"
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
            <button
              type="button"
              className="button button-wide mt-group"
              onClick={() => setOpen(false)}
            >
              {doneLabel}
            </button>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

import { lazy, Suspense, type ReactNode } from 'react'
import { List, Map as MapIcon } from 'lucide-react'
import type { SeatChoiceProps } from './choice-props.ts'

const SeatList = lazy(() =>
  import('./seat-list.tsx').then((module) => ({ default: module.SeatList })),
)

interface PlanListSwitchProps {
  readonly isList: boolean
  /** The label of the other view: the plan's name while the list is shown, and vice versa. */
  readonly words: string
  readonly onChange: (isList: boolean) => void
}

/** Switches between the plan and the list of seats. */
export function PlanListSwitch({ isList, words, onChange }: PlanListSwitchProps) {
  const Icon = isList ? MapIcon : List
  return (
    <button
      type="button"
      // Icon only on phones, so that it fits into one row with other controls.
      className="chip max-tablet:min-w-11 max-tablet:justify-center max-tablet:px-2"
      onClick={() => onChange(!isList)}
    >
      <Icon size={18} aria-hidden="true" />
      <span className="max-tablet:sr-only">{words}</span>
    </button>
  )
}

/** The list of seats, loaded when it is first shown. */
export function LazySeatList(props: SeatChoiceProps & { readonly fallback: ReactNode }) {
  const { fallback, ...choice } = props
  return (
    <Suspense fallback={fallback}>
      <SeatList {...choice} />
    </Suspense>
  )
}

import type { ImportView } from '../../import-contract.ts'

/** Keys of the texts that say how far an import is. */
export const stateLabels = {
  waiting: 'stateWaiting',
  checking: 'stateChecking',
  checked: 'stateChecked',
  applying: 'stateApplying',
  applied: 'stateApplied',
  failed: 'stateFailed',
} as const satisfies Record<ImportView['state'], string>

/** The worker has it: the page asks again soon. */
export function isUnderWay(state: ImportView['state']): boolean {
  return state === 'waiting' || state === 'checking' || state === 'applying'
}

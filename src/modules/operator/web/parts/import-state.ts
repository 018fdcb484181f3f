import type { ImportView } from '../../import-contract.ts'

/** Message keys of an import's states. */
export const stateLabels = {
  waiting: 'stateWaiting',
  checking: 'stateChecking',
  checked: 'stateChecked',
  applying: 'stateApplying',
  applied: 'stateApplied',
  failed: 'stateFailed',
} as const satisfies Record<ImportView['state'], string>

/** Whether the worker is processing it, so that the page polls. */
export function isUnderWay(state: ImportView['state']): boolean {
  return state === 'waiting' || state === 'checking' || state === 'applying'
}

import type { FeedImportView } from '../../feed-contract.ts'

/** Message keys by state of an import. */
export const stateLabels = {
  uploading: 'stateUploading',
  waiting: 'stateWaiting',
  checking: 'stateChecking',
  checked: 'stateChecked',
  applying: 'stateApplying',
  applied: 'stateApplied',
  failed: 'stateFailed',
} as const satisfies Record<FeedImportView['state'], string>

/** Whether the worker is processing the import; the page then polls. */
export function isUnderWay(state: FeedImportView['state']): boolean {
  return state === 'waiting' || state === 'checking' || state === 'applying'
}

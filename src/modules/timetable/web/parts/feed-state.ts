import type { FeedImportView } from '../../feed-contract.ts'

/** Keys of the texts that say how far a feed is. */
export const stateLabels = {
  uploading: 'stateUploading',
  waiting: 'stateWaiting',
  checking: 'stateChecking',
  checked: 'stateChecked',
  applying: 'stateApplying',
  applied: 'stateApplied',
  failed: 'stateFailed',
} as const satisfies Record<FeedImportView['state'], string>

/** The worker has it: the page asks again soon. */
export function isUnderWay(state: FeedImportView['state']): boolean {
  return state === 'waiting' || state === 'checking' || state === 'applying'
}

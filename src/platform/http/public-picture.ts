import type { Call } from '#contract/call.ts'

/** Whether a call answers pictures that are for everybody: other sites may show them, and crawlers may read them. */
export function isPublicPicture({ credential, method, produces }: Call): boolean {
  return method === 'GET' && credential === 'none' && produces?.startsWith('image/') === true
}

/** Lets pages of other sites show the answer. */
export const shownAnywhere = ['cross-origin-resource-policy', 'cross-origin'] as const

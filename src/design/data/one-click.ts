import { data } from 'react-router'

/**
 * Answers a mail program that unsubscribes for its reader (RFC 8058): a form without cookies, origin or scripts.
 *
 * @param stop unsubscribes the reader of the address; repeated requests have the same result
 */
export async function unsubscribeOnRequest(request: Request, stop: () => Promise<unknown>) {
  const form = await request.formData().catch(() => null)
  if (form?.get('List-Unsubscribe') !== 'One-Click') throw data(null, { status: 400 })
  await stop()
  return null
}

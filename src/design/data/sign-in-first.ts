import { redirect } from 'react-router'
import { CallError } from '#contract/client.ts'
import { refusalAsResponse } from './page-data.ts'
import type { ServerCalls } from './server-calls.ts'

/**
 * Redirects visitors without a session to sign in and back to this page, whose address is `url`; other refusals are
 * rethrown unchanged.
 */
export async function signInFirst<Value>(
  calls: ServerCalls,
  url: URL,
  work: Promise<Value>,
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'Unauthenticated')
      return refusalAsResponse(Promise.reject(error))
    const back = calls.origin + url.pathname + url.search
    throw redirect(`${calls.authOrigin}/${calls.locale}/login?continue=${encodeURIComponent(back)}`)
  }
}

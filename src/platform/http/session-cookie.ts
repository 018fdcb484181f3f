/**
 * The session that a cookie names, if the browser received that cookie from us.
 *
 * Other hosts of the same domain can set a cookie of any name for it, the specified `AccessToken` too: with a session of
 * their own a visitor would work in somebody else's account without noticing. They cannot set a cookie whose name begins
 * with `__Host-`: browsers take those from the host itself only. So each session comes with a second cookie of that kind,
 * and a session is believed on the host that gave it only together with it.
 */
import { createHash } from 'node:crypto'
import { isSameSecret } from '#platform/same-secret.ts'

export type SessionCookieName = 'AccessToken' | 'StaffToken'

/**
 * Where the browser has the proof of a session: on this host, on another host of ours that alone opens sessions, or on
 * whichever of several hosts has opened it.
 */
export type ProofPlace = 'here' | 'elsewhere' | 'anywhere'

interface SessionCookieRules {
  /** Without HTTPS (on localhost) browsers accept no `__Host-` cookies. */
  readonly isSecure: boolean
  readonly proofIs: ProofPlace
  /** Whether the request only reads. */
  readonly isRead: boolean
}

/** Bearers from before these proofs have 43 characters; they are believed without one until they end. */
const formerLength = 43
/** Browsers hold several cookies of one name for different paths and domains; no honest one sends this many. */
const cookiesMax = 10

export function proofCookie(name: SessionCookieName): string {
  return `__Host-${name}Proof`
}

export function proofOf(name: SessionCookieName, token: string): string {
  return createHash('sha256').update(`${name} of this browser: ${token}`).digest('base64url')
}

/** Null when there is none, or it is not to be believed. */
export function believedToken(
  cookies: string | undefined,
  name: SessionCookieName,
  rules: SessionCookieRules,
): string | null {
  const given = [...new Set(valuesOf(cookies, name))]
  const [only = null] = given.length === 1 ? given : []
  // Of two sessions nobody knows which one the visitor opened.
  if (!rules.isSecure) return only
  const proofs = valuesOf(cookies, proofCookie(name))
  const proven = given.find((token) =>
    proofs.some((proof) => isSameSecret(proof, proofOf(name, token))),
  )
  if (proven !== undefined) return proven
  if (only === null || only.length === formerLength) return only
  if (rules.proofIs === 'anywhere') return only
  // What this host shows may be read; what visitors enter is sent to the host that has the proof.
  return rules.proofIs === 'elsewhere' && rules.isRead ? only : null
}

/** All values that the header gives a name; a parsed header has only the first. */
function valuesOf(cookies: string | undefined, name: string): string[] {
  if (cookies === undefined) return []
  return (
    cookies
      .split(';', 200)
      // Only this space: a name that begins with another kind of white space is another name to browsers.
      .map((pair) => pair.replace(/^ +/, ''))
      .filter((pair) => pair.startsWith(`${name}=`))
      .slice(0, cookiesMax)
      .map((pair) => pair.slice(name.length + 1, name.length + 201))
      .filter((value) => value !== '')
  )
}

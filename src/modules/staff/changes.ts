/** Changes that could give an organiser away, of which its owners are told. */

/** Those that the link in the letter reverses. */
export const reversibleChanges = [
  'joined',
  'role',
  'removed',
  'passkey-removed',
  'bank-account',
] as const
type ReversibleChange = (typeof reversibleChanges)[number]

export type StaffChangeKind =
  | ReversibleChange
  | 'invited'
  | 'password'
  | 'passkey-added'
  | 'key-made'
  | 'key-revoked'
  | 'webhook-added'
  | 'site-added'
  | 'reversed'

export function isReversible(kind: StaffChangeKind): kind is ReversibleChange {
  return (reversibleChanges as readonly string[]).includes(kind)
}

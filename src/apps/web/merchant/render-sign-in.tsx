import type { StaffProfileView } from '#modules/staff/contract.ts'
import { StaffSignIn } from '#modules/staff/web/parts/staff-sign-in.tsx'

/** The staff sign-in, for pages of modules that must not import its component. */
export function renderSignIn(onSignedIn: (profile: StaffProfileView) => void) {
  return <StaffSignIn onSignedIn={onSignedIn} />
}

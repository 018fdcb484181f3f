import type { StaffProfileView } from '#modules/staff/contract.ts'
import { StaffSignIn } from '#modules/staff/web/parts/staff-sign-in.tsx'

/** The sign-in of staff, for pages of modules that do not know its component. */
export function renderSignIn(onSignedIn: (profile: StaffProfileView) => void) {
  return <StaffSignIn onSignedIn={onSignedIn} />
}

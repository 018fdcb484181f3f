/** Good values of the calls of an organiser's staff. */
import type { Call } from '#contract/call.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import type { HostileShop } from './shop.ts'

const password = 'a heron on the Mtkvari'
const newPassword = 'two herons on the Mtkvari'

/** Whether a call is made by staff, or makes somebody one of them. */
export function isAtDoor(call: Call): boolean {
  return call.credential === 'merchant' || call.id === 'merchant-token'
}

/** Somebody of the event's organiser, and what they need to say. */
export async function doorValues(
  shop: HostileShop,
  call: Call,
  event: MadeEvent,
): Promise<{ readonly token: string | null; readonly values: Record<string, unknown> }> {
  const staff = await makeStaff(shop.context, { merchantId: event.merchantId, password })
  const opened = await shop.post('/v2/merchantusers/token', { email: staff.email, password })
  const isChange = call.id === 'merchant-password'
  return {
    // Signing in asks for no bearer, and a bearer of another kind is refused.
    token: call.credential === 'merchant' ? String(opened.body.accessToken) : null,
    values: {
      email: staff.email,
      password: isChange ? newPassword : password,
      oldPassword: password,
      confirmPassword: newPassword,
      eventId: event.eventId,
    },
  }
}

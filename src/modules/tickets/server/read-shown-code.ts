import type { Context } from '#platform/context.ts'
import type { TicketClaim } from '../code-format.ts'
import { isMarkRight, isSlotValid, parseRotating, ticketSecret } from '../rotating-code.ts'
import { readCode, verifiedClaim } from './code.ts'
import type { TicketPorts } from './ports.ts'

/** What a code that somebody shows comes to: whose ticket it is, and whether it was made just now. */
export interface ShownCode {
  /** Null when none of our keys signed it. */
  readonly claim: TicketClaim | null
  /** A rotating code of this very moment, made by who holds the ticket's secret. */
  readonly isLive: boolean
}

export async function readShownCode(
  context: Context,
  ports: Pick<TicketPorts, 'signingKeys' | 'rotatingKeys'>,
  text: string,
): Promise<ShownCode> {
  const keys = await ports.signingKeys.all(context)
  const rotating = parseRotating(text)
  if (!rotating) return { claim: readCode(keys, text), isLive: false }
  const claim = verifiedClaim(keys, rotating.code)
  if (!claim) return { claim: null, isLive: false }
  const eventSecret = await ports.rotatingKeys.secretOf(context, claim.offeringId)
  const isRight = await isMarkRight(rotating, await ticketSecret(eventSecret, claim))
  // A wrong mark is forged: the code is rejected.
  if (!isRight) return { claim: null, isLive: false }
  return { claim, isLive: isSlotValid(rotating.slot, context.clock.now().getTime()) }
}

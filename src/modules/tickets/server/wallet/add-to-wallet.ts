import type { ReplyOf } from '#contract/call.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { walletPassFile, type addToWallet as addToWalletCall } from '../../wallet-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { findOwnTicket } from '../queries/open-documents.ts'
import { googleSaveLink } from './google-link.ts'
import { savePass, type WalletKind } from './store.ts'

/** Creates the pass of a ticket that the caller holds, and returns its download address. */
export async function addToWallet(
  context: Context,
  ports: TicketPorts,
  { ticketIdentifier, kind }: { readonly ticketIdentifier: string; readonly kind: WalletKind },
): Promise<Result<ReplyOf<typeof addToWalletCall>, ErrorCode>> {
  const own = await findOwnTicket(context, ports, ticketIdentifier)
  if (!own.ok) return own
  const { ticket, code, rotating } = own.value
  if (ticket.usedAt !== null) return fail('TicketUsed')
  if (code === null || ticket.status !== ticketStatus.Active) return fail('TicketGoneBack')
  // A stored pass would contain an outdated rotating code.
  if (rotating !== null) return fail('TicketCodeChanges')
  if (kind === 'google') {
    const signer = ports.wallets.google()
    if (!signer) return fail('WalletNotSetUp')
    const pass = await savePass(context, ticket, kind)
    const url = await googleSaveLink(context, signer, { pass, held: own.value })
    return ok({ kind, url, isTrial: signer.isTrial })
  }
  const signer = ports.wallets.apple()
  if (!signer) return fail('WalletNotSetUp')
  await savePass(context, ticket, kind)
  const query = new URLSearchParams({ ticketIdentifier: ticket.identifier })
  const url = `${context.origin}${walletPassFile.path}?${query}`
  return ok({ kind, url, isTrial: signer.isTrial })
}

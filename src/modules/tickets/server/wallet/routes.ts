import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  implement,
  type CallContext,
  type Implementation,
  type RawReply,
} from '#platform/http/implement.ts'
import * as calls from '../../wallet-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { findOwnTicket } from '../queries/open-documents.ts'
import { addToWallet } from './add-to-wallet.ts'
import { applePassContent, contentMark, signApplePass } from './apple-pass.ts'
import { posterImages } from './images.ts'
import { showPass } from './shown-pass.ts'
import type { AppleSigner } from './signers.ts'
import {
  deleteRegistration,
  insertRegistration,
  readApplePass,
  readPassesOfDevice,
  type WalletPass,
} from './store.ts'

/** Calls for wallet passes, and the protocol by which Apple's devices update theirs. */
export function walletPassRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.addToWallet, (context, { body }) => addToWallet(context, ports, body)),
    implement(calls.walletPassFile, async (context, { query }) => {
      const own = await findOwnTicket(context, ports, query.ticketIdentifier)
      if (!own.ok) return own
      const signer = ports.wallets.apple()
      if (!signer) return fail('WalletNotSetUp')
      const pass = await readApplePass(context, own.value.ticket)
      return pass ? ok(await passFile(context, ports, signer, pass)) : fail('TicketNotFound')
    }),
    implement(calls.latestPass, async (context, { params }) => {
      const shown = await findShownPass(context, ports, params)
      if (!shown.ok) return shown
      const { signer, pass } = shown.value
      return ok(await passFile(context, ports, signer, pass))
    }),
    implement(calls.registerDevice, async (context, { params, body }) => {
      const shown = await findShownPass(context, ports, params)
      if (!shown.ok) return shown
      const added = await insertRegistration(
        context,
        params.device,
        shown.value.pass.id,
        body.pushToken,
      )
      if (added === 'full') return fail('TooManyRequests')
      return ok(nothing(added === 'new' ? 201 : 200))
    }),
    implement(calls.unregisterDevice, async (context, { params }) => {
      const shown = await findShownPass(context, ports, params)
      if (!shown.ok) return shown
      await deleteRegistration(context, params.device, shown.value.pass.id)
      return ok(nothing(200))
    }),
    implement(calls.changedPasses, (context, { params, query }) =>
      findChanged(context, ports, { ...params, since: query.passesUpdatedSince }),
    ),
    implement(calls.walletLog, async (context, { body }) => {
      // Any caller may write here, so lines are short and untrusted.
      const lines = body.logs.map((line) => line.slice(0, 300))
      context.log.info({ lines }, 'a wallet complains about a pass')
      return ok(nothing(200))
    }),
  ]
}

const nothing = (status: 200 | 201 | 204): RawReply => ({
  contentType: 'text/plain; charset=utf-8',
  content: '',
  status,
})

/** The pass that a device names, if it presents the pass's token; missing and foreign passes get the same answer. */
async function findShownPass(
  context: CallContext,
  ports: TicketPorts,
  { passType, serial }: { readonly passType: string; readonly serial: string },
): Promise<Result<{ readonly signer: AppleSigner; readonly pass: WalletPass }, ErrorCode>> {
  const signer = ports.wallets.apple()
  if (signer?.passTypeId !== passType) return fail('Unauthenticated')
  const { authorization } = context.arrived ?? {}
  if (!(await ports.passTokens.isShown(context, serial, authorization)))
    return fail('Unauthenticated')
  const pass = await readApplePass(context, { id: serial })
  return pass ? ok({ signer, pass }) : fail('Unauthenticated')
}

async function passFile(
  context: CallContext,
  ports: TicketPorts,
  signer: AppleSigner,
  pass: WalletPass,
): Promise<RawReply> {
  const shown = await showPass(context, ports, pass)
  const content = await applePassContent(context, ports, signer, shown)
  // Only event tickets have room for a poster.
  const address = content.eventTicket && shown.void === null ? shown.held.subject.imageUrl : null
  const pictures = await posterImages(context, ports, address)
  return {
    contentType: 'application/vnd.apple.pkpass',
    content: await signApplePass(signer, content, pictures),
    filename: `bileti-${shown.held.ticket.identifier}.pkpass`,
  }
}

/**
 * Which passes of a device have changed since its last request. The answer carries a digest of each pass's content and
 * the device sends it back, so nothing has to be recorded when an event is rescheduled or a ticket transferred.
 */
async function findChanged(
  context: CallContext,
  ports: TicketPorts,
  request: {
    readonly device: string
    readonly passType: string
    readonly since: string | undefined
  },
): Promise<Result<RawReply | { serialNumbers: string[]; lastUpdated: string }, ErrorCode>> {
  const signer = ports.wallets.apple()
  if (signer?.passTypeId !== request.passType) return fail('NotFound')
  const known = new Set(request.since?.split('.'))
  const marks: string[] = []
  const serialNumbers: string[] = []
  for (const pass of await readPassesOfDevice(context, request.device)) {
    const shown = await showPass(context, ports, pass)
    const mark = contentMark(await applePassContent(context, ports, signer, shown))
    marks.push(mark)
    if (!known.has(mark)) serialNumbers.push(pass.id)
  }
  if (serialNumbers.length === 0) return ok(nothing(204))
  return ok({ serialNumbers, lastUpdated: marks.join('.') })
}

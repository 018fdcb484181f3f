import { createHash } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { applePassContent, contentMark, endOf } from './apple-pass.ts'
import { extrasMax, googleContent, type GoogleContent } from './google-link.ts'
import type { GoogleObjects } from './google-objects.ts'
import { showPass, type ShownPass } from './shown-pass.ts'
import type { GoogleSigner } from './signers.ts'
import {
  askAgain,
  claimDuePasses,
  deletePushToken,
  recordNotified,
  readPushTokens,
  type DuePass,
  type WalletKind,
} from './store.ts'

/** Passes that are compared in one round. */
const passesPerRound = 200

/** A pass is compared until a day after the end of its item. */
const graceMilliseconds = 86_400_000

/** `waits`: the pass has not been saved yet; `later`: the wallet was not reached. */
type Telling = 'told' | 'waits' | 'later'

/**
 * Compares passes with the last state sent to their wallets, and notifies those that differ: Apple's devices by a push,
 * after which they fetch the pass, Google's service by changing its copy. Returns how many were notified.
 */
export async function notifyWallets(context: Context, ports: TicketPorts): Promise<number> {
  const kinds: WalletKind[] = []
  if (ports.wallets.apple() && ports.walletNews.apple()) kinds.push('apple')
  if (ports.wallets.google() && ports.walletNews.google()) kinds.push('google')
  if (kinds.length === 0) return 0
  // The shared class of passes is changed once per round.
  const changedClasses = new Set<string>()
  let told = 0
  for (const pass of await claimDuePasses(context, { kinds, most: passesPerRound })) {
    try {
      if (await tellOf(context, ports, pass, changedClasses)) told += 1
    } catch (error) {
      context.log.error({ err: error, passId: pass.id }, 'a pass was not compared')
      await askAgain(context, pass.id)
    }
  }
  return told
}

async function tellOf(
  context: Context,
  ports: TicketPorts,
  pass: DuePass,
  changedClasses: Set<string>,
): Promise<boolean> {
  const shown = await showPass(context, ports, pass)
  // The new holder has a separate pass: this one is not updated any more.
  const checksUntil =
    shown.void === 'gone'
      ? context.clock.now()
      : new Date(endOf(shown.held.subject).getTime() + graceMilliseconds)
  const { mark, tell } =
    pass.kind === 'apple'
      ? await appleNews(context, ports, shown)
      : googleNews(context, ports, shown, changedClasses)
  if (mark === pass.toldMark) {
    await recordNotified(context, pass.id, { mark, checksUntil })
    return false
  }
  const telling = await tell()
  if (telling === 'later') await askAgain(context, pass.id)
  else
    await recordNotified(context, pass.id, { mark: telling === 'told' ? mark : null, checksUntil })
  return telling === 'told'
}

interface News {
  readonly mark: string
  tell(): Promise<Telling>
}

async function appleNews(context: Context, ports: TicketPorts, shown: ShownPass): Promise<News> {
  const [signer, apns] = [ports.wallets.apple(), ports.walletNews.apple()]
  if (!signer || !apns) throw new Error('Only passes of wallets that are told are claimed')
  const passId = shown.pass.id
  return {
    mark: contentMark(await applePassContent(context, ports, signer, shown)),
    async tell() {
      let telling: Telling = 'told'
      for (const token of await readPushTokens(context, passId)) {
        const outcome = await apns.push(token)
        if (outcome.kind === 'gone') await deletePushToken(context, passId, token)
        if (outcome.kind !== 'later') continue
        context.log.warn({ passId, why: outcome.why }, 'a device was not told of its pass')
        telling = 'later'
      }
      return telling
    },
  }
}

function googleNews(
  context: Context,
  ports: TicketPorts,
  shown: ShownPass,
  changedClasses: Set<string>,
): News {
  const [signer, objects] = [ports.wallets.google(), ports.walletNews.google()]
  if (!signer || !objects) throw new Error('Only passes of wallets that are told are claimed')
  const content = googleContentNow(context, signer, shown)
  return {
    mark: createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 11),
    tell: () => patchGoogle(context, objects, content, changedClasses),
  }
}

async function patchGoogle(
  context: Context,
  objects: GoogleObjects,
  { kind, common, own }: GoogleContent,
  changedClasses: Set<string>,
): Promise<Telling> {
  // A saved pass may have its legs in the other field, of which Google accepts one.
  const otherLegs = kind === 'transit' && { ticketLeg: null, ticketLegs: null }
  const patched = await objects.patch(`${kind}Object`, own.id, { ...otherLegs, ...own })
  if (patched.kind === 'absent') return 'waits'
  const classMark = JSON.stringify(common)
  const shared =
    patched.kind === 'done' && !changedClasses.has(classMark)
      ? await objects.patch(`${kind}Class`, common.id, common)
      : patched
  if (shared.kind === 'done') changedClasses.add(classMark)
  if (shared.kind !== 'later') return 'told'
  context.log.warn({ objectId: own.id, why: shared.why }, 'Google was not told of a pass')
  return 'later'
}

/** The current state of a Google pass; a void one has neither code nor names. */
function googleContentNow(context: Context, signer: GoogleSigner, shown: ShownPass): GoogleContent {
  const content = googleContent(context, signer, shown, extrasMax)
  if (shown.void === null) return content
  const { id, classId, ...own } = content.own
  const state = shown.void === 'used' ? 'COMPLETED' : 'INACTIVE'
  const emptied =
    content.kind === 'transit'
      ? { passengerNames: null, purchaseDetails: null, ...withoutSeats(own) }
      : { seatInfo: null, ticketType: null, faceValue: null }
  return { ...content, own: { id, classId, state, barcode: null, ticketNumber: null, ...emptied } }
}

/** The legs of a transit pass, one or several. */
function withoutSeats({ ticketLeg, ticketLegs }: Readonly<Record<string, unknown>>) {
  const emptied = (leg: object) => ({ ...leg, ticketSeat: null })
  return Array.isArray(ticketLegs)
    ? { ticketLegs: ticketLegs.map(emptied) }
    : { ticketLeg: emptied(ticketLeg as object) }
}

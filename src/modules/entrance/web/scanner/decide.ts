/** A scanner's offline decision from its stored list, with the same outcomes as the server's. */
import type { ReplyOf } from '#contract/call.ts'
import { fromBase64Url } from '#kernel/base64url.ts'
import { parseCode, type UnverifiedCode } from '#modules/tickets/code-format.ts'
import {
  isMarkRight,
  isSlotValid,
  parseRotating,
  ticketSecret,
} from '#modules/tickets/rotating-code.ts'
import type { entranceList } from '../../contract.ts'
import type { Outcome } from '../../outcomes.ts'
import { digestOf, listBytes, type ListedTicket } from '../../ticket-list.ts'
import { loadVerifier } from './verify-signature.ts'

/** The data of a device about its item. */
export interface StoredItem {
  readonly offeringId: number | null
  readonly opensAt: string
  readonly closesAt: string
  readonly rotatingSecret: string | null
  readonly keys: readonly { readonly keyId: number; readonly publicKey: string }[]
}

export interface LocalDecision {
  readonly outcome: Outcome
  readonly ticketId: number | null
  readonly issueNumber: number | null
}

export interface StoredData {
  readonly item: StoredItem
  readonly tickets: ReadonlyMap<number, ListedTicket>
  /** Ticket types that the gate admits; null for all. */
  readonly typeIds: ReadonlySet<number> | null
  /** The boarding stop here; null for any stop. */
  readonly stop: number | null
}

const nobody: LocalDecision = { outcome: 'Unknown', ticketId: null, issueNumber: null }

/** Decides a scan. `now` is the device's estimate of the server's clock, in milliseconds. */
export async function decide(text: string, kept: StoredData, now: number): Promise<LocalDecision> {
  const { item, tickets } = kept
  if (!text.includes(':')) return decideTyped(text, kept, now)
  const rotating = parseRotating(text)
  const code = rotating ? rotating.code : parseCode(text)
  if (!code || !(await isSigned(code, item))) return nobody
  const { ticketId, issueNumber, offeringId } = code.claim
  const about = { ticketId, issueNumber }
  if (offeringId !== item.offeringId) return { outcome: 'WrongEvent', ...about }
  if (!isOpen(item, now)) return { outcome: 'WrongDay', ...about }
  if (item.rotatingSecret !== null) {
    if (!rotating) return { outcome: 'StaleCode', ...about }
    const secret = await ticketSecret(fromBase64Url(item.rotatingSecret), about)
    if (!(await isMarkRight(rotating, secret))) return nobody
    if (!isSlotValid(rotating.slot, now)) return { outcome: 'StaleCode', ...about }
  }
  const ticket = tickets.get(ticketId)
  // Sold after the list was downloaded: its signature proves that it is valid.
  if (!ticket) return { outcome: 'Admitted', ...about }
  if (ticket.issueNumber > issueNumber) return { outcome: 'OldCode', ...about }
  return { outcome: outcomeOf(ticket, kept, now), ...about }
}

/** The first of several texts that is the code or the number of a ticket here; null if none is. */
export async function firstKnown(
  texts: readonly string[],
  { item, tickets }: StoredData,
): Promise<string | null> {
  if (texts.length < 2) return null
  const digests = new Set(Array.from(tickets.values(), (ticket) => ticket.identifierDigest))
  for (const text of texts) {
    const code = parseRotating(text)?.code ?? parseCode(text)
    const isKnown = text.includes(':')
      ? code !== null && (await isSigned(code, item))
      : digests.has(await digestOf(text))
    if (isKnown) return text
  }
  return null
}

async function decideTyped(text: string, kept: StoredData, now: number): Promise<LocalDecision> {
  const digest = await digestOf(text)
  const ticket = Array.from(kept.tickets.values()).find((one) => one.identifierDigest === digest)
  if (!ticket) return nobody
  const about = { ticketId: ticket.ticketId, issueNumber: ticket.issueNumber }
  if (!isOpen(kept.item, now)) return { outcome: 'WrongDay', ...about }
  if (kept.item.rotatingSecret !== null) return { outcome: 'StaleCode', ...about }
  return { outcome: outcomeOf(ticket, kept, now), ...about }
}

function outcomeOf(ticket: ListedTicket, { typeIds, stop }: StoredData, now: number): Outcome {
  if (!ticket.isValid) return 'Returned'
  if (ticket.usesLeft !== undefined) {
    if (typeIds && !typeIds.has(ticket.ticketTypeId)) return 'WrongGate'
    const { endsAtSeconds = null, usesLeft } = ticket
    if (endsAtSeconds !== null && now >= endsAtSeconds * 1000) return 'WrongDay'
    return usesLeft > 0 ? 'Admitted' : 'AlreadyUsed'
  }
  if (ticket.usedAtSeconds !== null) return 'AlreadyUsed'
  if (ticket.isWithoutPlace) return 'NoSeat'
  if (stop !== null && ticket.legFrom !== stop) return 'WrongStop'
  return typeIds && !typeIds.has(ticket.ticketTypeId) ? 'WrongGate' : 'Admitted'
}

function isOpen({ opensAt, closesAt }: StoredItem, now: number): boolean {
  return now >= Date.parse(opensAt) && now <= Date.parse(closesAt)
}

async function isSigned(code: UnverifiedCode, { keys }: StoredItem): Promise<boolean> {
  const key = keys.find(({ keyId }) => keyId === code.claim.keyId)
  return key ? isSignedBy(key.publicKey, code.signature, code.signedBytes) : false
}

/** How long an unloaded verifier is waited for, in milliseconds: without a network it does not come. */
const verifierMilliseconds = 2_000

export async function isSignedBy(
  publicKey: string,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const missing = new Promise<undefined>((resolve) => setTimeout(resolve, verifierMilliseconds))
  try {
    const verify = await Promise.race([loadVerifier(), missing])
    return (await verify?.(fromBase64Url(publicKey), signature, bytes)) ?? false
  } catch {
    return false
  }
}

/** Whether a list of tickets is signed by the shop. It came over the network, which has what is needed to verify it. */
export async function isOwnList(list: ReplyOf<typeof entranceList>): Promise<boolean> {
  await loadVerifier()
  const key = list.keys.find(({ keyId }) => keyId === list.signedBy)
  return (
    key !== undefined && isSignedBy(key.publicKey, fromBase64Url(list.signature), listBytes(list))
  )
}

/**
 * Budgets for emails to one address, over all kinds that strangers can cause and whoever causes them: links, requests,
 * invitations, orders of which nothing is paid, subscriptions. Those of the sign-in have a budget of their own, so that
 * nobody can keep an owner from them by spending the other one. What money is paid for, and what an owner causes, is always
 * sent.
 */
import { emailKey } from '#kernel/email.ts'
import type { Bounds, MailScope } from '#platform/bounds.ts'
import type { Context } from '#platform/context.ts'
import { countRefusal } from '#platform/refusals.ts'
import { budgetShares, takeShares } from './message-budgets.ts'
import { readAccount } from './queries/read-account.ts'

/** Mail providers that ignore dots in the local part. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** One name for all spellings of a mailbox, so that additions and dots do not make new budgets. */
export function mailboxOf(email: string): string {
  const address = emailKey(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const local = address.slice(0, Math.max(0, at)).replace(/\+.*$/, '')
  return `${dotless.has(domain) ? local.replaceAll('.', '') : local}@${domain}`
}

/**
 * Takes one email to an address; false when its budget is spent and the email must not be sent. Callers who may tell
 * refuse with `TooManyRequests`, all others leave the email out.
 */
export async function takeMail(
  context: Context,
  email: string,
  scope: MailScope = 'stranger',
): Promise<boolean> {
  const { actor } = context
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  return takeMailOf(context, customerId, { email, scope })
}

/** The same for what a customer has caused, or nobody known, where the caller is the platform itself. */
export async function takeMailOf(
  context: Context,
  customerId: string | null,
  { email, scope = 'stranger' }: { readonly email: string; readonly scope?: MailScope },
): Promise<boolean> {
  const budgets: Bounds['mail'] | undefined = context.bounds?.mail
  if (!budgets || (scope === 'stranger' && (await isOwn(context, customerId, email)))) return true
  const shares = await budgetShares(context, `mail ${scope} ${mailboxOf(email)}`, budgets[scope])
  if ((await takeShares(context, shares)).length === 0) return true
  countRefusal('mail-budget')
  return false
}

/** Whether a customer writes to the address of the own account, which was proven at sign-up. */
async function isOwn(context: Context, customerId: string | null, email: string): Promise<boolean> {
  if (customerId === null) return false
  const account = await readAccount(context, customerId)
  return account !== null && mailboxOf(account.email) === mailboxOf(email)
}

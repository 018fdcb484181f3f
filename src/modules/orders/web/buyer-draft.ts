import { hasPhoneShape } from '#kernel/phone-shape.ts'
import type { OrderView } from '../contract.ts'

/** What a buyer has typed so far. */
export interface BuyerDraft {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly acceptTerms: boolean
  /** Documents and delivery, by the id of the question; what was answered before is not repeated here. */
  readonly extras?: Readonly<Record<string, string>>
  /** Who travels, by `passengerKey`; who was named before is not repeated here. */
  readonly passengers?: Readonly<Record<string, string>>
}

const keyPrefix = 'bileti:buyer:'

/** What was typed into this order's form in this tab, as it is stored; null when nothing was. */
export function storedText(orderKey: string): string | null {
  try {
    return sessionStorage.getItem(keyPrefix + orderKey)
  } catch {
    return null
  }
}

/** The same as details; null when it cannot be read. */
export function readDraft(stored: string | null): BuyerDraft | null {
  if (stored === null) return null
  try {
    const parsed: unknown = JSON.parse(stored)
    return isDraft(parsed) ? parsed : null
  } catch {
    return null
  }
}

export function storeDraft(orderKey: string, draft: BuyerDraft): void {
  try {
    sessionStorage.setItem(keyPrefix + orderKey, JSON.stringify(draft))
  } catch {
    // Storage is closed to us: what is typed lasts as long as the page.
  }
}

/** Forgets what was typed, once the order has it or is over. */
export function clearDraft(orderKey: string): void {
  try {
    sessionStorage.removeItem(keyPrefix + orderKey)
  } catch {
    // Nothing was kept either.
  }
}

/** The details the order has, else those of the account. */
export function draftOf(
  buyer: OrderView['buyer'],
  profile: { fullName: string; email: string; phone: string | null } | null,
): BuyerDraft {
  return {
    name: buyer.name || (profile?.fullName ?? ''),
    email: buyer.email || (profile?.email ?? ''),
    phone: buyer.phone || (profile?.phone ?? ''),
    acceptTerms: false,
  }
}

export type BuyerField = 'name' | 'email' | 'phone' | 'terms'
export type BuyerProblems = Partial<
  Record<BuyerField, 'emailMissing' | 'emailWrong' | 'phoneMissing' | 'phoneWrong' | 'termsMissing'>
>

/** What keeps the details from being sent, by field; the keys of the texts that say so. */
export function problemsOf(draft: BuyerDraft, needed: { readonly phone: boolean }): BuyerProblems {
  const { email, phone, acceptTerms } = draft
  return {
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email.trim()) && {
      email: email ? 'emailWrong' : 'emailMissing',
    }),
    ...((phone ? !hasPhoneShape(phone) : needed.phone) && {
      phone: phone ? 'phoneWrong' : 'phoneMissing',
    }),
    ...(!acceptTerms && { terms: 'termsMissing' }),
  }
}

/** Throws when there is nothing to look into, which `readDraft` answers with null. */
function isDraft(value: unknown): value is BuyerDraft {
  const draft = value as Partial<Record<keyof BuyerDraft, unknown>>
  return (
    typeof draft.acceptTerms === 'boolean' &&
    areTexts([draft.name, draft.email, draft.phone]) &&
    areTexts(draft.extras ?? {}) &&
    areTexts(draft.passengers ?? {})
  )
}

function areTexts(values: unknown): boolean {
  return (
    typeof values === 'object' &&
    Object.values(values as object).every((one) => typeof one === 'string')
  )
}

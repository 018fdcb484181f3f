import type { z } from 'zod'
import { readTicketTypeNames } from '#modules/catalogue/server/public-api.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import {
  fitsItsKind,
  listAccessCodes,
  readRuleRows,
  usesPoolId,
  type AccessCode,
} from '#modules/sale-rules/server/public-api.ts'
import { listQueues, showOf, type QueueSubject } from '#modules/queue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CodeView, readSaleRules as call } from '../contract.ts'
import { namesOf, type DescribingSource, type Subject } from './subjects.ts'

const codesMax = 500

/** All sale rules, access codes and queues for the operator. */
export async function readSaleRules(
  context: Context,
  sources: readonly DescribingSource[],
): Promise<z.output<typeof call.reply>> {
  const [rules, codes, queues] = await Promise.all([
    readRuleRows(context),
    listAccessCodes(context, codesMax),
    listQueues(context),
  ])
  const offeringIds = codes.map((code) => code.offeringId)
  const uses = await readPoolUse(context, offeringIds, usesPoolId)
  const subjects = [...rules, ...codes, ...queues.map(scopeOfQueue)].map(subjectIn)
  const nameOf = await namesOf(context, sources, subjects)
  const typeNames = await readTicketTypeNames(context, [
    ...rules.flatMap(typesOfRule),
    ...codes.flatMap((code) => code.ticketTypeIds ?? []),
  ])
  const aboutOf = (row: Partial<Subject>) => {
    const subject = subjectIn(row)
    return { ...subject, name: nameOf(subject) ?? '' }
  }
  return {
    rules: rules.map((rule) => ({
      ruleId: rule.id,
      kind: rule.kind,
      about: aboutOf(rule),
      settings: rule.settings,
      isFitting: fitsItsKind(rule),
      isActive: rule.isActive,
      ...windowView(rule),
      note: rule.note,
      updatedAt: rule.updatedAt.toISOString(),
    })),
    codes: codes.map((code) => ({
      ...codeView(code, uses.get(code.offeringId)),
      about: aboutOf(code),
    })),
    queues: queues.map(({ source, groupId, itemId, ...queue }) => ({
      ...queue,
      about: aboutOf(scopeOfQueue({ source, groupId, itemId })),
    })),
    ticketTypes: [...typeNames].map(([ticketTypeId, name]) => ({ ticketTypeId, name })),
  }
}

/** Ticket types that a rule's settings refer to, whatever its kind; none when the settings are invalid. */
function typesOfRule(rule: Parameters<typeof fitsItsKind>[0]): number[] {
  if (!fitsItsKind(rule)) return []
  const { exclusive, ticketTypeIds } = rule.settings as {
    readonly exclusive?: readonly (readonly number[])[]
    readonly ticketTypeIds?: readonly number[]
  }
  return [...(exclusive?.flat() ?? []), ...(ticketTypeIds ?? [])]
}

function subjectIn({ showId, eventId, categoryId, ...other }: Partial<Subject>): Subject {
  return {
    showId: showId ?? null,
    eventId: eventId ?? null,
    categoryId: categoryId ?? null,
    source: other.source ?? null,
    groupId: other.groupId ?? null,
    itemId: other.itemId ?? null,
  }
}

/** Rules refer to shows directly, not as groups of a source. */
function scopeOfQueue(queue: QueueSubject): Partial<Subject> {
  const showId = showOf(queue)
  const { source, groupId, itemId } = queue
  return showId === null ? { source, groupId, itemId } : { showId }
}

function windowView(row: { readonly validFrom: Date | null; readonly validUntil: Date | null }) {
  return {
    validFrom: row.validFrom?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
  }
}

function codeView(
  code: AccessCode,
  use: { readonly sold: number; readonly held: number } | undefined,
): Omit<CodeView, 'about'> {
  const { sold = 0, held = 0 } = use ?? {}
  const { quantity } = code
  const listOf = <Value>(values: readonly Value[] | null) => values && [...values]
  return {
    codeId: code.id,
    code: code.code,
    ticketTypeIds: listOf(code.ticketTypeIds),
    zones: listOf(code.zones),
    sectionIds: listOf(code.sectionIds),
    placeIds: listOf(code.placeIds),
    isActive: code.isActive,
    ...windowView(code),
    quantity,
    perOrderMax: code.perOrderMax,
    soldCount: sold,
    heldCount: held,
    usedPercent: quantity ? Math.round(((sold + held) * 100) / quantity) : null,
    note: code.note,
  }
}

import { figureOf, filled } from '#design/forms/field-values.ts'

/** Fields of a form that name the subject of a rule or code. */
export const subjectFields = [
  'showId',
  'eventId',
  'categoryId',
  'source',
  'groupId',
  'itemId',
] as const
export type SubjectField = (typeof subjectFields)[number]

/** Nothing chosen yet. */
export const noSubject = { showId: null, eventId: null }

/** Subject of a rule or code from the fields of its form. */
export function subjectOf(form: FormData) {
  return {
    showId: figureOf(form, 'showId'),
    eventId: figureOf(form, 'eventId'),
    source: filled(form, 'source'),
    groupId: figureOf(form, 'groupId'),
    itemId: figureOf(form, 'itemId'),
  }
}

export function hasSubject(form: FormData): boolean {
  return subjectFields.some((field) => filled(form, field) !== undefined)
}

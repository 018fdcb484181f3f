import { figureOf, filled } from '#design/forms/field-values.ts'

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

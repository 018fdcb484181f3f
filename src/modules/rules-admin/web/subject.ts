import { figureOf, filled } from '#design/forms/field-values.ts'

/** What a rule or a code is about, as the fields of its form say. */
export function subjectOf(form: FormData) {
  return {
    showId: figureOf(form, 'showId'),
    eventId: figureOf(form, 'eventId'),
    source: filled(form, 'source'),
    groupId: figureOf(form, 'groupId'),
    itemId: figureOf(form, 'itemId'),
  }
}

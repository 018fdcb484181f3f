/** Saved passengers ("templates" in the specification): the people for whom a customer buys tickets. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, personName, text, uuid } from '#contract/fields.ts'
import { tidyLatinName } from '#kernel/person-name.ts'
import { documentKinds, latinName, normalizeDocumentNumber } from './shapes.ts'

const kind = z.union([z.literal(0), z.literal(1)])
const gender = z.union([z.literal(1), z.literal(2)])
const nationality = z.string().regex(/^[A-Z]{2}$/)
/** A date in the 20th or 21st century. */
const day = z.iso.date().regex(/^(?:19|20)/)

const document = z.object({
  kind: z.enum(documentKinds),
  number: z.string(),
  /** ISO 3166-1 alpha-2 code of the country that issued the document. */
  nationality: z.string(),
  expiresOn: z.string().nullable(),
})

const template = z.object({
  templateId: uuid,
  /** As on the document, in Latin letters. */
  givenName: z.string(),
  familyName: z.string(),
  /** Given and family name in Georgian; may be empty. */
  nameKa: z.string(),
  /** 0 adult, 1 child. */
  kind,
  /** 1 male, 2 female. */
  gender: gender.nullable(),
  birthDate: z.string().nullable(),
  needsWheelchair: z.boolean(),
  documents: z.array(document),
})
export type PassengerTemplateView = z.output<typeof template>

/** Named after the form that asked first; journeys and saved passengers ask the same. */
export const flightCountries = defineCall({
  id: 'flights-countries',
  area: 'flights',
  method: 'GET',
  path: '/v2/flights/countries',
  summary: 'Countries with the codes used in passports',
  credential: 'api-key',
  reply: z.object({ items: z.array(z.object({ code: z.string(), name: z.string() })) }),
  cacheSeconds: 3_600,
})

export const passengerTemplatesList = defineCall({
  id: 'passenger-templates-list',
  area: 'passenger-templates',
  method: 'GET',
  path: '/v2/gr/passenger-templates',
  summary: 'The caller’s saved passengers, by name',
  credential: 'customer',
  required: ['authorization'],
  reply: z.object({ templates: z.array(template) }),
})

const latin = personName(60, 1)
  .overwrite(tidyLatinName)
  .refine((name) => latinName.test(name), 'LatinNameWrong')

export const passengerTemplatesCreate = defineCall({
  id: 'passenger-templates-create',
  area: 'passenger-templates',
  method: 'POST',
  path: '/v2/gr/passenger-templates',
  summary:
    'Saves a passenger; with a `templateId`, or the same name and birth date, changes that one',
  credential: 'customer',
  required: ['authorization', 'body'],
  body: z.object({
    templateId: uuid.optional(),
    givenName: latin,
    familyName: latin,
    nameKa: personName(120).default(''),
    kind: kind.default(0),
    gender: gender.optional(),
    birthDate: day.optional(),
    needsWheelchair: flag.default(false),
    documents: z
      .array(
        z.object({
          kind: z.enum(documentKinds),
          number: text(40)
            .transform(normalizeDocumentNumber)
            .pipe(z.string().regex(/^[0-9A-Z]{4,20}$/)),
          nationality,
          expiresOn: day.optional(),
        }),
      )
      .max(8)
      .default([]),
  }),
  reply: template,
  errors: ['LatinNameWrong', 'NotFound', 'TooManyPassengers'],
})

export const passengerTemplatesDelete = defineCall({
  id: 'passenger-templates-delete',
  area: 'passenger-templates',
  method: 'DELETE',
  path: '/v2/gr/passenger-templates/{templateId}',
  summary: 'Deletes a saved passenger of the caller',
  credential: 'customer',
  required: ['authorization', 'templateId'],
  params: z.object({ templateId: uuid }),
  reply: z.object({ done: z.literal(true) }),
  errors: ['NotFound'],
})

/** Passengers in the calls of checkout. */
import { z } from 'zod'
import { givenName, latinName, text, wholeNumber } from '#contract/fields.ts'
import { documentKinds } from '#modules/passengers/shapes.ts'

const kind = z.union([z.literal(0), z.literal(1)])

export const passengerView = z.object({
  givenName: z.string(),
  familyName: z.string(),
  nameKa: z.string(),
  /** 0 adult, 1 child. */
  kind,
  documentKind: z.enum(documentKinds).nullable(),
  documentNumber: z.string().nullable(),
  nationality: z.string().nullable(),
  birthDate: z.string().nullable(),
})

/** A named ticket, with the passenger data it requires. */
export const passengerQuestionView = z.object({
  lineId: z.number().int(),
  /** Which ticket of the line, from 0. */
  unit: z.number().int(),
  asksNameKa: z.boolean(),
  /** Accepted documents; empty: none required. */
  documentKinds: z.array(z.enum(documentKinds)),
  asksBirthDate: z.boolean(),
  /** The only kind of passenger allowed on it; null: any. */
  kind: kind.nullable(),
  /** Days of birth allowed on the ticket, both inclusive, by age on the day of travel; null: anybody. */
  born: z.object({ bornFrom: z.string(), bornUntil: z.string() }).nullable(),
  /** The price is for some ages, which are not checked here: the conductor may ask for proof. */
  provesAge: z.literal(true).optional(),
  /** The passenger named before. */
  passenger: passengerView.nullable(),
})
export type PassengerQuestionView = z.output<typeof passengerQuestionView>

/** Passengers by ticket; errors are reported as `body.passengers.<lineId>.<unit>.<field>`. */
export const givenPassengers = z
  .array(
    z.object({
      lineId: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      unit: wholeNumber(0, 1_000_000).default(0),
      givenName: latinName(200),
      familyName: latinName(200),
      nameKa: givenName(200).default(''),
      kind: kind.default(0),
      documentKind: z.enum(documentKinds).nullable().default(null),
      documentNumber: text(40).nullable().default(null),
      nationality: text(2).nullable().default(null),
      birthDate: text(10).nullable().default(null),
    }),
  )
  .max(1_000)
  .optional()

/** Passengers as a client sends them. */
export type GivenPassengers = NonNullable<z.output<typeof givenPassengers>>

/** Conversion between the values of the saved passenger form and the body of the call. */
import type { CallInput } from '#contract/call.ts'
import type { passengerTemplatesCreate, PassengerTemplateView } from '../contract.ts'
import { documentKinds, latinName, normalizeDocumentNumber } from '../shapes.ts'

/** Values by field name, for example `givenName` or `documents.0.number`. */
export type FormValues = Readonly<Record<string, string | boolean>>

type Body = NonNullable<CallInput<typeof passengerTemplatesCreate>['body']>

export function valuesOf(passenger: PassengerTemplateView | null): FormValues {
  const documents = (passenger?.documents ?? []).flatMap((one, index) =>
    Object.entries(one).map(([name, value]) => [`documents.${index}.${name}`, value ?? '']),
  )
  return {
    givenName: passenger?.givenName ?? '',
    familyName: passenger?.familyName ?? '',
    nameKa: passenger?.nameKa ?? '',
    birthDate: passenger?.birthDate ?? '',
    kind: String(passenger?.kind ?? 0),
    gender: String(passenger?.gender ?? ''),
    needsWheelchair: passenger?.needsWheelchair ?? false,
    ...Object.fromEntries(documents),
  }
}

const textOf = (values: FormValues, name: string): string => String(values[name] ?? '').trim()

export function bodyOf(
  values: FormValues,
  documentCount: number,
  templateId: string | undefined,
): Body {
  const gender = textOf(values, 'gender')
  const birthDate = textOf(values, 'birthDate')
  return {
    ...(templateId === undefined ? {} : { templateId }),
    givenName: textOf(values, 'givenName'),
    familyName: textOf(values, 'familyName'),
    nameKa: textOf(values, 'nameKa'),
    kind: textOf(values, 'kind') === '1' ? 1 : 0,
    ...(gender === '' ? {} : { gender: gender === '1' ? 1 : 2 }),
    ...(birthDate === '' ? {} : { birthDate }),
    needsWheelchair: values['needsWheelchair'] === true,
    documents: Array.from({ length: documentCount }, (_, index) => {
      const of = (name: string) => textOf(values, `documents.${index}.${name}`)
      const expiresOn = of('expiresOn')
      return {
        kind: documentKinds.find((kind) => kind === of('kind')) ?? documentKinds[0],
        number: normalizeDocumentNumber(of('number')),
        nationality: of('nationality').toUpperCase(),
        ...(expiresOn === '' ? {} : { expiresOn }),
      }
    }),
  }
}

export type FormProblem = 'missing' | 'latinWrong' | 'numberWrong' | 'nationalityWrong'

/** Validation problems by field name, in the order of the fields. */
export function problemsOf(
  values: FormValues,
  documentCount: number,
): Readonly<Record<string, FormProblem>> {
  const found: Record<string, FormProblem> = {}
  for (const name of ['givenName', 'familyName']) {
    const value = textOf(values, name)
    if (value === '') found[name] = 'missing'
    else if (!latinName.test(value)) found[name] = 'latinWrong'
  }
  const { documents = [] } = bodyOf(values, documentCount, undefined)
  for (const [index, { number, nationality }] of documents.entries()) {
    if (!/^[0-9A-Z]{4,20}$/.test(number)) found[`documents.${index}.number`] = 'numberWrong'
    if (!/^[A-Z]{2}$/.test(nationality))
      found[`documents.${index}.nationality`] = 'nationalityWrong'
  }
  return found
}

/** The request body that restores a deleted passenger. */
export function bodyOfSaved(passenger: PassengerTemplateView): Body {
  return bodyOf(valuesOf(passenger), passenger.documents.length, undefined)
}

import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Select, type SelectProps } from '#design/parts/select.tsx'
import { TextField, type TextFieldProps } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { flightCountries } from '../contract.ts'

type Countries = readonly { readonly code: string; readonly name: string }[]

/** Properties that selects and text fields share. */
type CountryFieldProps = Pick<SelectProps, 'label' | 'error'> &
  Pick<TextFieldProps, 'name' | 'value' | 'defaultValue' | 'required'> & {
    readonly onBlur?: () => void
    readonly onChange?: (event: { target: { value: string } }) => void
    /** Text of the empty choice. */
    readonly choose: string
    /** Explains codes, for visitors whose list could not be loaded. */
    readonly codeHint: string
  }

/**
 * A country by its name; the value is its ISO 3166-1 alpha-2 code. Names come from the server, since browsers do not
 * know them in Georgian. Without the list the code is typed.
 */
export function CountryField({ choose, codeHint, ...field }: CountryFieldProps) {
  const countries = useCountries()
  if (countries === 'failed')
    return (
      <TextField
        {...field}
        hint={codeHint}
        autoCapitalize="characters"
        autoComplete="off"
        // The field accepts a whole word: "Germany" cut to two letters would be the code of Georgia.
        maxLength={60}
      />
    )
  const chosen = String(field.value ?? field.defaultValue ?? '')
  return (
    <Select {...field} autoComplete="off">
      <option value="">{choose}</option>
      {(countries ?? unnamed(chosen)).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Until the list is loaded a chosen country has its code for a name. */
function unnamed(code: string): Countries {
  return code === '' ? [] : [{ code, name: code }]
}

const loading = new Map<Locale, Promise<Countries>>()

/** All passengers of a page share one request; a failed one is repeated by the next form. */
function loadCountries(locale: Locale): Promise<Countries> {
  const begun = loading.get(locale)
  if (begun) return begun
  const promise = browserClient(locale)
    .send(flightCountries)
    .then(({ items }) =>
      items.toSorted((a, b) => Number(b.code === 'GE') - Number(a.code === 'GE')),
    )
  promise.catch(() => loading.delete(locale))
  loading.set(locale, promise)
  return promise
}

/** All countries in the page's language, Georgia first; null while they are loading. */
function useCountries(): Countries | null | 'failed' {
  const locale = useLocale()
  const [countries, setCountries] = useState<Countries | null | 'failed'>(null)
  useEffect(() => {
    let isOpen = true
    loadCountries(locale).then(
      (loaded) => isOpen && setCountries(loaded),
      () => isOpen && setCountries('failed'),
    )
    return () => {
      isOpen = false
    }
  }, [locale])
  return countries
}

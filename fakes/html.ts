/** HTML that needs no escaping. */
export type Html = { readonly html: string }

/** Template tag for HTML; values are escaped unless they are `Html`. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | number | Html | Html[])[]
): Html {
  const written = parts.map(
    (part, index) => part + (index < values.length ? write(values[index]) : ''),
  )
  return { html: written.join('') }
}

function write(value: string | number | Html | Html[] | undefined): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((piece) => piece.html).join('')
  return typeof value === 'object' ? value.html : escapeHtml(String(value))
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

import { z } from 'zod'
import { settings } from '#platform/config.ts'

/** The README's table of settings, generated from their schema. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(([name, field]) => {
    // The input before its conversion.
    const given = field instanceof z.ZodPipe ? field.def.in : field
    const fallback: unknown = given instanceof z.ZodDefault ? given.def.defaultValue : undefined
    const shown = fallback === undefined || fallback === '' ? '' : `\`${String(fallback)}\``
    return `| \`${name}\` | ${shown} | ${field.description ?? ''} |`
  })
  return ['| Setting | Default | What it is |', '| --- | --- | --- |', ...rows].join('\n')
}

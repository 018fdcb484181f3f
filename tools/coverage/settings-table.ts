import { z } from 'zod'
import { settings } from '#platform/config.ts'

/** The settings as README carries them: made of the schema that reads them. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(([name, field]) => {
    const fallback: unknown = field instanceof z.ZodDefault ? field.def.defaultValue : undefined
    const shown = fallback === undefined ? '' : `\`${String(fallback)}\``
    return `| \`${name}\` | ${shown} | ${field.description ?? ''} |`
  })
  return ['| Setting | Default | What it is |', '| --- | --- | --- |', ...rows].join('\n')
}

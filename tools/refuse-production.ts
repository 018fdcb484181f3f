import { ConfigError } from '#platform/config.ts'

/**
 * Ends a command that writes the demo's content or starts its fakes, when the settings are those of production: with
 * one line, before anything is opened.
 */
export function refuseProduction(
  command: string,
  { MODE }: { readonly MODE?: string | undefined } = { MODE: process.env['MODE'] },
): void {
  if (MODE === 'production')
    throw new ConfigError(
      `MODE: ${command} writes the demo’s content, which production must not have`,
    )
}

/**
 * Finds what the built files use and browsers of their range lack, by the compatibility data of MDN. What is used only where a
 * browser has it, or only adorns, is listed in `allowed.ts` with its reason.
 */
import { oldestVersions, type RangeName } from '../browser-range.ts'
import { allowed, type Allowed } from './allowed.ts'
import { sentFiles, type SentFile } from './files.ts'
import { findInScript } from './scripts.ts'
import { findInStyles } from './styles.ts'
import type { Finding } from './support.ts'

export interface Problem extends Finding {
  readonly file: string
  readonly range: RangeName
}

const oldest = { shop: oldestVersions('shop'), offices: oldestVersions('offices') }

export function problemsOf({ name, text, range }: SentFile): Problem[] {
  const found = name.endsWith('.css')
    ? findInStyles(text, oldest[range])
    : findInScript(text, oldest[range], 'script.js')
  return found.map((finding) => ({ ...finding, file: name, range }))
}

/** Problems that nothing allows, and permissions that nothing needs any more. */
export async function checkBuild(): Promise<{
  readonly problems: readonly Problem[]
  readonly unused: readonly Allowed[]
}> {
  const used = new Set<Allowed>()
  const problems = (await sentFiles()).flatMap(problemsOf).filter(({ file, feature }) => {
    const permission = allowed.find(
      (one) => one.features.includes(feature) && (one.files?.test(file) ?? true),
    )
    if (permission) used.add(permission)
    return permission === undefined
  })
  return { problems, unused: allowed.filter((one) => !used.has(one)) }
}

export function lineOf({ file, range, feature, lacking, near }: Problem): string {
  return `${file} (${range}): ${feature} — ${lacking.join(', ')}\n    ${near}`
}

if (import.meta.main) {
  const { problems, unused } = await checkBuild()
  for (const problem of problems) console.error(lineOf(problem))
  for (const { features } of unused) console.error(`Nothing needs any more: ${features.join(', ')}`)
  if (problems.length + unused.length > 0) process.exitCode = 1
}

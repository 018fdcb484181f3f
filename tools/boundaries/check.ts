import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser'
import { fileURLToPath } from 'node:url'
import { boundaryRules } from './rules.ts'

/** Runs dependency-cruiser on a tree with this structure and returns the violations. */
export async function boundaryViolations(
  folder: string,
): Promise<{ violations: IViolation[]; moduleCount: number }> {
  const result = await cruise(
    ['src'],
    {
      baseDir: folder,
      parser: 'swc',
      ruleSet: { forbidden: boundaryRules() },
      validate: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '\\.(css|json|svg|woff2)($|\\?)' },
    },
    {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'default'],
      exportsFields: ['exports'],
    },
  )
  const { summary, modules } = result.output as ICruiseResult
  return {
    violations: summary.violations.filter((violation) => violation.rule.severity === 'error'),
    moduleCount: modules.length,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { violations, moduleCount } = await boundaryViolations(
    fileURLToPath(new URL('../..', import.meta.url)),
  )
  for (const violation of violations) {
    const way = (violation.cycle ?? []).map((step) => step.name).join(' → ')
    console.error(`${violation.rule.name}: ${violation.from} → ${way || violation.to}`)
  }
  console.log(`Boundaries: ${moduleCount} files, ${violations.length} violations`)
  process.exitCode = violations.length > 0 ? 1 : 0
}

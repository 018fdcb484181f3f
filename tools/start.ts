import { useCompileCache } from './compile-cache.ts'

// Before loading anything else, so that a killed launcher restarts faster.
useCompileCache()
await import('./launch.ts')

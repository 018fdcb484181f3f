import { keepCompiled } from './compile-cache.ts'

// Before loading anything else, so that a killed launcher restarts faster.
keepCompiled()
await import('./launch.ts')

import { keepCompiled } from './compile-cache.ts'

// Before anything else is loaded: a launcher that was killed is back sooner.
keepCompiled()
await import('./launch.ts')

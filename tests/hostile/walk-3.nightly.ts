import { walk } from './walk.ts'

walk(2, 3)

/** What other rooms may ask of the special rules on the server. */
export {
  rulesFor,
  weekdayOf,
  type AskedField,
  type EventRules,
  type Keeping,
  type Rule,
} from './rules.ts'
export {
  coversEvent,
  opensPlace,
  refusalOfCode,
  usesPoolId,
  type AccessCode,
  type PlaceOfCode,
} from './access-code.ts'
export { findAccessCode, readRules } from './store.ts'

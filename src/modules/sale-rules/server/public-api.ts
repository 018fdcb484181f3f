/** What other modules may ask of the special rules on the server. */
export {
  nextChangeOf,
  rulesFor,
  weekdayOf,
  type EventRules,
  type ItemSubject,
  type RuleScope,
  type CodeReservation,
  type Rule,
} from './rules.ts'
export {
  coversEvent,
  coversItem,
  opensPlace,
  refusalOfCode,
  usesPoolId,
  usesUnlimited,
  type AccessCode,
  type PlaceOfCode,
} from './access-code.ts'
export {
  findAccessCode,
  fitsItsKind,
  listAccessCodes,
  readAccessCode,
  readItemRules,
  readRuleRows,
  readRules,
  readRulesOfVersion,
} from './store.ts'
export { writeAccessCode } from './commands/write-access-code.ts'
export { writeRule } from './commands/write-rule.ts'

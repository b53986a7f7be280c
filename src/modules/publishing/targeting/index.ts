export { isBlocking, MatchedRule, toMatchedRule } from './matched-rule.types.ts'
export { findMatchingRule } from './rule-evaluation.ts'
export { sampleVisitor, Visitor } from './visitor-facts.ts'

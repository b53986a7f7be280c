export { LanguageModel } from './questions/model/language.model.ts'
export { QuestionResolver } from './questions/resolver.ts'
export { PublicStatsResolver } from './statistics/resolver.ts'
export { Statistics } from './statistics/statistics.ts'

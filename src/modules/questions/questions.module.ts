import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { LanguageModel } from './model/language-model.ts'
import { QuestionResolver } from './question.resolver.ts'
import { QuestionService } from './question.service.ts'

/** Questions in plain language about the caller's clicks. */
export const questionsModule = {
  entities: [],
  schema: [],
  resolvers: [QuestionResolver],
  create({ settings, clock, throttle, queryRunner }: Platform): Module {
    const languageModel = new LanguageModel(settings.llm, clock)
    return { resolvers: [new QuestionResolver(new QuestionService(throttle, languageModel, queryRunner))] }
  },
} satisfies ModuleDefinition

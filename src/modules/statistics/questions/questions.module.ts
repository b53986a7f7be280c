import { defineModule, type Module } from '../../../platform/module.ts'
import { LanguageModel } from './model/language-model.ts'
import { modelCheck } from './model/model-check.ts'
import { InsightLinkResolver, InsightRowResolver, QuestionResolver } from './question.resolver.ts'
import { QuestionService } from './question.service.ts'

/** Questions in plain language about the caller's clicks. */
export const questionsModule = defineModule({
  entities: [],
  resolvers: [QuestionResolver, InsightRowResolver, InsightLinkResolver],
  doctorChecks: [modelCheck],
  create(platform): Module {
    const { settings, clock } = platform
    const { throttle } = platform.limits
    const { queryRunner } = platform.api
    const languageModel = new LanguageModel(settings.llm, clock)
    const questionService = new QuestionService(throttle, languageModel, queryRunner)
    return { resolvers: [new QuestionResolver(questionService), new InsightRowResolver(), new InsightLinkResolver()] }
  },
})

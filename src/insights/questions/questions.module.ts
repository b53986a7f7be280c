import type { Module, ModuleDefinition, Platform } from '../../server/module.ts'
import { LanguageModel } from './model/language.model.ts'
import { OwnLinks } from './own.links.ts'
import { Questions } from './questions.ts'
import { QuestionResolver } from './resolver.ts'

/** Questions in plain language about the caller's clicks. */
export const questionsModule = {
  entities: [],
  resolvers: [QuestionResolver],
  create({ settings, clock, throttle, documents: ownDocuments }: Platform): Module {
    const languageModel = new LanguageModel(settings, clock)
    return {
      resolvers: [
        new QuestionResolver(new Questions({ links: new OwnLinks(), throttle, languageModel, ownDocuments })),
      ],
    }
  },
} satisfies ModuleDefinition

import { z } from 'zod'
import { httpUrl } from './addresses.ts'
import { defineSecret, defineVariable, InvalidSetting } from './variable.ts'

/** An OpenAI-compatible endpoint. */
export interface LlmSettings {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly model: string
}

const printableText = z.string().regex(/^[\x21-\x7e]{1,500}$/)

export const llmVariables = {
  LLM_BASE_URL: defineVariable(
    httpUrl.optional(),
    'the http or https URL of an OpenAI-compatible endpoint, such as https://api.openai.com/v1',
  ),
  LLM_API_KEY: defineSecret(printableText.optional(), 'the key of the endpoint, without spaces'),
  LLM_MODEL: defineVariable(printableText.optional(), 'the name of a model of the endpoint, without spaces'),
} as const

/** The endpoint and the model are required together, and a key alone is an error. */
export function readLlmSettings(env: {
  LLM_BASE_URL?: string
  LLM_API_KEY?: string
  LLM_MODEL?: string
}): LlmSettings | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = env
  if (baseUrl !== undefined && model !== undefined) return Object.freeze({ baseUrl, apiKey, model })
  const missingName = baseUrl === undefined ? 'LLM_BASE_URL' : 'LLM_MODEL'
  if ([baseUrl, apiKey, model].some((each) => each !== undefined))
    throw new InvalidSetting(
      `${missingName} is required with the other LLM settings: ${llmVariables[missingName].accepts}.`,
    )
  return undefined
}

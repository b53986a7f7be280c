import { z } from 'zod'
import { defineSecret, InvalidSetting } from './variable.ts'

/** A chat whose people create links by a slash command. */
export interface SlashCommandSettings {
  /** What proves that a request comes from the chat. */
  readonly secret: string
  /** The API key that creates the links. */
  readonly apiKey: string
}

const secret = z.string().regex(/^[\x21-\x7e]{16,200}$/)
const apiKey = z.string().regex(/^[\x21-\x7e]{1,500}$/)
const secretText = 'the secret that the chat gave, of 16 to 200 characters without spaces'
const apiKeyText = 'an API key of the service, without spaces'

export const slashCommandVariables = {
  SLACK_SIGNING_SECRET: defineSecret(secret.optional(), secretText),
  SLACK_API_KEY: defineSecret(apiKey.optional(), apiKeyText),
  MATTERMOST_TOKEN: defineSecret(secret.optional(), secretText),
  MATTERMOST_API_KEY: defineSecret(apiKey.optional(), apiKeyText),
} as const

type SlashCommandVariables = { readonly [Name in keyof typeof slashCommandVariables]?: string | undefined }

/** What each chat needs; undefined for a chat without a command. Throws `InvalidSetting` for half of a pair. */
export function readSlashCommandSettings(env: SlashCommandVariables) {
  return {
    slack: readPair(env, 'SLACK_SIGNING_SECRET', 'SLACK_API_KEY'),
    mattermost: readPair(env, 'MATTERMOST_TOKEN', 'MATTERMOST_API_KEY'),
  }
}

function readPair(
  env: SlashCommandVariables,
  secretName: keyof SlashCommandVariables,
  keyName: keyof SlashCommandVariables,
): SlashCommandSettings | undefined {
  const { [secretName]: secret, [keyName]: apiKey } = env
  if (secret !== undefined && apiKey !== undefined) return Object.freeze({ secret, apiKey })
  if (secret === undefined && apiKey === undefined) return undefined
  const [missing, given] = secret === undefined ? [secretName, keyName] : [keyName, secretName]
  throw new InvalidSetting(`${missing} is required with ${given}: ${slashCommandVariables[missing].accepts}.`)
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { partOf } from '../texts/parts.ts'

/** Where the texts of a language stand. */
export function textFile(language: string): string {
  return fileURLToPath(new URL(`../texts/${language}.json`, import.meta.url))
}

/** Compiles the texts of one part of a language by name, so that neither the service nor a browser needs a parser for them. */
export function compileTexts(language: string, part: ReturnType<typeof partOf>): Record<string, CompiledMessage> {
  const texts = Object.entries(JSON.parse(readFileSync(textFile(language), 'utf8')) as Record<string, string>)
  const chosen = texts.filter(([name]) => partOf(name) === part)
  return Object.fromEntries(chosen.map(([name, text]) => [name, compileMessageOrThrow(text)]))
}

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as recheck from 'recheck'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

/** Its build for browsers, because the other one looks for Java and for a program of its own. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof recheck

/** Bounds by steps instead of seconds, so that a busy machine gives the same answer. */
const parameters: recheck.Parameters = {
  timeout: null,
  randomSeed: 1,
  maxNFASize: 2_000,
  maxIteration: 3,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 20,
  mutationSize: 5,
  incubationLimit: 5_000,
  maxGeneStringSize: 800,
  maxAttackStringSize: 20_000,
  attackLimit: 2_000_000,
}

/** Files whose expressions may take the square of their text, and why that is short. */
const bounded: Readonly<Record<string, string>> = {
  'config/mail.ts': 'The operator writes the setting.',
  'modules/statistics/questions/rules/':
    'A question has at most 500 characters, and test/questions/limit.test.ts has hostile ones.',
}

interface Expression {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

/** The literals of a source text. */
function expressionsOf(file: string, text: string): Expression[] {
  const expressions: Expression[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } }
    if (regex) expressions.push({ file, ...regex })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(text, { lang: 'ts' }))
  return expressions
}

/** Without a repetition there is nothing to try again. */
function hasLongRepetition({ pattern }: Expression): boolean {
  return /[*+]|\{\d+,\}|\{\d+,\d{2,}\}/.test(pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x'))
}

function isSafe({ pattern, flags }: Expression): boolean {
  return checkSync(pattern, flags, parameters).status === 'safe'
}

describe('a regular expression', () => {
  it.each([
    ['a repetition before the end', String.raw`[.\s]+$`],
    ['a repetition before a lookahead', String.raw`\/+(?=\?|$)`],
    ['two repetitions of the same characters', String.raw`^[^\s/]+\.[^\s/]+(\/\S*)?$`],
  ])('is found that takes the square of its text: %s', (_what, pattern) => {
    expect(isSafe({ file: '', pattern, flags: '' })).toBe(false)
  })

  it('takes no longer than its text, or stands in a file whose texts are short', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const all = files.flatMap((file) => expressionsOf(file, readFileSync(`src/${file}`, 'utf8')))
    expect(all.length).toBeGreaterThan(300)
    const others = all.filter(({ file }) => !Object.keys(bounded).some((place) => file.startsWith(place)))
    const distinct = new Map(others.map((each) => [`/${each.pattern}/${each.flags}`, each]))
    const slow = [...distinct.values()].filter((each) => hasLongRepetition(each) && !isSafe(each))
    expect(slow.map(({ file, pattern }) => `${file}: /${pattern}/`)).toEqual([])
  }, 120_000)
})

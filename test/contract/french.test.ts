import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

interface SyntaxNode {
  readonly type: string
  readonly [property: string]: unknown
}

/** The texts of an expression. The value in a template stands as a letter. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, quasis, expressions } = node as SyntaxNode
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type !== 'TemplateLiteral') return Object.values(node).flatMap(textsOf)
  const parts = quasis as { readonly value: { readonly cooked: string } }[]
  return [parts.map((part) => part.value.cooked).join('x'), ...textsOf(expressions)]
}

/** The texts of all properties `fr` in a file. */
function frenchIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(frenchIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, key, value } = node as SyntaxNode
  const isFrench = type === 'Property' && (key as SyntaxNode).name === 'fr'
  return isFrench ? textsOf(value) : Object.values(node).flatMap(frenchIn)
}

/** Without a language model, the service understands questions in English. */
const english = 'Which link did best this week?'

/** A sign of two parts, or a quotation mark, without its no-break space. */
const bareSign = /(?:^|[^\u00a0\u202f!?])[:;!?»](?=[\s)»]|$)|«(?![\u00a0\u202f])/

function isBare(text: string): boolean {
  const plain = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return bareSign.test(plain.replace(english, ''))
}

it('has a no-break space before : ; ! ? and inside of « », in every French text', () => {
  const sources = globSync('src/**/*.ts')
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => /\bfr:/.test(source))
  const ofPages = sources.flatMap(({ file, source }) =>
    frenchIn(parseAst(source, { lang: 'ts' })).map((text) => ({ file, text })),
  )
  const file = 'texts/fr.json'
  const ofConsole = Object.values(JSON.parse(readFileSync(file, 'utf8'))).map((text) => ({ file, text: String(text) }))
  expect(ofPages.length + ofConsole.length).toBeGreaterThan(1500)
  expect([...ofPages, ...ofConsole].filter(({ text }) => isBare(text))).toEqual([])
})
